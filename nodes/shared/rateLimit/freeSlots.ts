import type { RateWindow } from './windows';

/** Clocks differ in speed and timers are not exact: a window is taken to last this much longer. */
const MARGIN = 1 / 200;

export function lengthOf({ windowMs }: RateWindow): number {
	return windowMs * (1 + MARGIN);
}

/**
 * For the n-th next request (from 0): when a slot of the window is free for it.
 * @param most how many slots are taken at most: far below the limit, nothing more needs to be known
 * @param taken when those that are taken are free again
 */
export function freeSlots(
	window: RateWindow,
	now: number,
	most: number,
	taken: () => readonly number[],
): (position: number) => number {
	let sorted: number[] | undefined;
	return (position) => {
		if (position < window.limit - most) return now;
		sorted ??= [...taken()].sort((one, other) => one - other);
		const free = window.limit - sorted.length;
		const round = Math.floor(position / window.limit);
		const slot = sorted[(position % window.limit) - free] ?? now;
		return position < free ? now : slot + round * lengthOf(window);
	};
}
