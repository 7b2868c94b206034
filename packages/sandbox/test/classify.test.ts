import { classifier } from '../src/http/classify.mts';
import { flagText } from '../src/http/fieldTypes.mts';
import { ok, type Route } from '../src/http/route.mts';

const AREA = { method: 'GET', area: 'search', onArea: () => ok({}) } as const;
const ROUTES: readonly Route[] = [
	{ ...AREA, path: '/api/hotels/{hotelId}', scope: 'bookingDetail' },
	{ ...AREA, path: '/api/hotels/search', scope: 'lowestPriceSearch' },
	{
		...AREA,
		path: '/api/hotels/{hotelId}/offers',
		scope: 'roomStays',
		otherScope: { scope: 'roomStaysWithExtras', when: ({ extras }) => flagText.read(extras) === true },
	},
];

const classify = classifier(ROUTES);

describe('A request is classified', () => {
	it.each([
		['by its route', 'GET', '/api/hotels/1024', 'GET /api/hotels/{hotelId}'],
		['by the literal path first', 'GET', '/api/hotels/search', 'GET /api/hotels/search'],
		['although its path is malformed', 'GET', '/api/hotels/%zz', 'GET /api/hotels/{hotelId}'],
		['as unknown with another method', 'PATCH', '/api/hotels/1024', 'PATCH (unknown path)'],
		['as unknown without a value in the path', 'GET', '/api/hotels/', 'GET (unknown path)'],
		['as unknown with a longer path', 'GET', '/api/hotels/1024/offers/1', 'GET (unknown path)'],
	])('%s', (_label, method, path, endpoint) => {
		expect(classify({ method, path, query: {} }).endpoint).toBe(endpoint);
	});

	it.each([
		['those of the route', '/api/hotels/1024', {}, 'bookingDetail'],
		['others for some queries', '/api/hotels/1024/offers', { extras: 'True' }, 'roomStaysWithExtras'],
		['its own for other queries', '/api/hotels/1024/offers', { extras: 'no' }, 'roomStays'],
		['those of an interface without routes', '/api/reputation-public-reviews/latest', {}, 'reviews'],
		['the default ones without a route', '/favicon.ico', {}, 'default'],
	])('and counts in rate limits: %s', (_label, path, query, scope) => {
		expect(classify({ method: 'GET', path, query }).scope).toBe(scope);
	});
});
