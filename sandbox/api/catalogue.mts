import type { Scope } from './limits/table.mts';

/** One operation of the specification, and the scope of the rate limits it counts in. */
export interface CatalogueEntry {
	method: string;
	/** `{name}` stands for one path segment. */
	path: string;
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
	{ method: 'POST', path: '/auth/token', scope: 'token' },

	{ method: 'GET', path: `${CONTENT}/properties`, scope: 'default' },
	{ method: 'GET', path: PROPERTY_CONTENT, scope: 'default' },
	{ method: 'GET', path: `${PROPERTY_CONTENT}/cancellation-rules`, scope: 'default' },
	{ method: 'GET', path: `${PROPERTY_CONTENT}/extra-stay-rules`, scope: 'default' },
	{ method: 'GET', path: `${CONTENT}/meal-plans`, scope: 'default' },
	{ method: 'GET', path: `${CONTENT}/room-type-categories`, scope: 'default' },
	{ method: 'GET', path: `${CONTENT}/room-amenity-categories`, scope: 'default' },

	{ method: 'POST', path: `${REFERENCE}/corporates`, scope: 'default' },
	{ method: 'GET', path: `${REFERENCE}/corporates/{corporateId}`, scope: 'default' },
	{ method: 'GET', path: `${REFERENCE}/payment-methods`, scope: 'default' },
	{ method: 'GET', path: `${REFERENCE}/property-amenity-types`, scope: 'default' },
	{ method: 'GET', path: `${REFERENCE}/property-kinds`, scope: 'default' },

	{ method: 'GET', path: BOOKINGS, scope: 'bookingList' },
	{ method: 'GET', path: `${BOOKINGS}/{number}`, scope: 'bookingDetail' },

	{ method: 'POST', path: `${SEARCH}/room-stays/search`, scope: 'lowestPriceSearch' },
	{ method: 'GET', path: `${SEARCH}/{propertyId}/room-stays`, scope: 'roomStays' },
	{ method: 'POST', path: `${SEARCH}/{propertyId}/services`, scope: 'extras' },
	{ method: 'POST', path: `${SEARCH}/{propertyId}/extra-stays`, scope: 'extras' },

	{ method: 'GET', path: `${PMS}/obtain-accommodation-inventory`, scope: 'default' },
	{ method: 'GET', path: `${PMS}/companies`, scope: 'default' },
	{ method: 'GET', path: `${PMS}/guests/search`, scope: 'default' },
	{ method: 'GET', path: GUEST, scope: 'default' },
	{ method: 'GET', path: `${GUEST}/loyalty-cards`, scope: 'default' },
	{ method: 'GET', path: `${GUEST}/find-occupied-room-stays`, scope: 'default' },
	{ method: 'PUT', path: `${GUEST}/personal-document`, scope: 'default' },
	{ method: 'PUT', path: `${GUEST}/birth-address`, scope: 'default' },
	{ method: 'POST', path: `${GUEST}/personal-document/files`, scope: 'default' },
	{ method: 'GET', path: `${PMS}/reservations/search`, scope: 'default' },
	{ method: 'GET', path: RESERVATION, scope: 'default' },
	{ method: 'GET', path: `${RESERVATION}/find-available-rooms`, scope: 'default' },
	{ method: 'POST', path: `${RESERVATION}/assign-rooms`, scope: 'default' },
	{ method: 'GET', path: `${RESERVATION}/invoices`, scope: 'default' },
	{ method: 'POST', path: `${ROOM_STAY}/check-in`, scope: 'default' },
	{ method: 'POST', path: `${ROOM_STAY}/check-out`, scope: 'default' },
	{ method: 'GET', path: `${ROOM_STAY}/find-available-payment-systems`, scope: 'default' },
	{ method: 'POST', path: `${ROOM_STAY}/process-payment`, scope: 'default' },
	{ method: 'POST', path: `${ROOM_STAY}/process-refund`, scope: 'default' },
	{ method: 'PUT', path: `${ROOM_STAY}/room`, scope: 'default' },
	{ method: 'GET', path: `${PMS}/rooms`, scope: 'default' },
	{ method: 'GET', path: '/api/pms-analytics/v1/properties/{propertyId}/daily-occupancy', scope: 'default' },
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
