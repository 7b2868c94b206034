import { HOUR_MS, MINUTE_MS, SECOND_MS, type RateScope, type WindowName } from '../rateLimit/windows';
import { apiAreas, type ApiArea } from './areas';
import type { ApiRequest } from './types';

function scope(name: string, label: string, second: number, minute: number, hour: number): RateScope {
	return {
		name,
		label,
		windows: [
			{ name: 'second', windowMs: SECOND_MS, limit: second },
			{ name: 'minute', windowMs: MINUTE_MS, limit: minute },
			{ name: 'hour', windowMs: HOUR_MS, limit: hour },
		],
	};
}

/**
 * The limits per API client (specification, Request rate limits); `token` and `reviews` count per IP address. n8n sends
 * the token requests, but each takes a slot first, by host: all clients of this process share them.
 */
export const rateScopes = {
	default: scope('default', 'all other methods', 50, 200, 3_000),
	storage: scope('storage', 'PMS integration storage', 50, 1_200, 30_000),
	reviews: scope('reviews', 'public reviews', 50, 1_200, 30_000),
	bookingList: scope('bookingList', 'booking list', 3, 100, 3_000),
	bookingDetail: scope('bookingDetail', 'booking details', 10, 200, 4_000),
	lowestPriceSearch: scope('lowestPriceSearch', 'lowest-price search', 3, 20, 900),
	roomStays: scope('roomStays', 'room stays of one property', 50, 200, 1_000),
	roomStaysWithExtras: scope('roomStaysWithExtras', 'room stays with extras', 10, 50, 500),
	extras: scope('extras', 'extra services and extra stays', 10, 100, 1_000),
	token: scope('token', 'access tokens', 3, 15, 300),
} as const satisfies Record<string, RateScope>;

/** Those of the methods that the nodes use. */
export const nodeScopes: readonly RateScope[] = [
	rateScopes.default,
	rateScopes.bookingList,
	rateScopes.bookingDetail,
	rateScopes.lowestPriceSearch,
	rateScopes.roomStays,
	rateScopes.roomStaysWithExtras,
	rateScopes.extras,
	rateScopes.storage,
	rateScopes.reviews,
];

/** Where a scope is counted: that of most areas is shown for the host of Base URL, unless Content has its own. */
export function areaOfScope(scope: RateScope): ApiArea {
	if (scope === rateScopes.storage) return 'pmsIntegrationStorage';
	if (scope === rateScopes.reviews) return 'reviews';
	if (scope === rateScopes.bookingList || scope === rateScopes.bookingDetail) return 'bookings';
	return scope === rateScopes.default ? 'content' : 'search';
}

const scopeOfEndpoint: Record<string, RateScope> = {
	'GET /api/read-reservation/v1/properties/{propertyId}/bookings': rateScopes.bookingList,
	'GET /api/read-reservation/v1/properties/{propertyId}/bookings/{number}': rateScopes.bookingDetail,
	'POST /api/search/v1/properties/room-stays/search': rateScopes.lowestPriceSearch,
	'GET /api/search/v1/properties/{propertyId}/room-stays': rateScopes.roomStays,
	'POST /api/search/v1/properties/{propertyId}/services': rateScopes.extras,
	'POST /api/search/v1/properties/{propertyId}/extra-stays': rateScopes.extras,
};

/** All methods of these count together. */
const scopeOfArea: Record<string, RateScope> = {
	[`${apiAreas.pmsIntegrationStorage.prefix}/`]: rateScopes.storage,
	[`${apiAreas.reviews.prefix}/`]: rateScopes.reviews,
};

const extrasFlags = ['includeExtraStays', 'includeExtraServices'];

/** The scope that a request counts towards. */
export function rateScopeOf({ area, prefix, method, path, query }: ApiRequest): RateScope {
	const address = `${prefix ?? apiAreas[area].prefix}${path}`;
	const ofWholeArea = Object.entries(scopeOfArea).find(([start]) => address.startsWith(start));
	if (ofWholeArea) return ofWholeArea[1];
	const found = scopeOfEndpoint[`${method} ${address}`] ?? rateScopes.default;
	const withExtras = extrasFlags.some((flag) => query?.[flag] === true);
	return found === rateScopes.roomStays && withExtras ? rateScopes.roomStaysWithExtras : found;
}

/** The remaining requests according to the response headers (specification, Request rate limits). */
export function remainingOf(headers: Record<string, string>): Partial<Record<WindowName, number>> {
	const entries = windowNames.map((name) => [name, wholeNumber(headers[`x-ratelimit-remaining-${name}`])]);
	return Object.fromEntries(entries.filter(([, left]) => left !== undefined)) as Partial<
		Record<WindowName, number>
	>;
}

const windowNames: readonly WindowName[] = ['second', 'minute', 'hour'];

function wholeNumber(text: string | undefined): number | undefined {
	return text !== undefined && /^\s*\d{1,9}\s*$/.test(text.slice(0, 20)) ? Number(text) : undefined;
}
