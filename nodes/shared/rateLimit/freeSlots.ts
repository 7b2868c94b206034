import type { RateWindow } from './windows';

/** Clocks differ in speed and timers are not exact: a window is taken to last this much longer. */
const MARGIN = 1 / 200;

export function lengthOf({ windowMs }: RateWindow): number {
	return windowMs * (1 + MARGIN);
}

/**
 * For the n-th next request (from 0): when a slot of the window is free for it.
 * @param taken when those that are taken are free again
 */
export function freeSlots(
	window: RateWindow,
	now: number,
	taken: readonly number[],
): (position: number) => number {
	const free = window.limit - taken.length;
	let sorted: number[] | undefined;
	return (position) => {
		if (position < free) return now;
		sorted ??= [...taken].sort((one, other) => one - other);
		const round = Math.floor(position / window.limit);
		return (sorted[(position % window.limit) - free] ?? now) + round * lengthOf(window);
	};
}
