import type { ApiArea } from '../world/clients.mts';
import type { Scope } from './limits/table.mts';

/** One operation of the specification, and the scope of the rate limits it counts in. */
export interface CatalogueEntry {
	method: string;
	/** `{name}` stands for one path segment. */
	path: string;
	/** The area that a client must have been given. */
	area: ApiArea | 'authentication';
	scope: Scope;
}

const CONTENT = '/api/content/v1';
const PROPERTY_CONTENT = `${CONTENT}/properties/{propertyId}`;
const REFERENCE = '/api/reference-data';
const BOOKINGS = '/api/read-reservation/v1/properties/{propertyId}/bookings';
const SEARCH = '/api/search/v1/properties';
const PMS = '/api/pms/v2/properties/{propertyId}';
const GUEST = `${PMS}/guests/{pmsPersonId}`;
const RESERVATION = `${PMS}/reservations/{number}`;
const ROOM_STAY = `${RESERVATION}/room-stays/{pmsRoomStayId}`;

/** All operations (specification, Endpoints). The token request is the first. */
export const CATALOGUE: readonly CatalogueEntry[] = [
	{ method: 'POST', path: '/auth/token', area: 'authentication', scope: 'token' },

	{ method: 'GET', path: `${CONTENT}/properties`, area: 'content', scope: 'default' },
	{ method: 'GET', path: PROPERTY_CONTENT, area: 'content', scope: 'default' },
	{ method: 'GET', path: `${PROPERTY_CONTENT}/cancellation-rules`, area: 'content', scope: 'default' },
	{ method: 'GET', path: `${PROPERTY_CONTENT}/extra-stay-rules`, area: 'content', scope: 'default' },
	{ method: 'GET', path: `${CONTENT}/meal-plans`, area: 'content', scope: 'default' },
	{ method: 'GET', path: `${CONTENT}/room-type-categories`, area: 'content', scope: 'default' },
	{ method: 'GET', path: `${CONTENT}/room-amenity-categories`, area: 'content', scope: 'default' },

	{ method: 'POST', path: `${REFERENCE}/corporates`, area: 'reference_data', scope: 'default' },
	{ method: 'GET', path: `${REFERENCE}/corporates/{corporateId}`, area: 'reference_data', scope: 'default' },
	{ method: 'GET', path: `${REFERENCE}/payment-methods`, area: 'reference_data', scope: 'default' },
	{ method: 'GET', path: `${REFERENCE}/property-amenity-types`, area: 'reference_data', scope: 'default' },
	{ method: 'GET', path: `${REFERENCE}/property-kinds`, area: 'reference_data', scope: 'default' },

	{ method: 'GET', path: BOOKINGS, area: 'reservation_api', scope: 'bookingList' },
	{ method: 'GET', path: `${BOOKINGS}/{number}`, area: 'reservation_api', scope: 'bookingDetail' },

	{ method: 'POST', path: `${SEARCH}/room-stays/search`, area: 'search', scope: 'lowestPriceSearch' },
	{ method: 'GET', path: `${SEARCH}/{propertyId}/room-stays`, area: 'search', scope: 'roomStays' },
	{ method: 'POST', path: `${SEARCH}/{propertyId}/services`, area: 'search', scope: 'extras' },
	{ method: 'POST', path: `${SEARCH}/{propertyId}/extra-stays`, area: 'search', scope: 'extras' },

	{ method: 'GET', path: `${PMS}/obtain-accommodation-inventory`, area: 'pms', scope: 'default' },
	{ method: 'GET', path: `${PMS}/companies`, area: 'pms', scope: 'default' },
	{ method: 'GET', path: `${PMS}/guests/search`, area: 'pms', scope: 'default' },
	{ method: 'GET', path: GUEST, area: 'pms', scope: 'default' },
	{ method: 'GET', path: `${GUEST}/loyalty-cards`, area: 'pms', scope: 'default' },
	{ method: 'GET', path: `${GUEST}/find-occupied-room-stays`, area: 'pms', scope: 'default' },
	{ method: 'PUT', path: `${GUEST}/personal-document`, area: 'pms', scope: 'default' },
	{ method: 'PUT', path: `${GUEST}/birth-address`, area: 'pms', scope: 'default' },
	{ method: 'POST', path: `${GUEST}/personal-document/files`, area: 'pms', scope: 'default' },
	{ method: 'GET', path: `${PMS}/reservations/search`, area: 'pms', scope: 'default' },
	{ method: 'GET', path: RESERVATION, area: 'pms', scope: 'default' },
	{ method: 'GET', path: `${RESERVATION}/find-available-rooms`, area: 'pms', scope: 'default' },
	{ method: 'POST', path: `${RESERVATION}/assign-rooms`, area: 'pms', scope: 'default' },
	{ method: 'GET', path: `${RESERVATION}/invoices`, area: 'pms', scope: 'default' },
	{ method: 'POST', path: `${ROOM_STAY}/check-in`, area: 'pms', scope: 'default' },
	{ method: 'POST', path: `${ROOM_STAY}/check-out`, area: 'pms', scope: 'default' },
	{ method: 'GET', path: `${ROOM_STAY}/find-available-payment-systems`, area: 'pms', scope: 'default' },
	{ method: 'POST', path: `${ROOM_STAY}/process-payment`, area: 'pms', scope: 'default' },
	{ method: 'POST', path: `${ROOM_STAY}/process-refund`, area: 'pms', scope: 'default' },
	{ method: 'PUT', path: `${ROOM_STAY}/room`, area: 'pms', scope: 'default' },
	{ method: 'GET', path: `${PMS}/rooms`, area: 'pms', scope: 'default' },
	{
		method: 'GET',
		path: '/api/pms-analytics/v1/properties/{propertyId}/daily-occupancy',
		area: 'pms_analytics',
		scope: 'default',
	},
];

/** Interfaces without an operation here that still have a scope of their own. */
const SCOPE_PREFIXES: ReadonlyArray<[string, Scope]> = [
	['/api/pms-integration-storage/', 'storage'],
	['/api/reviews/', 'reviews'],
];

const EXTRAS_FLAGS = ['includeExtraStays', 'includeExtraServices'];

export interface Classification {
	/** `GET /api/…/{propertyId}/…`; the method with `(unknown path)` for anything else. */
	endpoint: string;
	scope: Scope;
}

/**
 * Which operation a request is, and in which scope it counts. A literal segment wins over `{name}`.
 * @param query the query as parsed: room stays asked for with extras count in a scope of their own
 */
export function classify(method: string, path: string, query: Record<string, unknown>): Classification {
	const segments = path.split('/');
	const candidates = CATALOGUE.filter((entry) => entry.method === method && matches(entry.path, segments));
	const [entry] = candidates.sort((one, other) => placeholders(one.path) - placeholders(other.path));
	if (entry === undefined) {
		const scope = SCOPE_PREFIXES.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'default';
		return { endpoint: `${method} (unknown path)`, scope };
	}
	const withExtras = entry.scope === 'roomStays' && EXTRAS_FLAGS.some((flag) => isTrue(query[flag]));
	return { endpoint: `${method} ${entry.path}`, scope: withExtras ? 'roomStaysWithExtras' : entry.scope };
}

function matches(template: string, segments: readonly string[]): boolean {
	const wanted = template.split('/');
	return (
		wanted.length === segments.length &&
		wanted.every(
			(part, index) => part === segments[index] || (part.startsWith('{') && segments[index] !== ''),
		)
	);
}

function placeholders(template: string): number {
	return template.split('{').length - 1;
}

function isTrue(value: unknown): boolean {
	return typeof value === 'string' && value.toLowerCase() === 'true';
}
