import type { IDataObject } from 'n8n-workflow';

import type { BookingSummary } from '../../../shared/api/bookings/bookingsFeed';

/** How many more summaries than wanted are kept before the oldest are dropped. */
const SPARE = 1_000;

/**
 * The bookings of the feed that are wanted, the last changed first, at most `max`. A booking that was changed while
 * the feed is read appears again (feed rule 4): its last state counts. The feed lists the oldest change first, so all
 * of it is read, but no more than `max` summaries and some are kept.
 */
export async function newestFirst(
	pages: AsyncIterable<BookingSummary[]>,
	isWanted: (summary: BookingSummary) => boolean,
	max: number,
): Promise<BookingSummary[]> {
	let byNumber = new Map<string, BookingSummary>();
	for await (const page of pages) {
		for (const summary of page) {
			byNumber.delete(summary.number);
			if (isWanted(summary)) byNumber.set(summary.number, summary);
		}
		if (byNumber.size > max + SPARE) {
			const kept = sorted(byNumber).slice(0, max).reverse();
			byNumber = new Map(kept.map((summary) => [summary.number, summary]));
		}
	}
	return sorted(byNumber).slice(0, max === Infinity ? undefined : max);
}

/** Those changed in the same second: the last listed first. */
function sorted(byNumber: Map<string, BookingSummary>): BookingSummary[] {
	const listed = [...byNumber.values()].reverse();
	return listed.sort((a, b) => {
		const [first, second] = [lastChangeTime(a), lastChangeTime(b)];
		return first < second ? 1 : first > second ? -1 : 0;
	});
}

/** `YYYY-MM-DDThh:mm:ss`; a booking that was never changed can lack the time (provider: Booking summary). */
export function lastChangeTime(summary: IDataObject): string {
	return secondOf(summary.modifiedDateTime ?? summary.createdDateTime);
}

export function secondOf(time: unknown): string {
	return typeof time === 'string' ? time.slice(0, 19) : '';
}
