import type { RateWindow } from './windows';

export const MARGIN_MS = 25;
/** Clocks differ in speed: this share of a window is added to it. */
export const DRIFT = 1 / 5_000;

/** How long a place of the window is taken, to be on the safe side. */
export function lengthOf({ windowMs }: RateWindow): number {
	return windowMs + windowMs * DRIFT + MARGIN_MS;
}

/**
 * For the n-th next request (from 0): when one of the window's places is free.
 * @param taken when those that are taken are free again
 */
export function placesAmong(
	window: RateWindow,
	now: number,
	places: number,
	taken: readonly number[],
): (position: number) => number {
	const length = lengthOf(window);
	const free = places - taken.length;
	let sorted: number[] | undefined;
	return (position) => {
		const rounds = Math.floor(position / places);
		const place = position % places;
		if (place < free) return now + rounds * length;
		sorted ??= [...taken].sort((one, other) => one - other);
		return (sorted[place - free] ?? now) + rounds * length;
	};
}
