/** A log of CI is read once; a person waits. */
const REMIND_EVERY_MS = process.env.CI ? 120_000 : 20_000;

export interface StepWords {
	/** While it runs: "Installing n8n". */
	doing: string;
	/** Afterwards: "Installed n8n". */
	done: string;
}

/** Shows that something takes time, that it still does, and how long it took. */
export async function step<T>({ doing, done }: StepWords, work: () => Promise<T>): Promise<T> {
	// Not by the dates, which a simulation moves.
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
