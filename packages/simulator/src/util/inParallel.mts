import { availableParallelism } from 'node:os';

/** Runs as many at once as there are processors. The results are in the order of the input. */
export async function inParallel<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
	const results: R[] = [];
	const left = [...all.entries()];
	const runNext = async () => {
		for (let next = left.shift(); next !== undefined; next = left.shift()) {
			const [index, one] = next;
			results[index] = await work(one);
		}
	};
	await Promise.all(Array.from({ length: availableParallelism() }, runNext));
	return results;
}
