import { wallText } from '../../../nodes/shared/dates/wallClock';
import {
	DEFAULT_READINGS,
	type CancellableStay,
	type HotelTimes,
	type Readings,
} from '../../../nodes/shared/rules/cancellableStay';
import { readCancellationRule } from '../../../nodes/shared/rules/cancellationRule';
import { penaltySteps, unknownSteps } from '../../../nodes/shared/rules/penaltySteps';

/** Worked out by hand from the sentences of the specification, which the names of the tests cite. */

const BERLIN: HotelTimes = { timeZone: 'Europe/Berlin', checkInTime: '15:00', checkOutTime: '11:00' };
const seconds = (text: string) => Date.parse(text) / 1000;

/** Three nights from Friday, 10 July 2026, booked on 1 March at 09:20:30 by the clocks of the hotel. */
const STAY: CancellableStay = {
	arrivalDate: '2026-07-10',
	createdAt: seconds('2026-03-01T08:20:30Z'),
	nights: [100, 80.5, 60],
	prepaid: 50,
	currency: 'EUR',
};
const BOOKED = '2026-03-01T09:20:30';

const RECORD = { id: '7', referencePointKind: 'ProviderArrivalTime', referencePointTime: null };

/** Costs the first night, 100, whenever it holds. */
const TERM = {
	beforeArrivalMatching: 'NoMatter',
	beforeArrivalUnit: 'None',
	beforeArrivalValue: 0,
	penaltyCalculationMethod: 'FirstNights',
	penaltyValue: 1,
	penaltyValueCurrency: 'EUR',
	arrivalDates: [{ startDate: '2020-01-01', endDate: '2020-01-01', isEndless: true }],
};
type TermFields = Partial<Record<keyof typeof TERM | 'beforeArrivalValueMax', unknown>>;

const days = (matching: string, value: number, max?: number): TermFields => ({
	beforeArrivalMatching: matching,
	beforeArrivalUnit: 'Day',
	beforeArrivalValue: value,
	beforeArrivalValueMax: max,
});
const hours = (matching: string, value: number, max?: number): TermFields => ({
	...days(matching, value, max),
	beforeArrivalUnit: 'Hour',
});
const charges = (method: string, value: number, more: TermFields = {}): TermFields => ({
	penaltyCalculationMethod: method,
	penaltyValue: value,
	...more,
});

interface Changes {
	kind?: string;
	time?: string;
	stay?: Partial<CancellableStay>;
	hotel?: Partial<HotelTimes>;
	readings?: Partial<Readings>;
}

function rule(terms: TermFields[] | null, { kind = 'ProviderArrivalTime', time }: Changes = {}, id = '7') {
	return readCancellationRule({
		id,
		referencePointKind: kind,
		referencePointTime: time ?? null,
		cancellationTerms: terms && (terms.map((term) => ({ ...TERM, ...term })) as never),
	});
}

function stepsOf(terms: TermFields[] | null, changes: Changes = {}) {
	const { stay, hotel, readings } = changes;
	return penaltySteps(
		[rule(terms, changes)],
		{ ...STAY, ...stay },
		{ ...BERLIN, ...hotel },
		{ ...DEFAULT_READINGS, ...readings },
	);
}

type Row = [from: string, to: string | null, amount: number | null];

/** By the clocks of the hotel. */
function schedule(terms: TermFields[] | null, changes: Changes = {}): Row[] {
	const zone = changes.hotel?.timeZone ?? BERLIN.timeZone;
	return stepsOf(terms, changes).steps.map(({ from, to, amount }) => [
		wallText(from, zone),
		Number.isFinite(to) ? wallText(to, zone) : null,
		amount,
	]);
}

describe('a rule', () => {
	it.each([[[]], [null]])('"with no terms means free cancellation": %j', (terms) => {
		expect(stepsOf(terms).steps).toEqual([
			{
				from: STAY.createdAt,
				to: Infinity,
				amount: 0,
				method: null,
				ruleId: '7',
				term: null,
				explanation: 'Rule 7 has no terms: cancelling is free',
			},
		]);
	});
});

describe('a rule without its fields', () => {
	it('is read all the same', () => {
		const terms = [{ arrivalDates: [{}] }] as never;
		expect(readCancellationRule({ cancellationTerms: terms })).toEqual({
			id: '',
			referencePointKind: '',
			terms: [{ number: 1, matching: '', unit: 'None', method: '', arrivalDates: [{ from: '' }] }],
		});
	});
});

describe('the reference point', () => {
	// The term holds up to a day before it: the last second tells it.
	const lastSecond = (changes: Changes) => schedule([days('AtLeast', 1)], changes)[0]?.[1];

	it.each<[string, Changes, string]>([
		['"the property\'s standard check-in time"', {}, '2026-07-09T15:00:00'],
		[
			'"the standard check-out time, counted from the day of arrival"',
			{ kind: 'ProviderDepartureTime' },
			'2026-07-09T11:00:00',
		],
		[
			'"the arrival time chosen by the guest"',
			{ kind: 'GuestArrivalTime', stay: { guestArrivalTime: '09:30' } },
			'2026-07-09T09:30:00',
		],
		[
			'"When the guest may not choose, the property\'s standard time applies"',
			{ kind: 'GuestArrivalTime' },
			'2026-07-09T15:00:00',
		],
		['"the time in referencePointTime"', { kind: 'CustomArrivalTime', time: '18:45' }, '2026-07-09T18:45:00'],
		[
			'"the time of day (not the date) at which the booking was made"',
			{ kind: 'BookingCreationTime' },
			'2026-07-09T09:20:30',
		],
		[
			'"the time of day" is that of the property, not of UTC',
			{ kind: 'BookingCreationTime', hotel: { timeZone: 'Pacific/Kiritimati' } },
			'2026-07-09T22:20:30',
		],
	])('is %s', (_, changes, expected) => {
		expect(lastSecond(changes)).toBe(expected);
	});

	it('is told in UTC, the latest of several rules', () => {
		expect(stepsOf([days('AtLeast', 1)]).arrivalAt).toBe(seconds('2026-07-10T13:00:00Z'));
		const early = rule([], { kind: 'ProviderDepartureTime' });
		const both = penaltySteps([early, rule([], {}, '8')], STAY, BERLIN, DEFAULT_READINGS);
		expect(both.arrivalAt).toBe(seconds('2026-07-10T13:00:00Z'));
	});

	it.each<[string, Changes]>([
		['of a guest whose time is unknown', { kind: 'GuestArrivalTime', stay: { guestArrivalTime: null } }],
		['of an unknown kind', { kind: 'Sunrise' }],
		['without the time it needs', { kind: 'CustomArrivalTime' }],
		['with a time that is none', { kind: 'CustomArrivalTime', time: '25:00' }],
		['of a property without a check-in time', { hotel: { checkInTime: undefined } }],
		[
			'of a property without a check-out time',
			{ kind: 'ProviderDepartureTime', hotel: { checkOutTime: undefined } },
		],
		['of a stay without a date', { stay: { arrivalDate: 'soon' } }],
	])('%s leaves the penalty unknown', (_, changes) => {
		const terms = [{ ...days('AtLeast', 1), arrivalDates: [] }];
		expect(schedule(terms, changes)).toEqual([[BOOKED, null, null]]);
		expect(stepsOf(terms, changes)).toMatchObject({
			arrivalAt: null,
			steps: [{ ruleId: '7', term: 1, method: 'FirstNights' }],
		});
		expect(stepsOf(terms, changes).steps[0]?.explanation).toMatch(
			/^Rule 7, term 1 \(at least 1 day before arrival\): the reference point '\w+' is not known$/,
		);
	});

	it('does not matter to a term that holds at any time', () => {
		expect(schedule([{}], { kind: 'Sunrise' })).toEqual([[BOOKED, null, 100]]);
	});
});

describe('the matching', () => {
	it.each<[string, TermFields, Row[]]>([
		['NoMatter', {}, [[BOOKED, null, 100]]],
		[
			'"AtLeast (>= beforeArrivalValue)" in days',
			days('AtLeast', 3),
			[
				[BOOKED, '2026-07-07T15:00:00', 100],
				['2026-07-07T15:00:01', null, 0],
			],
		],
		[
			'"NoMoreThan (<= beforeArrivalValue)" in days, also after the arrival',
			days('NoMoreThan', 3),
			[
				[BOOKED, '2026-07-07T14:59:59', 0],
				['2026-07-07T15:00:00', null, 100],
			],
		],
		[
			'"Between (beforeArrivalValue..beforeArrivalValueMax)" in days, both included',
			days('Between', 3, 7),
			[
				[BOOKED, '2026-07-03T14:59:59', 0],
				['2026-07-03T15:00:00', '2026-07-07T15:00:00', 100],
				['2026-07-07T15:00:01', null, 0],
			],
		],
		[
			'in hours',
			hours('Between', 0, 36),
			[
				[BOOKED, '2026-07-09T02:59:59', 0],
				['2026-07-09T03:00:00', '2026-07-10T15:00:00', 100],
				['2026-07-10T15:00:01', null, 0],
			],
		],
		[
			'of a single second',
			days('Between', 3, 3),
			[
				[BOOKED, '2026-07-07T14:59:59', 0],
				['2026-07-07T15:00:00', '2026-07-07T15:00:00', 100],
				['2026-07-07T15:00:01', null, 0],
			],
		],
		['Between that ends before it starts never holds', days('Between', 7, 3), [[BOOKED, null, 0]]],
		['beyond all dates', days('NoMoreThan', 2_147_483_647), [[BOOKED, null, 100]]],
		['beyond all dates, in hours', hours('NoMoreThan', 2_147_483_647), [[BOOKED, null, 100]]],
		['long after all dates', days('AtLeast', -2_147_483_647), [[BOOKED, null, 100]]],
		['long after all dates, in hours', hours('AtLeast', -2_147_483_647), [[BOOKED, null, 100]]],
	])('%s', (_, term, expected) => {
		expect(schedule([term])).toEqual(expected);
	});

	it.each<[string, unknown, string]>([
		['an unknown matching', days('Sometimes', 3), "the matching 'Sometimes' is not known"],
		['no matching', { beforeArrivalMatching: null }, "the matching '' is not known"],
		['an unknown unit', { ...days('AtLeast', 3), beforeArrivalUnit: 'Week' }, "the unit 'Week' is not known"],
		[
			'"None (only with NoMatter)"',
			{ ...days('NoMoreThan', 3), beforeArrivalUnit: 'None' },
			"the unit 'None'",
		],
		['no unit', { ...days('Between', 3, 7), beforeArrivalUnit: null }, "the unit 'None' is not known"],
		['Between without its end', days('Between', 7), 'a number of days is missing'],
		[
			'Between without its start',
			{ ...hours('Between', 7, 9), beforeArrivalValue: null },
			'a number of hours',
		],
		['no value', { ...days('AtLeast', 0), beforeArrivalValue: null }, 'a number of days is missing'],
		['a blank value', { ...days('AtLeast', 0), beforeArrivalValue: ' ' }, 'a number of days is missing'],
		[
			'a value in words',
			{ ...hours('NoMoreThan', 0), beforeArrivalValue: 'one' },
			'a number of hours is missing',
		],
		[
			'dates that are none',
			{ arrivalDates: [{ startDate: '10.07.2026' }] },
			'its dates of arrival cannot be read',
		],
		['an end that is none', { arrivalDates: [{ endDate: 'soon' }] }, 'its dates of arrival cannot be read'],
		['dates that are no periods', { arrivalDates: ['2026-07-10'] }, 'its dates of arrival cannot be read'],
		['dates that are no list', { arrivalDates: '2026-07-10' }, 'its dates of arrival cannot be read'],
	])('%s: when the term holds is unknown, and cancelling is not free', (_, term, reason) => {
		const { steps } = stepsOf([term as TermFields]);
		expect(steps).toMatchObject([{ from: STAY.createdAt, to: Infinity, amount: null, ruleId: '7', term: 1 }]);
		expect(steps[0]?.explanation).toContain(`Rule 7, term 1: ${reason}`);
		expect(steps[0]?.isCharged).toBeUndefined();
	});

	it.each<[string, unknown, Array<number | null>]>([
		['a text', 'soon', [null]],
		['a list of a text', ['soon'], [null]],
		['a list of null', [null], [0]],
		['a record', { beforeArrivalMatching: 'NoMatter' }, [null]],
	])('terms that are %s', (_, cancellationTerms, expected) => {
		const unreadable = readCancellationRule({ ...RECORD, cancellationTerms: cancellationTerms as never });
		const { steps } = penaltySteps([unreadable], STAY, BERLIN, DEFAULT_READINGS);
		expect(steps.map(({ amount }) => amount)).toEqual(expected);
	});

	it('takes a number as text', () => {
		const terms = [{ ...days('AtLeast', 0), beforeArrivalValue: '3' }];
		expect(schedule(terms)[0]?.[1]).toBe('2026-07-07T15:00:00');
	});

	it('of one unknown term hides what another one charges, but not that one is free', () => {
		const unknown = days('Sometimes', 3);
		const free = { ...days('AtLeast', 3), ...charges('NoPenalty', 0) };
		expect(schedule([unknown, {}])).toEqual([[BOOKED, null, null]]);
		expect(schedule([unknown, free]).map(([, to, amount]) => [to, amount])).toEqual([
			['2026-07-07T15:00:00', 0],
			[null, null],
		]);
		expect(schedule([free, { ...unknown, ...charges('NoPenalty', 0) }]).at(-1)?.[2]).toBeNull();
	});

	it('starts with the booking: what would hold before does not show', () => {
		const stay = { createdAt: seconds('2026-07-08T10:00:00Z') };
		expect(schedule([days('Between', 3, 7)], { stay })).toEqual([['2026-07-08T12:00:00', null, 0]]);
		expect(schedule([days('NoMoreThan', 3)], { stay })).toEqual([['2026-07-08T12:00:00', null, 100]]);
	});

	it('starts with the booking also when that is the very second of a change', () => {
		const stay = { createdAt: seconds('2026-07-07T13:00:00Z') };
		expect(schedule([days('NoMoreThan', 3)], { stay })).toEqual([['2026-07-07T15:00:00', null, 100]]);
	});
});

describe('a day', () => {
	/** The clocks go back on 25 October 2026 and forward on 29 March 2026. */
	const autumn = { arrivalDate: '2026-10-26' };
	const spring = { arrivalDate: '2026-03-30' };

	it.each<[string, Changes, string]>([
		['of the calendar has 25 hours in autumn', { stay: autumn }, '2026-10-25T15:00:00'],
		['of 24 hours', { stay: autumn, readings: { day: 'hours24' } }, '2026-10-25T15:00:00'],
		['of the calendar, over the change', { stay: { arrivalDate: '2026-10-25' } }, '2026-10-24T15:00:00'],
		[
			'of 24 hours, over the change in autumn',
			{ stay: { arrivalDate: '2026-10-25' }, readings: { day: 'hours24' } },
			'2026-10-24T16:00:00',
		],
		['of the calendar, in spring', { stay: spring }, '2026-03-29T15:00:00'],
		[
			'of 24 hours, over the change in spring',
			{ stay: { arrivalDate: '2026-03-29' }, readings: { day: 'hours24' } },
			'2026-03-28T14:00:00',
		],
	])('%s', (_, changes, expected) => {
		expect(schedule([days('AtLeast', 1)], changes)[0]?.[1]).toBe(expected);
	});

	it('that ends at a time shown twice ends at the later one', () => {
		const { steps } = stepsOf([days('AtLeast', 1)], { stay: autumn, hotel: { checkInTime: '02:30' } });
		expect(steps[0]?.to).toBe(seconds('2026-10-25T01:30:00Z'));
	});

	it('that ends at a time that is skipped ends as much later as is skipped', () => {
		const { steps } = stepsOf([days('AtLeast', 1)], { stay: spring, hotel: { checkInTime: '02:30' } });
		expect(steps[0]?.to).toBe(seconds('2026-03-29T01:30:00Z'));
	});

	it('is counted from the time on the clocks, not from a reference point that was moved', () => {
		const changes = { stay: { arrivalDate: '2026-03-29' }, hotel: { checkInTime: '02:30' } };
		expect(schedule([days('AtLeast', 1)], changes)[0]?.[1]).toBe('2026-03-28T02:30:00');
		expect(schedule([hours('AtLeast', 24)], changes)[0]?.[1]).toBe('2026-03-28T02:30:00');
	});

	it('has hours of 60 minutes, whatever the clocks do', () => {
		const changes = { stay: { arrivalDate: '2026-10-25' } };
		expect(schedule([hours('AtLeast', 24)], changes)[0]?.[1]).toBe('2026-10-24T16:00:00');
	});
});

describe('the dates of arrival', () => {
	const period = (startDate: string, endDate: string | null, isEndless = false) => ({
		arrivalDates: [{ startDate, endDate, isEndless }],
	});

	it.each<[string, TermFields, number]>([
		['"includes both its start"', period('2026-07-10', '2026-08-01'), 100],
		['"and end date"', period('2026-06-01', '2026-07-10'), 100],
		['leave out a day before', period('2026-07-11', '2026-08-01'), 0],
		['leave out a day after', period('2026-06-01', '2026-07-09'), 0],
		['"isEndless = true means no end date"', period('2026-06-01', null, true), 100],
		['ignore an end date beside isEndless', period('2026-06-01', '2026-06-01', true), 100],
		['have no end without an end date', period('2026-06-01', null), 100],
		['have times as well', period('2026-07-10T00:00:00', '2026-07-10T00:00:00'), 100],
		['are all days where none are given', { arrivalDates: [] }, 100],
		['are all days where they are null', { arrivalDates: null }, 100],
		[
			'are those of any period',
			{
				arrivalDates: [
					{ startDate: '2026-01-01', endDate: '2026-01-31', isEndless: false },
					{ startDate: '2026-07-01', endDate: '2026-07-31', isEndless: false },
				],
			},
			100,
		],
	])('%s', (_, term, expected) => {
		expect(schedule([term])).toEqual([[BOOKED, null, expected]]);
	});
});

describe('the method', () => {
	it.each<[string, TermFields, number | null, string]>([
		['NoPenalty', charges('NoPenalty', 100), 0, 'no penalty'],
		[
			'"FirstNightPercent (percent of first night cost)"',
			charges('FirstNightPercent', 80),
			80,
			'80 % of the first night (100 EUR)',
		],
		[
			'"PrepaymentPercent (percent of prepayment)"',
			charges('PrepaymentPercent', 50),
			25,
			'50 % of the prepayment (50 EUR)',
		],
		[
			'"FirstNights (full cost of first N nights)"',
			charges('FirstNights', 2),
			180.5,
			'the first 2 of 3 nights',
		],
		['FirstNights, all there are', charges('FirstNights', 9), 240.5, 'the first 3 of 3 nights'],
		['FirstNights, whole ones', charges('FirstNights', 1.9), 100, 'the first 1 of 3 nights'],
		['FirstNights, none', charges('FirstNights', 0), 0, 'the first 0 of 3 nights'],
		['FirstNights, less than none', charges('FirstNights', -1), null, 'FirstNights with the value -1'],
		['less than nothing', charges('PrepaymentPercent', -5), null, 'PrepaymentPercent with the value -5'],
		['Percent, of all nights', charges('Percent', 10), 24.05, '10 % of all nights (240.5 EUR)'],
		['Fixed', charges('Fixed', 12.345), 12.35, 'a fixed amount of 12.35 EUR'],
		[
			'Fixed without a currency',
			charges('Fixed', 12, { penaltyValueCurrency: null }),
			12,
			'a fixed amount of 12 EUR',
		],
		[
			'Fixed in another currency',
			charges('Fixed', 12, { penaltyValueCurrency: 'USD' }),
			null,
			'a fixed amount of 12 USD, which is not known in EUR',
		],
		[
			'Fixed in another currency, nothing',
			charges('Fixed', 0, { penaltyValueCurrency: 'USD' }),
			0,
			'a fixed amount of 0 USD',
		],
		['an unknown one', charges('Sympathy', 1), null, "the unknown method 'Sympathy'"],
		['none', { penaltyCalculationMethod: null }, null, "the unknown method ''"],
		['one without a value', { penaltyValue: null }, null, 'FirstNights without a value'],
	])('%s', (_, term, amount, basis) => {
		const [step] = stepsOf([term]).steps;
		expect(step).toMatchObject({ amount, explanation: `Rule 7, term 1 (at any time): ${basis}` });
		const { penaltyCalculationMethod: method = TERM.penaltyCalculationMethod } = term;
		expect(step?.method).toBe(method ?? '');
	});

	it.each<[string, number, number, string, number]>([
		['half a cent up', 0.6, 12.5, 'EUR', 0.08],
		['half a cent that floating point makes less', 1.15, 50, 'EUR', 0.58],
		['no decimals', 999, 50, 'JPY', 500],
		['three decimals', 0.001, 50, 'KWD', 0.001],
	])('rounds to %s', (_, night, percent, currency, expected) => {
		const stay = { nights: [night], currency };
		expect(schedule([charges('FirstNightPercent', percent)], { stay })[0]?.[2]).toBe(expected);
	});

	it.each<[string, TermFields, Partial<CancellableStay>, number | null]>([
		['a percentage of an unknown night', charges('FirstNightPercent', 50), { nights: [null, 5] }, null],
		['a percentage of no night', charges('FirstNightPercent', 50), { nights: [] }, null],
		['nothing of an unknown night', charges('FirstNightPercent', 0), { nights: [null, 5] }, 0],
		['a percentage of an unknown prepayment', charges('PrepaymentPercent', 50), { prepaid: null }, null],
		['nights of which one is unknown', charges('FirstNights', 2), { nights: [5, null] }, null],
		['known nights before an unknown one', charges('FirstNights', 1), { nights: [5, null] }, 5],
		['nights of none', charges('FirstNights', 1), { nights: [] }, null],
		['no nights of none', charges('FirstNights', 0), { nights: [] }, 0],
		['a percentage of nights of which one is unknown', charges('Percent', 5), { nights: [null, 5] }, null],
		['a percentage of no nights', charges('Percent', 5), { nights: [] }, null],
	])('%s', (_, term, stay, expected) => {
		expect(schedule([term], { stay })).toEqual([[BOOKED, null, expected]]);
	});

	it('says that a price is not known', () => {
		const [step] = stepsOf([charges('FirstNightPercent', 50)], { stay: { nights: [null] } }).steps;
		expect(step?.explanation).toBe('Rule 7, term 1 (at any time): 50 % of the first night (not known)');
	});
});

describe('several terms', () => {
	const twoTerms = [charges('FirstNights', 2), { ...days('NoMoreThan', 3), penaltyValue: 1 }];

	it('that hold at the same time: the cheapest, unless the dearest is asked for', () => {
		expect(schedule(twoTerms)).toEqual([
			[BOOKED, '2026-07-07T14:59:59', 180.5],
			['2026-07-07T15:00:00', null, 100],
		]);
		expect(schedule(twoTerms, { readings: { several: 'dearest' } })).toEqual([[BOOKED, null, 180.5]]);
	});

	it('name the term that counts; the first of equal ones', () => {
		expect(stepsOf(twoTerms).steps.map(({ term, explanation }) => [term, explanation])).toEqual([
			[1, 'Rule 7, term 1 (at any time): the first 2 of 3 nights'],
			[2, 'Rule 7, term 2 (no more than 3 days before arrival): the first 1 of 3 nights'],
		]);
		const equal = [days('Between', 3, 7), hours('AtLeast', 12)];
		expect(stepsOf(equal).steps.map(({ term }) => term)).toEqual([2, 1, 2, null]);
		expect(stepsOf([...equal].reverse()).steps.map(({ term }) => term)).toEqual([1, null]);
		expect(stepsOf([{}, {}], { readings: { several: 'dearest' } }).steps.map(({ term }) => term)).toEqual([
			1,
		]);
		expect(stepsOf(equal).steps[1]?.explanation).toContain('(between 3 and 7 days before arrival)');
		expect(stepsOf(equal).steps[3]?.explanation).toBe('Rule 7 has no term for this time: cancelling is free');
	});

	it.each<[string, TermFields[], Partial<Readings>, Array<number | null>]>([
		['an unknown amount hides a known one', [charges('Sympathy', 1), {}], {}, [null]],
		['whichever comes first', [{}, charges('Sympathy', 1)], {}, [null]],
		['but nothing is cheaper than free', [charges('Sympathy', 1), charges('NoPenalty', 0)], {}, [0]],
		['whichever of them comes first', [charges('NoPenalty', 0), charges('Sympathy', 1)], {}, [0]],
		[
			'free hides nothing from the dearest',
			[charges('NoPenalty', 0), charges('Sympathy', 1)],
			{ several: 'dearest' },
			[null],
		],
	])('%s', (_, terms, readings, expected) => {
		expect(stepsOf(terms, { readings }).steps.map(({ amount }) => amount)).toEqual(expected);
	});

	it('that are free one after the other keep their places', () => {
		const free = [{ ...days('AtLeast', 3), ...charges('NoPenalty', 0) }];
		expect(stepsOf(free).steps.map(({ term, amount }) => [term, amount])).toEqual([
			[1, 0],
			[null, 0],
		]);
	});
});

/** "stayUnitKind (enum NightRate, DailyRate)": what a night costs where days are sold, no document says. */
describe('where days are sold', () => {
	const hotel = { stayUnitKind: 'DailyRate' };
	const found = (term: TermFields, changes: Changes = {}) =>
		stepsOf([term], { hotel, ...changes }).steps.map(({ amount, isCharged, explanation }) => ({
			amount,
			isCharged: isCharged ?? false,
			explanation: explanation.replace('Rule 7, term 1 (at any time): ', ''),
		}));
	const REASON = 'the property sells no nights (stayUnitKind DailyRate), so what one costs is not known';

	it.each<[string, TermFields, string]>([
		['FirstNightPercent', charges('FirstNightPercent', 80), '80 % of the first night'],
		['FirstNights', charges('FirstNights', 2), 'the first nights, 2 in number'],
		['Percent', charges('Percent', 10), '10 % of all nights'],
	])('%s charges an unknown amount, but it is not free', (_, term, basis) => {
		expect(found(term)).toEqual([{ amount: null, isCharged: true, explanation: `${basis}: ${REASON}` }]);
		expect(found(term, { hotel: { stayUnitKind: 'NightRate' } })[0]?.amount).not.toBeNull();
		expect(found(term, { hotel: {} })[0]?.amount).not.toBeNull();
	});

	it.each<[string, TermFields, Partial<CancellableStay>, number | null, boolean]>([
		['a percentage of the prepayment', charges('PrepaymentPercent', 50), {}, 25, false],
		['an amount', charges('Fixed', 12), {}, 12, false],
		['nothing', charges('NoPenalty', 1), {}, 0, false],
		['0 percent', charges('FirstNightPercent', 0), {}, 0, false],
		['no nights', charges('FirstNights', 0.9), {}, 0, false],
		['nights that cost nothing', charges('FirstNights', 2), { nights: [0, 0] }, 0, false],
		['nights of which one costs nothing', charges('FirstNights', 1), { nights: [0, 5] }, null, false],
		['a night of which one is unknown', charges('FirstNights', 1), { nights: [5, null] }, null, false],
		['an unknown night', charges('FirstNights', 1), { nights: [null] }, null, false],
		[
			'what could be rounded to nothing',
			charges('FirstNightPercent', 1),
			{ nights: [100, 0.1] },
			null,
			false,
		],
		['half a percent', charges('FirstNightPercent', 0.5), {}, null, true],
	])('%s', (_, term, stay, amount, isCharged) => {
		expect(found(term, { stay })).toMatchObject([{ amount, isCharged }]);
	});

	it('something else is no night either', () => {
		const [step] = found(charges('FirstNights', 1), { hotel: { stayUnitKind: 'WeekRate' } });
		expect(step).toMatchObject({
			amount: null,
			explanation: expect.stringContaining('stayUnitKind WeekRate') as string,
		});
	});

	it.each<[string, Partial<Readings>, TermFields[], number | null, boolean]>([
		['the cheapest: what may be free', {}, [charges('FirstNights', 1), charges('Sympathy', 1)], 2, false],
		[
			'the cheapest: what may be free, first',
			{},
			[charges('Sympathy', 1), charges('FirstNights', 1)],
			1,
			false,
		],
		['the cheapest: not an amount', {}, [charges('Fixed', 1), charges('FirstNights', 1)], 2, true],
		['the cheapest: what is free', {}, [charges('FirstNights', 1), charges('NoPenalty', 1)], 2, false],
		[
			'the dearest: what is charged',
			{ several: 'dearest' },
			[charges('Sympathy', 1), charges('FirstNights', 1)],
			2,
			true,
		],
		[
			'the dearest: not an amount',
			{ several: 'dearest' },
			[charges('Fixed', 9999), charges('Sympathy', 1)],
			2,
			false,
		],
	])('of several terms, %s counts', (_, readings, terms, term, isCharged) => {
		const [step] = stepsOf(terms, { hotel, readings }).steps;
		expect([step?.term, step?.isCharged ?? false]).toEqual([term, isCharged]);
	});
});

describe('several rate plans', () => {
	const flexible = rule([days('NoMoreThan', 3)], {}, 'flexible');
	const strict = rule([charges('Percent', 100)], {}, 'strict');
	const steps = (readings: Partial<Readings>) =>
		penaltySteps([strict, flexible], STAY, BERLIN, { ...DEFAULT_READINGS, ...readings }).steps;

	it('the lower one of their penalties counts for the whole stay', () => {
		expect(steps({}).map(({ ruleId, amount }) => [ruleId, amount])).toEqual([
			['flexible', 0],
			['flexible', 100],
		]);
	});

	it('that follow each other with the same number of a term are two steps', () => {
		const one = rule([{}], {}, 'one');
		const other = rule([{ ...days('NoMoreThan', 3), penaltyValue: 2 }], {}, 'other');
		const dearest = { ...DEFAULT_READINGS, several: 'dearest' as const };
		const found = penaltySteps([one, other], STAY, BERLIN, dearest).steps;
		expect(found.map(({ ruleId, term, amount }) => [ruleId, term, amount])).toEqual([
			['one', 1, 100],
			['other', 1, 180.5],
		]);
	});

	it('or the higher one, if asked for', () => {
		expect(steps({ several: 'dearest' }).map(({ ruleId, amount }) => [ruleId, amount])).toEqual([
			['strict', 240.5],
		]);
	});
});

describe('what is unknown', () => {
	it('is one step with its reason', () => {
		expect(unknownSteps(5, 'nobody knows')).toEqual({
			arrivalAt: null,
			steps: [
				{
					from: 5,
					to: Infinity,
					amount: null,
					method: null,
					ruleId: null,
					term: null,
					explanation: 'nobody knows',
				},
			],
		});
	});
});
