import {
	RESULTS,
	type ComparedBooking,
	type Result,
} from '../../nodes/PartnerHotelBookings/resources/booking/reconcile/comparison';
import type { HotelBooking } from '../../nodes/PartnerHotelBookings/resources/booking/reconcile/hotelBooking';
import type { OwnState } from '../../nodes/PartnerHotelBookings/resources/booking/reconcile/ownBookings';
import {
	bestCounts,
	countsOf,
	implausibility,
	requirePlausible,
	requireReadable,
	type Counts,
} from '../../nodes/PartnerHotelBookings/resources/booking/reconcile/plausibility';
import {
	bookingRecord,
	countsRecord,
	summaryRecord,
} from '../../nodes/PartnerHotelBookings/resources/booking/reconcile/resultItems';
import {
	commonShift,
	requireTimeZone,
	type TimeShift,
} from '../../nodes/PartnerHotelBookings/resources/booking/reconcile/timeShift';
import { ParameterError } from '../../nodes/shared/util/parameterError';

const HOUR = 3600;

const counts = (some: Partial<Counts> = {}): Counts => ({ ...countsOf([], 0), ...some });
const booking = (result: Result, number = 'B'): ComparedBooking => ({
	result,
	number,
	states: [],
	differences: [],
});

function errorOf(work: () => unknown): Error & Partial<ParameterError> {
	try {
		work();
	} catch (error) {
		return error as Error;
	}
	throw new Error('Nothing was thrown');
}

describe('the counts', () => {
	it('are those of each result', () => {
		expect(countsOf([booking('missing'), booking('equal'), booking('equal')], 4)).toEqual({
			...{ missing: 1, cancelledAbsent: 0, changed: 0, cancelled: 0, unknown: 0 },
			...{ unconfirmed: 0, equal: 2, notCompared: 4 },
		});
		expect(Object.keys(counts())).toEqual([...RESULTS, 'notCompared']);
	});

	it.each([
		[5, 2, { unconfirmed: 3, equal: 3 }],
		[5, 5, { unconfirmed: 0, equal: 6 }],
		[5, 9, { unconfirmed: 0, equal: 6 }],
		[5, 0, { unconfirmed: 5, equal: 1 }],
	])('at best, with %i unlisted bookings and %i requests', (unlisted, asked, expected) => {
		expect(bestCounts(counts({ equal: 1, missing: 7 }), unlisted, asked)).toEqual(
			counts({ missing: 7, ...expected }),
		);
	});
});

describe('what is plausible', () => {
	const guard = (failAbove: number, failFrom = 1) => ({ failAbove, failFrom });
	const MISSING = 'that the hotel lists are missing in the items';
	const UNKNOWN = 'in the items are unknown to the hotel';

	it.each<[string, Partial<Counts>, number, number, string | undefined]>([
		['nothing at all', {}, 0, 1, undefined],
		['as many as allowed', { missing: 2, equal: 8 }, 20, 1, undefined],
		['more than allowed', { missing: 3, equal: 7 }, 20, 1, `3 of the 10 bookings ${MISSING}`],
		[
			'all results of both',
			{ missing: 3, changed: 1, cancelled: 2, equal: 4 },
			20,
			1,
			`3 of the 10 bookings ${MISSING}`,
		],
		['fewer than the least number', { missing: 3, equal: 7 }, 20, 4, undefined],
		['the least number', { missing: 4, equal: 6 }, 20, 4, `4 of the 10 bookings ${MISSING}`],
		['none allowed', { missing: 1, equal: 999 }, 0, 9, `1 of the 1000 bookings ${MISSING}`],
		['all allowed', { missing: 9, unknown: 9 }, 100, 1, undefined],
		['cancelled and absent', { cancelledAbsent: 9, equal: 1 }, 0, 1, undefined],
		['unknown, as many as allowed', { unknown: 2, equal: 8 }, 20, 1, undefined],
		['unknown', { unknown: 3, changed: 1, cancelled: 2, equal: 4 }, 20, 1, `3 of the 10 bookings ${UNKNOWN}`],
		['unconfirmed', { unconfirmed: 3, equal: 7 }, 20, 1, `3 of the 10 bookings ${UNKNOWN} or unconfirmed`],
		[
			'both',
			{ unknown: 2, unconfirmed: 1, equal: 7 },
			20,
			3,
			`3 of the 10 bookings ${UNKNOWN} or unconfirmed`,
		],
		['missing first', { missing: 9, unknown: 9 }, 50, 1, `9 of the 9 bookings ${MISSING}`],
		['not compared', { unknown: 1, equal: 3, notCompared: 96 }, 20, 1, `1 of the 4 bookings ${UNKNOWN}`],
	])('%s', (_label, some, failAbove, failFrom, expected) => {
		expect(implausibility(counts(some), guard(failAbove, failFrom))).toBe(expected);
	});

	it('is required, with the property and what to do', () => {
		const error = errorOf(() => requirePlausible('1024', counts({ missing: 1 }), guard(50)));
		expect(error).toBeInstanceOf(ParameterError);
		expect(error).toMatchObject({
			parameter: 'failAbove',
			value: 50,
			problem: `is exceeded at the property 1024: 1 of the 1 bookings ${MISSING}`,
			advice: expect.stringMatching(
				/^Nothing was returned\. .+ raise \{failAbove\} for this run\.$/,
			) as string,
		});
		expect(() => requirePlausible('1024', counts({ equal: 1 }), guard(50))).not.toThrow();
	});

	it('is unknown if records of the feed have no number', () => {
		const error = errorOf(() => requireReadable('1024', 2, true));
		expect(error.message).toMatch(
			/^The bookings feed of property 1024 contains .+ unknown to the hotel \(2\)$/,
		);
		expect(error.advice).toBe('Report it to the provider of the API.');
		expect(() => requireReadable('1024', 0, true)).not.toThrow();
		expect(() => requireReadable('1024', 2, false)).not.toThrow();
	});
});

describe('a time zone that is not the right one', () => {
	const rows = (count: number, shift: number) => Array.from({ length: count }, () => shift);

	it.each<[string, number[], TimeShift | undefined]>([
		['no rows', [], undefined],
		['none', rows(9, 0), undefined],
		['all rows', rows(3, 2 * HOUR), { shift: 2 * HOUR, rows: 3 }],
		['two rows', rows(2, 2 * HOUR), undefined],
		['most rows', [...rows(4, -900), ...rows(3, 5)], { shift: -900, rows: 4 }],
		['half of the rows', [...rows(4, 900), ...rows(4, 0)], undefined],
		['no whole quarter-hour', rows(9, 901), undefined],
		['the farthest', rows(3, 14 * HOUR), { shift: 14 * HOUR, rows: 3 }],
		['the farthest west', rows(3, -14 * HOUR), { shift: -14 * HOUR, rows: 3 }],
		['too far', rows(3, 14 * HOUR + 900), undefined],
		['too far west', rows(3, -14 * HOUR - 900), undefined],
		[
			'summer and winter',
			[...rows(3, HOUR), ...rows(2, 2 * HOUR), 0],
			{ shift: HOUR, summerShift: 2 * HOUR, rows: 5 },
		],
		['summer alone', [...rows(3, HOUR), ...rows(2, 0)], { shift: HOUR, rows: 3 }],
		['different ones', [...rows(3, HOUR), ...rows(3, 3 * HOUR)], undefined],
		['the most common', [...rows(1, 900), ...rows(9, 1800), ...rows(2, -900)], { shift: 1800, rows: 9 }],
	])('%s', (_label, shifts, expected) => {
		expect(commonShift(shifts)).toEqual(expected);
	});

	it.each<[number[], string]>([
		[rows(4, 20_700), 'looks wrong at X: 4 of the 4 times in the items are off by +05:45'],
		[[...rows(4, -5 * HOUR), 0], 'looks wrong at X: 4 of the 5 times in the items are off by -05:00'],
		[
			[...rows(2, 10 * HOUR), ...rows(2, 11 * HOUR)],
			'looks wrong at X: 4 of the 4 times in the items are off by +10:00 or +11:00',
		],
	])('is named with its offset', (shifts, problem) => {
		const error = errorOf(() => requireTimeZone(shifts, 'UTC', ' at X'));
		expect(error).toMatchObject({
			...{ parameter: 'timeZone', value: 'UTC', problem },
			advice: expect.stringContaining('Choose in {timeZone} the zone') as string,
		});
	});

	it('is nothing to speak of otherwise', () => {
		expect(() => requireTimeZone(rows(4, 0), 'UTC', '')).not.toThrow();
	});
});

describe('an item of the output', () => {
	const hotel: HotelBooking = {
		...{ number: 'B', status: 'Active', modifiedSeconds: 100 },
		...{ createdDateTime: 'created', modifiedDateTime: 'modified' },
	};
	const state = (item: number, modifiedSeconds: number, meaning = 'Active'): OwnState => ({
		...{ item, modifiedSeconds, meaning, status: `as ${item}`, modified: `at ${item}` },
	});
	const compared = (
		states: OwnState[],
		differences: ComparedBooking['differences'] = ['modifiedDateTime'],
	): ComparedBooking => ({ result: 'changed', number: 'B', hotel, states, differences });

	it('has both sides', () => {
		expect(bookingRecord('H', compared([state(3, 90)]))).toEqual({
			...{ result: 'changed', propertyId: 'H', number: 'B', status: 'Active' },
			...{ createdDateTime: 'created', modifiedDateTime: 'modified' },
			...{ ownStatus: 'as 3', ownModifiedDateTime: 'at 3', differences: ['modifiedDateTime'] },
			...{ newer: 'hotel', itemCount: 1 },
		});
	});

	it('has null for a side that has none', () => {
		const none = { status: null, createdDateTime: null, modifiedDateTime: null, newer: null };
		expect(bookingRecord('H', { ...compared([state(3, 90)]), hotel: undefined })).toMatchObject({
			...none,
			ownStatus: 'as 3',
		});
		expect(bookingRecord('H', compared([]))).toMatchObject({
			ownStatus: null,
			ownModifiedDateTime: null,
			newer: null,
			itemCount: 0,
		});
	});

	it.each<[string, ComparedBooking, string]>([
		['the first that differs in time', compared([state(1, 100), state(2, 90), state(3, 80)]), 'as 2'],
		['the first that differs in status', compared([state(1, 100), state(2, 100, 'x')], ['status']), 'as 2'],
		['no other status where none is compared', compared([state(1, 100, 'x'), state(2, 90)]), 'as 2'],
		['the latest if all are equal', compared([state(1, 100), state(2, 100)], []), 'as 1'],
		[
			'the latest without the hotel',
			{ ...compared([state(1, 80), state(2, 90), state(3, 85)]), hotel: undefined },
			'as 2',
		],
		['one with a time', { ...compared([state(1, NaN), state(2, 5)]), hotel: undefined }, 'as 2'],
		['the first without times', { ...compared([state(1, NaN), state(2, NaN)]), hotel: undefined }, 'as 1'],
	])('shows %s', (_label, one, shown) => {
		expect(bookingRecord('H', one).ownStatus).toBe(shown);
	});

	it.each<[number[], string | null]>([
		[[100], null],
		[[101], 'items'],
		[[99], 'hotel'],
		[[99, 101], 'items'],
		[[NaN], null],
		[[100, 99], 'hotel'],
	])('says which side is newer: %j', (times, expected) => {
		expect(bookingRecord('H', compared(times.map((time) => state(0, time)))).newer).toBe(expected);
	});

	it('has the counts of a property', () => {
		expect(countsRecord('H', 'since', counts({ missing: 1 }))).toEqual({
			propertyId: 'H',
			modifiedSince: 'since',
			...counts({ missing: 1 }),
		});
	});

	it('has what a repair would do, with ten examples each', () => {
		const many = RESULTS.flatMap((result) =>
			Array.from({ length: 11 }, (_, index) => booking(result, `${result} ${index}`)),
		);
		const record = summaryRecord(
			'H',
			'since',
			[...many, compared([state(3, 90)])],
			countsOf(many, 5),
			undefined,
		);
		const { examples, ...figures } = record;
		expect(figures).toEqual({
			...{ propertyId: 'H', modifiedSince: 'since', plausible: true, problem: null },
			...{
				add: 11,
				addCancelled: 11,
				update: 11,
				cancel: 11,
				delete: 11,
				leave: 11,
				keep: 11,
				notCompared: 5,
			},
		});
		const numbers = Object.entries(examples as Record<string, Array<{ number: string }>>).map(
			([step, list]) => [...[step, list.length, list[0]?.number, list[9]?.number]],
		);
		expect(numbers).toEqual([
			['add', 10, 'missing 0', 'missing 9'],
			['addCancelled', 10, 'cancelledAbsent 0', 'cancelledAbsent 9'],
			['update', 10, 'changed 0', 'changed 9'],
			['cancel', 10, 'cancelled 0', 'cancelled 9'],
			['delete', 10, 'unknown 0', 'unknown 9'],
			['leave', 10, 'unconfirmed 0', 'unconfirmed 9'],
		]);
	});

	it('has examples with both sides, and what is not plausible', () => {
		const none = { ...booking('unknown', 'U'), states: [] };
		const { examples, plausible, problem } = summaryRecord(
			'H',
			'since',
			[compared([state(3, 90)]), none],
			counts(),
			'too many',
		);
		expect([plausible, problem]).toEqual([false, 'too many']);
		expect(examples).toMatchObject({
			update: [
				{
					...{ number: 'B', status: 'Active', modifiedDateTime: 'modified' },
					...{ ownStatus: 'as 3', ownModifiedDateTime: 'at 3' },
				},
			],
			delete: [
				{ number: 'U', status: null, modifiedDateTime: null, ownStatus: null, ownModifiedDateTime: null },
			],
		});
	});
});
