/** Enough to use a limit of 50 requests per second when each takes 300 ms. */
export const REQUESTS_AT_ONCE = 20;

/**
 * Processes the inputs, at most `concurrency` at a time.
 * After a failure, no further input is started. Once the running ones have ended, the failure of the earliest
 * input is thrown.
 * @returns the results, in the order of the inputs
 */
export async function mapConcurrently<T, R>(
	inputs: readonly T[],
	concurrency: number,
	work: (input: T, index: number) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	const failures: Array<{ index: number; error: unknown }> = [];
	let next = 0;
	const worker = async () => {
		while (next < inputs.length && failures.length === 0) {
			const index = next++;
			await work(inputs[index] as T, index).then(
				(result) => (results[index] = result),
				(error) => failures.push({ index, error }),
			);
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, inputs.length) }, worker));
	const [first] = failures.sort((one, other) => one.index - other.index);
	if (first) throw first.error;
	return results;
}
