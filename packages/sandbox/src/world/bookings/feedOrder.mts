import type { Booking } from './types.mts';

/** The place of a change in the feed. */
export type FeedKey = Pick<Booking, 'modifiedMs' | 'sequence'>;

export function compareKeys(one: FeedKey, other: FeedKey): number {
	return one.modifiedMs - other.modifiedMs || one.sequence - other.sequence;
}

/** Index of the first item that fits, in a list where all items after a fitting one fit as well. */
export function firstIndex<T>(items: readonly T[], fits: (item: T) => boolean): number {
	let low = 0;
	let high = items.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		const item = items[middle];
		if (item !== undefined && fits(item)) high = middle;
		else low = middle + 1;
	}
	return low;
}
