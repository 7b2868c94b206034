import type { IDataObject } from 'n8n-workflow';

import {
	forgetBefore,
	isCancelled,
	isRepeated,
	keepNewest,
	NOT_LOOKED_AT,
	rememberBooking,
	findEmitted,
	stateOf,
	SUMMARY_ALONE,
	type DetailsKnown,
	type EmittedBookings,
} from '../../nodes/PartnerHotelTrigger/emittedBookings';
import type { BookingSummary } from '../../nodes/shared/api/bookings/bookingsFeed';

const SUMMARY: BookingSummary = {
	number: '1',
	propertyId: '1024',
	status: 'Active',
	createdDateTime: '2026-03-01T12:00:00Z',
	modifiedDateTime: '2026-03-01T12:30:00Z',
};

/** All that is published of a booking's details (read reservation), with a value everywhere. */
const total = {
	priceBeforeTax: 1,
	priceAfterTax: 2,
	taxAmount: 3,
	taxes: [{ amount: 4, index: 5 }],
	discounts: [{ amount: 6, discountType: 'Percentage', name: 'Gold', percent: 7 }],
};
const serviceTotal = { priceBeforeTax: 1, priceAfterTax: 2, taxAmount: 3, taxes: [{ amount: 4, index: 5 }] };
const DETAILS: IDataObject = {
	propertyId: '1024',
	number: '1',
	status: 'Active',
	createdDateTime: '2026-03-01T12:00:00Z',
	modifiedDateTime: '2026-03-01T12:30:00Z',
	guaranteeInfo: {
		loyalty: { cards: [{ cardNumber: '8', loyaltySystemId: '9' }] },
		totalPrepaid: 10,
		guarantees: [{ paymentMethod: 'Cash' }],
	},
	currencyCode: 'EUR',
	roomStays: [
		{
			index: 11,
			stayDates: { arrivalDateTime: '2026-04-01T14:00', departureDateTime: '2026-04-02T12:00' },
			ratePlans: [{ id: '12', name: 'Flexible' }],
			roomType: { id: '13', name: 'Double' },
			guestCount: { adultCount: 2, childAges: [5] },
			guests: [{ firstName: 'Eve', lastName: 'Example' }],
			dailyRates: [{ ratePlanId: '12', priceBeforeTax: 14, date: '2026-04-01' }],
			total,
			services: [
				{
					id: '15',
					name: 'Breakfast',
					description: 'Buffet',
					total: serviceTotal,
					inclusive: false,
					kind: 'Meal',
					mealPlanCode: 'Buffet',
				},
			],
			extraStayCharges: {
				earlyArrival: { overriddenDateTime: '2026-04-01T10:00', total },
				lateDeparture: { overriddenDateTime: '2026-04-02T18:00', total },
			},
		},
	],
	services: [{ id: '16', name: 'Fruit', description: 'Platter', total: serviceTotal }],
	total,
	taxes: [{ index: 5, name: 'City tax', description: 'Per guest' }],
	cancellation: { penaltyAmount: 17, cancelledDateTime: '2026-03-01T12:30:00Z' },
	source: { type: 'Channel', code: 'OTA', sourceUrl: 'https://hotel.example' },
	customer: { firstName: 'Adam', lastName: 'Example' },
};

type Path = Array<string | number>;

/** The way to every value. */
function leavesOf(value: unknown): Path[] {
	if (typeof value !== 'object' || value === null) return [[]];
	return Object.entries(value).flatMap(([name, below]) => leavesOf(below).map((path) => [name, ...path]));
}

/** The way to every record. */
function recordsOf(value: unknown): Path[] {
	if (typeof value !== 'object' || value === null) return [];
	const below = Object.entries(value).flatMap(([name, one]) => recordsOf(one).map((path) => [name, ...path]));
	return Array.isArray(value) ? below : [[], ...below];
}

function altered(path: Path, alter: (record: IDataObject, field: string) => void): IDataObject {
	const copy = JSON.parse(JSON.stringify(DETAILS)) as IDataObject;
	const above = path.slice(0, -1).reduce<IDataObject>((record, name) => record[name] as IDataObject, copy);
	alter(above, String(path.at(-1)));
	return copy;
}

/** Whether the second is taken for a repeat of the first. */
function repeats(first: DetailsKnown, second: DetailsKnown, summaries = [SUMMARY, SUMMARY]): boolean {
	const [one, other] = summaries as [BookingSummary, BookingSummary];
	const emitted: EmittedBookings = {};
	rememberBooking(emitted, one, first, 1000);
	return isRepeated(findEmitted(emitted, other), other, second);
}

const named = (paths: Path[]) => paths.map((path): [string, Path] => [path.join('.'), path]);

describe('the state of the details', () => {
	it.each(named(leavesOf(DETAILS)))('%s: another value is a change', (_, path) => {
		expect(
			repeats(
				DETAILS,
				altered(path, (record, field) => (record[field] = 'other')),
			),
		).toBe(false);
		expect(
			repeats(
				DETAILS,
				altered(path, (record, field) => delete record[field]),
			),
		).toBe(false);
		expect(
			repeats(
				DETAILS,
				altered(path, (record, field) => (record[field] = null)),
			),
		).toBe(false);
	});

	it('the other spelling of a rate plan is published, too', () => {
		const [dailyRate] = [{ RatePlanId: '12' }, { RatePlanId: '13' }].map((rate) => ({
			roomStays: [{ dailyRates: [rate] }],
		}));
		expect(repeats(dailyRate as IDataObject, { roomStays: [{ dailyRates: [{ RatePlanId: '13' }] }] })).toBe(
			false,
		);
	});

	it.each(named(recordsOf(DETAILS)))('a field added to "%s" is none', (_, path) => {
		const added = altered([...path, 'addedLater'], (record, field) => (record[field] = { x: 1 }));
		expect(JSON.stringify(added)).toContain('addedLater');
		expect(repeats(DETAILS, added)).toBe(true);
	});

	it('another order of the fields is none', () => {
		const reversed = (value: unknown): unknown => {
			if (Array.isArray(value)) return value.map(reversed);
			if (typeof value !== 'object' || value === null) return value;
			return Object.fromEntries(
				Object.entries(value)
					.reverse()
					.map(([name, one]) => [name, reversed(one)]),
			);
		};
		expect(JSON.stringify(reversed(DETAILS))).not.toBe(JSON.stringify(DETAILS));
		expect(repeats(DETAILS, reversed(DETAILS) as IDataObject)).toBe(true);
	});

	it('another order of a list is no change, another entry is', () => {
		const guests = (...names: string[]) => ({
			roomStays: [{ guests: names.map((lastName) => ({ lastName })) }],
		});
		expect(repeats(guests('A', 'B'), guests('B', 'A'))).toBe(true);
		expect(repeats(guests('A', 'B'), guests('B', 'B'))).toBe(false);
	});

	it.each<[string, IDataObject, IDataObject]>([
		['null and absent', { customer: null, total: { taxes: null } }, { total: {} }],
		['records of fields that are not published', { customer: { id: 1 } }, { customer: { id: 2 } }],
	])('%s are the same', (_, one, other) => {
		expect(repeats(one, other)).toBe(true);
		expect(repeats(other, one)).toBe(true);
	});

	it.each<[string, IDataObject]>([
		['text', { customer: 'Eve' }],
		['a list', { customer: [{ lastName: 'Eve' }] }],
		['nothing', {}],
	])('%s instead of a record is told apart', (_, odd) => {
		expect(repeats(odd, odd)).toBe(true);
		expect(repeats({ customer: { lastName: 'Eve' } }, odd)).toBe(false);
	});

	it.each<[string, IDataObject, IDataObject]>([
		['texts instead of records', { customer: 'Eve' }, { customer: 'Adam' }],
		['records instead of values', { currencyCode: { a: 1 } }, { currencyCode: { a: 2 } }],
	])('%s that differ are told apart', (_, one, other) => {
		expect(repeats(one, other)).toBe(false);
	});

	it('is not asked for where one of both is not known', () => {
		expect(repeats(SUMMARY_ALONE, DETAILS)).toBe(true);
		expect(repeats(DETAILS, SUMMARY_ALONE)).toBe(true);
		expect(repeats(NOT_LOOKED_AT, SUMMARY_ALONE)).toBe(true);
	});

	it('is news where it was never looked at', () => {
		expect(repeats(NOT_LOOKED_AT, DETAILS)).toBe(false);
	});
});

describe('the state of a summary', () => {
	const repeated = (changes: Partial<BookingSummary>, base = SUMMARY) =>
		repeats(SUMMARY_ALONE, SUMMARY_ALONE, [base, { ...base, ...changes }]);
	const neverChanged: BookingSummary = { ...SUMMARY, modifiedDateTime: undefined };

	it.each<[string, Partial<BookingSummary>, boolean]>([
		['its status', { status: 'Unconfirmed' }, false],
		['its modification time', { modifiedDateTime: '2026-03-01T12:30:01Z' }, false],
		['a field that the API has added', { addedLater: 1 }, true],
	])('%s: a repeat %s', (_, changes, expected) => {
		expect(repeated(changes)).toBe(expected);
		expect(repeated(changes, neverChanged)).toBe(expected);
	});

	it('is told by the creation where the booking never changed', () => {
		expect(stateOf(neverChanged)).toBe('["Active","2026-03-01T12:00:00Z"]');
		expect(stateOf({ ...neverChanged, modifiedDateTime: '' })).toBe(stateOf(neverChanged));
		expect(stateOf({ number: '1' })).toBe('[null,null]');
	});

	it('is that of one booking', () => {
		const emitted: EmittedBookings = {};
		rememberBooking(emitted, SUMMARY, SUMMARY_ALONE, 1000);
		expect(findEmitted(emitted, { ...SUMMARY, number: '2' })).toBeUndefined();
		expect(isRepeated(undefined, SUMMARY, SUMMARY_ALONE)).toBe(false);
	});
});

describe('an entry', () => {
	it('tells what is known of a booking, in 31 characters with its key, and in 22 or so what its details tell', () => {
		const emitted: EmittedBookings = {};
		rememberBooking(emitted, { ...SUMMARY, status: 'CANCELLED' }, DETAILS, 1_772_368_200);
		expect(findEmitted(emitted, SUMMARY)).toMatchObject({ cancelled: true, changedAt: 1_772_368_200 });
		expect(JSON.stringify(emitted).replace(/\..*?"/, '"')).toHaveLength(32);
		expect(JSON.stringify(emitted).length).toBeLessThan(58);
		rememberBooking(emitted, SUMMARY, NOT_LOOKED_AT, NaN);
		expect(findEmitted(emitted, SUMMARY)).toMatchObject({
			cancelled: false,
			details: NOT_LOOKED_AT,
			changedAt: NaN,
		});
		expect(Object.values(emitted)[0]).toHaveLength(11);
	});

	it.each([
		['Cancelled', true],
		['cancelled', true],
		['Active', false],
		[undefined, false],
	])('the status %s: cancelled %s', (status, expected) => {
		expect(isCancelled({ number: '1', status })).toBe(expected);
	});
});

describe('what is forgotten', () => {
	/** Bookings by when they were changed. */
	function emittedAt(times: Record<string, number>): EmittedBookings {
		const emitted: EmittedBookings = {};
		for (const [number, time] of Object.entries(times)) {
			rememberBooking(emitted, { ...SUMMARY, number }, SUMMARY_ALONE, time);
		}
		return emitted;
	}
	const left = (emitted: EmittedBookings, ...numbers: string[]) =>
		numbers.filter((number) => findEmitted(emitted, { number }) !== undefined);

	it('is what was changed before the horizon and does not wait', () => {
		const emitted = emittedAt({ old: 99, waits: 99, edge: 100, timeless: NaN });
		forgetBefore(emitted, 100, [{ number: 'waits' }], '2026-03-01');
		expect(left(emitted, 'old', 'waits', 'edge', 'timeless')).toEqual(['waits', 'edge', 'timeless']);
	});

	it.each<[number, string[], number | undefined]>([
		[5, ['e', 'd', 'c', 'b', 'a'], undefined],
		[4, ['e', 'd', 'c', 'b'], 0],
		[3, ['e', 'd', 'c'], 1],
		[2, ['e', 'd'], 2],
		[1, ['d'], 5],
		[0, ['d'], 5],
	])('of five, when %i have room: %j stay', (most, kept, forgotten) => {
		const emitted = emittedAt({ e: 5, c: 2, b: 1, d: 1, a: NaN });
		expect(keepNewest(emitted, most, [{ number: 'd' }])).toBe(forgotten);
		expect(left(emitted, 'e', 'd', 'c', 'b', 'a')).toEqual(kept);
	});

	it('of what was changed in the same second, is what was remembered first', () => {
		const emitted = emittedAt({ one: 1, two: 1, three: 1 });
		rememberBooking(emitted, { ...SUMMARY, number: 'one' }, SUMMARY_ALONE, 1);
		keepNewest(emitted, 1, []);
		expect(left(emitted, 'one', 'two', 'three')).toEqual(['one']);
	});
});
