import { rateScopeOf, rateScopes, remainingOf } from '../../../nodes/shared/transport/rateScopes';
import type { ApiRequest } from '../../../nodes/shared/transport/types';

describe('the scope under which the service counts a request', () => {
	const bookings = { area: 'bookings', method: 'GET', path: '/v1/properties/{propertyId}/bookings' } as const;
	const roomStays = {
		area: 'search',
		method: 'GET',
		path: '/v1/properties/{propertyId}/room-stays',
	} as const;

	it.each<[string, ApiRequest, string]>([
		['the bookings feed', bookings, 'bookingList'],
		['one booking', { ...bookings, path: '/v1/properties/{propertyId}/bookings/{number}' }, 'bookingDetail'],
		['a property record', { area: 'content', method: 'GET', path: '/v1/properties/{propertyId}' }, 'default'],
		['the same path with another method', { ...bookings, method: 'POST' }, 'default'],
		[
			'the search over many properties',
			{ area: 'search', method: 'POST', path: '/v1/properties/room-stays/search' },
			'lowestPriceSearch',
		],
		['room stays of one property', roomStays, 'roomStays'],
		[
			'room stays with extra stays',
			{ ...roomStays, query: { includeExtraStays: true } },
			'roomStaysWithExtras',
		],
		[
			'room stays with extra services',
			{ ...roomStays, query: { includeExtraServices: true } },
			'roomStaysWithExtras',
		],
		[
			'the same flag where it means nothing',
			{ area: 'content', method: 'GET', path: '/v1/properties', query: { includeExtraStays: true } },
			'default',
		],
		['room stays with both switched off', { ...roomStays, query: { includeExtraStays: false } }, 'roomStays'],
		[
			'extra services',
			{ area: 'search', method: 'POST', path: '/v1/properties/{propertyId}/services' },
			'extras',
		],
		[
			'extra stays',
			{ area: 'search', method: 'POST', path: '/v1/properties/{propertyId}/extra-stays' },
			'extras',
		],
		[
			'a booking of the storage',
			{
				area: 'pmsIntegrationStorage',
				method: 'GET',
				path: '/v1/properties/{propertyId}/bookings/{bookingId}',
			},
			'storage',
		],
		[
			'a search in the storage',
			{
				area: 'pmsIntegrationStorage',
				method: 'POST',
				path: '/v1/properties/{propertyId}/inventories/search',
			},
			'storage',
		],
		[
			'a path of the storage that the user entered',
			{ area: 'pms', method: 'GET', prefix: '', path: '/api/pms-integration-storage/v1/anything' },
			'storage',
		],
	])('%s', (_, request, expected) => {
		expect(rateScopeOf(request).name).toBe(expected);
	});

	it('has the limits of the specification', () => {
		const limits = Object.values(rateScopes).map(({ name, windows }) => [
			name,
			...windows.map(({ limit }) => limit),
		]);
		expect(rateScopes.default.windows.map(({ name, windowMs }) => [name, windowMs])).toEqual([
			['second', 1_000],
			['minute', 60_000],
			['hour', 3_600_000],
		]);
		expect(limits).toEqual([
			['default', 50, 200, 3000],
			['storage', 50, 1200, 30000],
			['reviews', 50, 1200, 30000],
			['bookingList', 3, 100, 3000],
			['bookingDetail', 10, 200, 4000],
			['lowestPriceSearch', 3, 20, 900],
			['roomStays', 50, 200, 1000],
			['roomStaysWithExtras', 10, 50, 500],
			['extras', 10, 100, 1000],
			['token', 3, 15, 300],
		]);
	});
});

describe('what an answer says is left', () => {
	it('has a header for each window', () => {
		const headers = {
			'x-ratelimit-remaining-second': '2',
			'x-ratelimit-remaining-minute': ' 40 ',
			'x-ratelimit-remaining-hour': '0',
			date: '7',
		};
		expect(remainingOf(headers)).toEqual({ second: 2, minute: 40, hour: 0 });
	});

	it.each(['', 'many', '-1', '1.5', '10 left', 'about 10'])('is not known from %j', (text) => {
		expect(remainingOf({ 'x-ratelimit-remaining-second': text })).toEqual({});
	});
});
