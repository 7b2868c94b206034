export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;

export type WindowName = 'second' | 'minute' | 'hour';

/** At most `limit` requests in any trailing period of `windowMs`. */
export interface RateWindow {
	name: WindowName;
	windowMs: number;
	limit: number;
}

export interface RateScope {
	name: string;
	/** How messages call it. */
	label: string;
	/** From the shortest on. */
	windows: readonly [second: RateWindow, ...longer: RateWindow[]];
}

/** What a response's headers say is left in each window, counted when the request arrived at the service. */
export type Remaining = Partial<Record<WindowName, number>>;
