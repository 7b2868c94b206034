import { firstMinute } from '../../nodes/shared/polling/firstMinute';
import {
	beginListing,
	closeListing,
	closeReading,
	isListingNext,
	noteListRead,
	listedPart,
	nextListing,
	nextReading,
} from '../../nodes/PartnerHotelReservationTrigger/searchWindow';
import {
	startProperty,
	type ReservationListing,
	type SearchReading,
} from '../../nodes/PartnerHotelReservationTrigger/state';

const BERLIN = 'Europe/Berlin';
const at = (instant: string) => Date.parse(instant) / 1000;
const around = at('2026-11-20T10:00:00Z');

describe('the range of a search', () => {
	const property = { ...startProperty('2026-11-01T00:00:00Z'), readUntil: '2026-11-20T10:00:30Z' };

	it.each<[string, object, string]>([
		['five minutes back', { hourlyAt: '2026-11-20T09:30:00Z' }, '2026-11-20T10:55'],
		['two hours back, once an hour', { hourlyAt: '2026-11-20T09:01:00Z' }, '2026-11-20T09:00'],
		[
			'49 hours back, once a day, where the search tells times',
			{ hourlyAt: '2026-11-20T09:30:00Z', dailyAt: '2026-11-19T10:00:00Z' },
			'2026-11-18T10:00',
		],
		[
			'two hours back, but not before what is remembered',
			{ hourlyAt: '2026-11-20T09:01:00Z', numbersOnlyUntil: '2026-11-20T08:30:30Z' },
			'2026-11-20T09:31',
		],
		[
			'five minutes back, whatever is remembered',
			{ hourlyAt: '2026-11-20T09:01:00Z', numbersOnlyUntil: '2026-11-20T10:00:00Z' },
			'2026-11-20T10:55',
		],
		['not before the start', { start: '2026-11-20T10:00:10Z' }, '2026-11-20T11:00'],
	])('begins %s', (_, changed, from) => {
		const reading = nextReading({ ...property, ...changed }, BERLIN, at('2026-11-20T10:01:00Z'), true);
		expect(reading).toMatchObject({ from, to: '2026-11-21T11:01', state: 'Active' });
	});

	it('reaches back hours only where the search tells no times', () => {
		const all = { ...property, hourlyAt: property.readUntil, dailyAt: '2026-11-01T00:00:00Z' };
		expect(nextReading(all, BERLIN, at('2026-11-20T10:01:00Z'), false).depth).toBeUndefined();
	});

	it.each<[string, object, object]>([
		['none', { hourlyAt: '2026-11-20T09:30:00Z' }, {}],
		['none before the first one', {}, {}],
		['an hour', { hourlyAt: '2026-11-20T09:01:00Z' }, { depth: 'hour' }],
		['a day', { hourlyAt: '2026-11-20T09:30:00Z', dailyAt: '2026-11-19T10:01:00Z' }, { depth: 'day' }],
	])('says how far it reaches back: %s', (_, changed, expected) => {
		const reading = nextReading({ ...property, ...changed }, BERLIN, at('2026-11-20T10:01:00Z'), true);
		const range = { from: expect.any(String) as string, since: expect.any(Number) as number };
		const end = { to: '2026-11-21T11:01', until: '2026-11-21T10:01:00Z', state: 'Active' };
		expect(reading).toEqual({ ...range, ...end, ...expected });
	});

	it('after a long pause takes several searches of 300 days', () => {
		const start = startProperty('2025-01-01T00:00:00Z');
		const reading = nextReading(start, BERLIN, at('2026-11-20T10:00:00Z'), false);
		expect(reading).toMatchObject({ from: '2025-01-01T01:00', until: '2025-10-28T00:00:00Z' });
		const last = nextReading(start, BERLIN, at('2025-10-26T00:00:00Z'), false);
		expect(last.until).toBe('2025-10-27T00:00:00Z');
	});

	it('says in whole minutes since when changes are listed', () => {
		const reading = nextReading(property, BERLIN, at('2026-11-20T10:01:00Z'), false);
		expect(reading.since).toBe(at('2026-11-20T09:55:00Z'));
	});

	it('ends a day after the service, whose clock can be ahead', () => {
		const reading = nextReading(property, BERLIN, at('2026-11-19T00:00:00Z'), false);
		expect(reading.to).toBe('2026-11-21T11:00');
	});
});

describe('the first minute', () => {
	it.each([
		['on any day', '2026-11-20T10:00:59Z', '2026-11-20T11:00'],
		['before an hour that comes twice', '2026-10-25T00:50:00Z', '2026-10-25T01:50'],
		['in it, the second time', '2026-10-25T01:10:00Z', '2026-10-25T02:10'],
		['after an hour that is skipped', '2026-03-29T01:10:00Z', '2026-03-29T03:10'],
		['before it', '2026-03-29T00:50:00Z', '2026-03-29T01:50'],
	])('%s', (_, instant, minute) => {
		expect(firstMinute(at(instant), BERLIN)).toBe(minute);
	});
});

describe('a search that was read to its end', () => {
	it.each<[SearchReading['depth'], string, string]>([
		[undefined, '2026-11-20T09:30:00Z', '2026-11-20T01:00:00Z'],
		['hour', '2026-11-20T10:05:00Z', '2026-11-20T01:00:00Z'],
		['day', '2026-11-20T10:05:00Z', '2026-11-20T10:05:00Z'],
	])('with the depth %s notes when one reached back last', (depth, hourlyAt, dailyAt) => {
		const times = { hourlyAt: '2026-11-20T09:30:00Z', dailyAt: '2026-11-20T01:00:00Z' };
		const property = { ...startProperty('2026-11-01T00:00:00Z'), ...times };
		const reading = {
			from: '',
			to: '',
			since: 0,
			state: 'Cancelled' as const,
			readAt: '2026-11-20T10:05:00Z',
		};
		closeReading(property, { ...reading, ...(depth && { depth }) }, around);
		expect([property.hourlyAt, property.dailyAt]).toEqual([hourlyAt, dailyAt]);
	});

	it('moves on to the server time of its first page, never back', () => {
		const property = { ...startProperty('2026-11-01T00:00:00Z'), readUntil: '2026-11-20T10:00:00Z' };
		const reading = { from: '', to: '', since: 0, state: 'Cancelled' as const };
		closeReading(property, { ...reading, readAt: '2026-11-20T10:05:00Z' }, around);
		expect(property).toMatchObject({
			readUntil: '2026-11-20T10:05:00Z',
			hourlyAt: '2026-11-20T10:05:00Z',
			dailyAt: '2026-11-20T10:05:00Z',
		});
		closeReading(property, { ...reading, readAt: '2026-11-20T09:00:00Z', depth: 'hour' }, around);
		expect(property.readUntil).toBe('2026-11-20T10:05:00Z');
		expect(property.hourlyAt).toBe('2026-11-20T09:00:00Z');
		expect(property.dailyAt).toBe('2026-11-20T10:05:00Z');
	});

	it.each<[SearchReading['state'], string | undefined]>([
		['Active', '2026-11-20T10:05:00Z'],
		['Cancelled', undefined],
	])('after the %s ones notes up to when cancelled ones were not searched: %s', (state, since) => {
		const property = startProperty('2026-11-01T00:00:00Z');
		closeReading(property, { from: '', to: '', since: 0, state, readAt: '2026-11-20T10:05:00Z' }, around);
		expect(property.cancelledSearchedSince).toBe(since);
	});

	it('moves on to the end of its range if that is in the past', () => {
		const property = startProperty('2025-01-01T00:00:00Z');
		const range = { from: '', to: '', since: 0, until: '2025-10-28T00:00:00Z', state: 'Cancelled' as const };
		closeReading(property, { ...range, readAt: '2026-11-20T10:05:00Z' }, around);
		expect(property.readUntil).toBe('2025-10-28T00:00:00Z');
	});
});

describe('the list of what was there before', () => {
	it('covers two years without a gap, both states, the nearest first', () => {
		const parts = [0, 1, 2, 3, 4, 5].map((part) => listedPart({ around, part, changesAt: around }, BERLIN));
		expect(parts.map(({ state, isLast }) => [state, isLast])).toEqual([
			['Active', false],
			['Cancelled', false],
			['Active', false],
			['Cancelled', false],
			['Active', false],
			['Cancelled', true],
		]);
		expect(parts.filter(({ state }) => state === 'Active').map(({ from, to }) => [from, to])).toEqual([
			['2026-11-18T11:00', '2026-11-22T11:00'],
			['2026-11-22T11:00', '2027-11-17T11:00'],
			['2027-11-17T11:00', '2028-11-11T11:00'],
		]);
	});

	const everything = { watchesAll: true, watchesRooms: true };
	const DAY = 86_400;

	it('is read once; the stays of these days again each day, if their rooms are watched', () => {
		const property = startProperty('2026-11-20T09:59:00Z');
		const listing = nextListing(property, around, everything) as ReservationListing;
		expect(listing).toEqual({ around: around - 60, part: 0, changesAt: around });
		beginListing(property, { ...listing, around }, BERLIN);
		expect(property.oldBefore).toBe('2026-11-18T11:00');
		expect(nextListing(property, around + 8 * DAY, everything)).toMatchObject({ around: around + DAY });
		closeListing(property, { ...listing, around }, '2026-11-20T10:00:02Z');
		expect([property.listedAt, property.listedNear]).toEqual(['2026-11-20T10:00:02Z', undefined]);
		expect(nextListing(property, around + DAY - 1, everything)).toBeUndefined();
		expect(nextListing(property, around + DAY, { ...everything, watchesRooms: false })).toBeUndefined();
		const daily = nextListing(property, around + DAY, everything) as ReservationListing;
		expect(daily).toMatchObject({ part: 0, isNear: true });
		expect(listedPart(daily, BERLIN)).toMatchObject({
			state: 'Active',
			from: '2026-11-19T11:00',
			to: '2026-11-23T11:00',
			isLast: true,
		});
		beginListing(property, daily, BERLIN);
		expect(property.oldBefore).toBe('2026-11-18T11:00');
		closeListing(property, daily, '2026-11-21T10:00:02Z');
		expect([property.listedAt, property.listedNear]).toEqual(['2026-11-20T10:00:02Z', undefined]);
		expect(nextListing(property, around + DAY + 1, everything)).toBeUndefined();
	});

	it('is only that of these days until an event needs more; then it is read again, whole', () => {
		const property = startProperty('2026-11-20T09:59:00Z');
		const near = nextListing(property, around, { ...everything, watchesAll: false }) as ReservationListing;
		expect(near).toEqual({ around: around - 60, part: 0, changesAt: around, isNear: true });
		beginListing(property, near, BERLIN);
		expect(property.oldBefore).toBe('2026-11-18T10:59');
		closeListing(property, near, '2026-11-20T10:00:02Z');
		expect([property.listedAt, property.listedNear]).toEqual(['2026-11-20T10:00:02Z', true]);
		expect(nextListing(property, around + 1, { ...everything, watchesAll: false })).toBeUndefined();
		property.unseenRooms = ['1'];
		const whole = nextListing(property, around + 1, everything) as ReservationListing;
		expect(whole).toEqual({ around: around - 60, part: 0, changesAt: around + 1 });
		beginListing(property, whole, BERLIN);
		expect(property).toEqual({
			...startProperty('2026-11-20T09:59:00Z'),
			roomsListedAt: '2026-11-20T09:59:00Z',
			oldBefore: '2026-11-18T10:59',
		});
		for (const [before, after] of [
			['2026-11-19T00:00', '2026-11-19T00:00'],
			['2026-11-01T00:00', '2026-11-18T10:59'],
		] as const) {
			property.oldBefore = before;
			beginListing(property, whole, BERLIN);
			expect(property.oldBefore).toBe(after);
		}
		closeListing(property, whole, '2026-11-20T10:00:09Z');
		expect([property.listedAt, property.listedNear]).toEqual(['2026-11-20T10:00:09Z', undefined]);
	});

	it.each<[boolean, string, number, SearchReading?]>([
		[true, 'at the start', 0],
		[true, 'for ten minutes', 599],
		[false, 'ten minutes later, for changes are', 600],
		[false, 'before changes that are read in part', 0, { from: '', to: '', since: 0, state: 'Active' }],
		[true, 'when the clock was set back', -3_600],
	])('is read on: %s, %s', (isNext, _, seconds, reading = undefined) => {
		const listing: ReservationListing = { around, part: 1, changesAt: around };
		noteListRead(listing, around + seconds);
		expect(isListingNext(listing, reading)).toBe(isNext);
	});

	it('has a page between two readings of the changes, however long they take', () => {
		const listing: ReservationListing = { around, part: 1, changesAt: around };
		expect(isListingNext(listing, undefined)).toBe(true);
		noteListRead(listing, around + 3_600);
		noteListRead(listing, around + 3_600);
		expect(isListingNext(listing, undefined)).toBe(false);
	});

	it('is read on after the changes', () => {
		const property = {
			...startProperty('2026-11-20T09:59:00Z'),
			listing: { around, part: 1, changesAt: around },
		};
		const reading: SearchReading = {
			from: '',
			to: '',
			since: 0,
			state: 'Cancelled',
			readAt: '2026-11-20T10:20:00Z',
		};
		closeReading(property, reading, around + 1_200);
		expect(property.listing).toEqual({ around, part: 1, changesAt: around + 1_200 });
		expect(isListingNext(property.listing, undefined)).toBe(true);
	});
});
