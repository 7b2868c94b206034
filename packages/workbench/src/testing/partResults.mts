/** The result of a part of a command, and how long it took. */
export interface PartResult {
	name: string;
	passed: boolean;
	seconds: number;
}

export async function timed(name: string, passes: () => Promise<boolean>): Promise<PartResult> {
	const began = performance.now();
	const passed = await passes();
	return { name, passed, seconds: Math.round((performance.now() - began) / 1000) };
}

/** A line for each part. `.ci/run` parses these lines and writes its own ones in the same format. */
export function timeTable(results: readonly PartResult[]): string {
	return results.map(({ name, seconds }) => `${String(seconds).padStart(5)} s  ${name}`).join('\n');
}
