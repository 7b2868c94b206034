import { sleep } from 'n8n-workflow';

/** How long work may keep the process busy before others get their turn. */
const SLICE_MS = 20;

/** Does the same work for many entries, in their order, without keeping n8n from everything else meanwhile. */
export async function inSlices<T>(entries: Iterable<T>, work: (entry: T) => void): Promise<void> {
	let endsAt = performance.now() + SLICE_MS;
	for (const entry of entries) {
		work(entry);
		if (performance.now() < endsAt) continue;
		await sleep(0);
		endsAt = performance.now() + SLICE_MS;
	}
}
