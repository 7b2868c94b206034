import type { IDataObject } from 'n8n-workflow';

import { exclusion, isByReturning, type JourneyFilter } from '../../nodes/shared/journey/journeyFilter';

/** Which guests get messages (docs/guestJourney.md, Filters). */

const RECORD: IDataObject = {
	status: 'Active',
	roomStayStatuses: ['New', 'CheckedIn'],
	source: 'Booking.com',
	sourceType: 'Channel',
	sourceCode: 'BDC',
	roomTypeIds: ['11', '12'],
	roomTypeNames: ['Double Room', 'Suite'],
	ratePlanIds: ['7'],
	ratePlanNames: ['Flexible'],
	customerLanguage: 'de',
	customerCountry: 'DEU',
	arrival: '2031-05-20',
	nights: 3,
	total: 420.5,
	children: 0,
	earlierStays: 1,
};
/** It is 1 May in Berlin by then. */
const BOOKED = Date.parse('2031-04-30T22:30:00Z') / 1000;

function excludes(
	filter: JourneyFilter,
	record: IDataObject = {},
	bookedAt: number | null = BOOKED,
): string | undefined {
	const stay = { bookedAt } as Parameters<typeof exclusion>[0]['stay'];
	const unit = { stay, record: { ...RECORD, ...record } } as Parameters<typeof exclusion>[0];
	return exclusion(unit, filter, 'Europe/Berlin');
}

it.each<[JourneyFilter, IDataObject?]>([
	[{}],
	[{ statuses: ['Active'] }],
	[{ statuses: ['active '] }],
	[{ statuses: ['CheckedIn'] }],
	[{ statuses: ['Unconfirmed', 'New'] }],
	[{ statuses: ['CheckedOut'] }, { roomStayStatus: 'CheckedOut' }],
	[{ sources: ['booking.com'] }],
	[{ sources: ['Channel'] }],
	[{ sources: ['BDC'] }],
	[{ roomTypes: ['12'] }],
	[{ roomTypes: ['suite'] }],
	[{ roomTypes: ['Attic'] }, { roomTypeName: 'Attic' }],
	[{ roomTypes: ['13'] }, { roomTypeId: 13 }],
	[{ ratePlans: ['7'] }],
	[{ ratePlans: ['Flexible'] }],
	[{ languages: ['en', 'de'] }],
	[{ countries: ['DEU'] }],
	[{ minNights: 3, maxNights: 3 }],
	[{ minLeadTime: 19, maxLeadTime: 19 }],
	[{ minTotal: 420.5 }],
	[{ children: 'without' }],
	[{ children: 'with' }, { children: 2 }],
	[{ returning: 'returning' }],
	[{ returning: 'first' }, { earlierStays: 0 }],
])('%j matches (%j)', (filter, record = {}) => expect(excludes(filter, record)).toBeUndefined());

it.each<[string, JourneyFilter, IDataObject?]>([
	['Statuses', { statuses: ['Cancelled'] }],
	['Statuses', { statuses: [] }],
	['Sources', { sources: ['Expedia'] }],
	['Sources', { sources: ['Channel'] }, { source: null, sourceType: null, sourceCode: undefined }],
	['Room Types', { roomTypes: ['1'] }],
	['Rate Plans', { ratePlans: ['Advance Purchase'] }],
	['Languages', { languages: ['fr'] }],
	['Languages', { languages: ['fr'] }, { customerLanguage: null }],
	['Countries', { countries: ['DE'] }],
	['Nights', { minNights: 4 }],
	['Nights', { maxNights: 2 }],
	['Nights', { maxNights: 5 }, { nights: null }],
	['Lead Time', { minLeadTime: 20 }],
	['Lead Time', { maxLeadTime: 18 }],
	['Lead Time', { maxLeadTime: 40 }, { arrival: null }],
	['Min Total', { minTotal: 420.51 }],
	['Min Total', { minTotal: 1 }, { total: null }],
	['Children', { children: 'with' }],
	['Children', { children: 'without' }, { children: 1 }],
	['Children', { children: 'without' }, { children: null }],
	['Returning Guests', { returning: 'returning' }, { earlierStays: 0 }],
	['Returning Guests', { returning: 'first' }],
	['Returning Guests', { returning: 'first' }, { earlierStays: null }],
])('%s: %j leaves out (%j)', (label, filter, record = {}) =>
	expect(excludes(filter, record)).toBe(`Left out by the filter '${label}'`),
);

it('a lead time is not known where nobody knows when it was booked', () => {
	expect(excludes({ maxLeadTime: 400 }, {}, null)).toBe("Left out by the filter 'Lead Time'");
	expect(excludes({ maxNights: 3 }, {}, null)).toBeUndefined();
});

it('another stay can make it match only where earlier stays count', () => {
	expect(isByReturning(excludes({ returning: 'first' }))).toBe(true);
	expect(isByReturning(excludes({ minNights: 9 }))).toBe(false);
	expect(isByReturning(undefined)).toBe(false);
});
