/** The request rate limits (specification, Request rate limits). */

export const WINDOWS = ['second', 'minute', 'hour'] as const;
export type Window = (typeof WINDOWS)[number];

export const WINDOW_MS: Record<Window, number> = { second: 1_000, minute: 60_000, hour: 3_600_000 };

/** Most requests within each trailing window. */
export type Limits = Record<Window, number>;

export const SCOPES = [
	'default',
	'storage',
	'reviews',
	'bookingList',
	'bookingDetail',
	'lowestPriceSearch',
	'roomStays',
	'roomStaysWithExtras',
	'extras',
	'token',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Scopes counted per IP address; all others are counted per API client. */
export const SCOPES_PER_ADDRESS: ReadonlySet<Scope> = new Set<Scope>(['reviews', 'token']);

export const SPECIFIED_LIMITS: Readonly<Record<Scope, Limits>> = {
	default: { second: 50, minute: 200, hour: 3_000 },
	storage: { second: 50, minute: 1_200, hour: 30_000 },
	reviews: { second: 50, minute: 1_200, hour: 30_000 },
	bookingList: { second: 3, minute: 100, hour: 3_000 },
	bookingDetail: { second: 10, minute: 200, hour: 4_000 },
	lowestPriceSearch: { second: 3, minute: 20, hour: 900 },
	roomStays: { second: 50, minute: 200, hour: 1_000 },
	roomStaysWithExtras: { second: 10, minute: 50, hour: 500 },
	extras: { second: 10, minute: 100, hour: 1_000 },
	token: { second: 3, minute: 15, hour: 300 },
};
