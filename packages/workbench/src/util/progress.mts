/** How often a step reports that it is still running: less often in the log of CI. */
const REMIND_EVERY_MS = process.env.CI ? 120_000 : 20_000;

export interface StepWords {
	/** While it runs: "Installing n8n". */
	doing: string;
	/** When it is done: "Installed n8n". */
	done: string;
}

/** Shows that something is running, and how long it took. */
export async function step<T>({ doing, done }: StepWords, work: () => Promise<T>): Promise<T> {
	// Not with Date, which the simulation replaces.
	const startedAt = process.hrtime.bigint();
	const seconds = () => `${Math.round(Number(process.hrtime.bigint() - startedAt) / 1e9)} s`;
	console.log(`… ${doing}`);
	const reminder = setInterval(() => console.log(`  still at it after ${seconds()}`), REMIND_EVERY_MS);
	try {
		const result = await work();
		console.log(`✓ ${done} (${seconds()})`);
		return result;
	} catch (error) {
		console.log(`✗ ${doing} failed after ${seconds()}`);
		throw error;
	} finally {
		clearInterval(reminder);
	}
}
