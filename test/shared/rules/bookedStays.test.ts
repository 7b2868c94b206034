import type { IDataObject } from 'n8n-workflow';

import type { CancellationTerms } from '../../../nodes/shared/api/property/cancellationRules';
import { bookedStays, hotelTimes, instantAt } from '../../../nodes/shared/rules/bookedStays';
import { bookingSteps } from '../../../nodes/shared/rules/bookingSteps';
import { DEFAULT_READINGS, type Readings } from '../../../nodes/shared/rules/cancellableStay';
import { cancellationDeadlines } from '../../../nodes/shared/rules/cancellationDeadlines';

const seconds = (text: string) => Date.parse(text) / 1000;

const always = (id: string, penaltyCalculationMethod: string, penaltyValue: number): IDataObject => ({
	id,
	referencePointKind: 'ProviderArrivalTime',
	cancellationTerms: [{ beforeArrivalMatching: 'NoMatter', penaltyCalculationMethod, penaltyValue }],
});
/** Free up to a day before the reference point. */
const flexible = (id: string, referencePointKind: string): IDataObject => ({
	id,
	referencePointKind,
	cancellationTerms: [
		{
			beforeArrivalMatching: 'NoMoreThan',
			beforeArrivalUnit: 'Day',
			beforeArrivalValue: 1,
			penaltyCalculationMethod: 'FirstNights',
			penaltyValue: 1,
		},
	],
});

const RULES = [
	flexible('free', 'ProviderArrivalTime'),
	flexible('guest', 'GuestArrivalTime'),
	always('first', 'FirstNightPercent', 100),
	always('prepaid', 'PrepaymentPercent', 100),
];

function termsOf(changes: Partial<CancellationTerms['facts']> = {}): CancellationTerms {
	return {
		facts: {
			id: '1024',
			timeZone: 'Europe/Berlin',
			checkInTime: '15:00',
			checkOutTime: '11:00',
			// Each rule has a rate plan of its name.
			cancellationRuleIds: new Map([
				...RULES.map(({ id }) => [`${String(id)} plan`, String(id)] as const),
				['lost plan', 'lost'],
			]),
			extraStayRuleIds: new Map(),
			roomTypes: [],
			ratePlans: [],
			services: [],
			...changes,
		},
		rules: new Map(RULES.map((rule) => [String(rule.id), rule])),
	};
}

const night = (date: string, priceBeforeTax: unknown, plan: string): IDataObject => ({
	date,
	priceBeforeTax: priceBeforeTax as number,
	ratePlanId: plan,
});

function stayOf(plan: string, changes: IDataObject = {}): IDataObject {
	return {
		stayDates: { arrivalDateTime: '2026-07-10T15:00', departureDateTime: '2026-07-12T11:00' },
		ratePlans: [{ id: plan }],
		dailyRates: [night('2026-07-10', 100, plan), night('2026-07-11', 50, plan)],
		total: { priceBeforeTax: 150, priceAfterTax: 165 },
		...changes,
	};
}

function bookingOf(roomStays: IDataObject[], changes: IDataObject = {}): IDataObject {
	return {
		number: 'b-1',
		status: 'Active',
		createdDateTime: '2026-03-01T08:20:30Z',
		currencyCode: 'EUR',
		guaranteeInfo: { totalPrepaid: 100 },
		roomStays,
		...changes,
	};
}

const amounts = (booking: IDataObject, readings: Partial<Readings> = {}, terms = termsOf()) =>
	bookedStays(booking, terms, { ...DEFAULT_READINGS, ...readings }).map(({ steps }) =>
		steps.map(({ amount }) => amount),
	);
const reasons = (booking: IDataObject, terms = termsOf()) =>
	bookedStays(booking, terms, DEFAULT_READINGS).flatMap(({ steps }) =>
		steps.flatMap(({ amount, explanation }) => (amount === null ? explanation : [])),
	);

describe('the room stays of a booking', () => {
	it('have their numbers, dates, rules and steps', () => {
		const stays = [stayOf('free plan', { index: 7 }), stayOf('first plan')];
		const [first, second] = bookedStays(bookingOf(stays), termsOf(), DEFAULT_READINGS);
		expect(first).toMatchObject({
			index: 7,
			arrivalDate: '2026-07-10',
			departureDate: '2026-07-12',
			arrivalAt: seconds('2026-07-10T13:00:00Z'),
			rules: [{ id: 'free' }],
			steps: [
				{ from: seconds('2026-03-01T08:20:30Z'), to: seconds('2026-07-09T12:59:59Z'), amount: 0 },
				{ from: seconds('2026-07-09T13:00:00Z'), to: Infinity, amount: 100 },
			],
		});
		expect(second).toMatchObject({ index: 2, rules: [{ id: 'first' }], steps: [{ amount: 100 }] });
	});

	it('take the first night by its date, whatever the order', () => {
		const dailyRates = [night('2026-07-11', 50, 'first plan'), night('2026-07-10', '100', 'first plan')];
		expect(amounts(bookingOf([stayOf('first plan', { dailyRates })]))).toEqual([[100]]);
		expect(dailyRates[0]?.date).toBe('2026-07-11');
	});

	it('take the time of the early arrival that was booked', () => {
		const earlyArrival = { overriddenDateTime: '2026-07-10T09:30' };
		const stays = [stayOf('guest plan', { extraStayCharges: { earlyArrival } }), stayOf('guest plan')];
		expect(
			bookedStays(bookingOf(stays), termsOf(), DEFAULT_READINGS).map(({ arrivalAt }) => arrivalAt),
		).toEqual([seconds('2026-07-10T07:30:00Z'), seconds('2026-07-10T13:00:00Z')]);
	});

	// "GuestArrivalTime: the arrival time chosen by the guest"
	it.each<[string, IDataObject, string | null]>([
		['a time after the check-in', { stayDates: { arrivalDateTime: '2026-07-10T18:00' } }, '16:00'],
		['the same with seconds', { stayDates: { arrivalDateTime: '2026-07-10T18:00:00' } }, '16:00'],
		['a minute after the check-in', { stayDates: { arrivalDateTime: '2026-07-10T15:01' } }, '13:01'],
		['the check-in time', { stayDates: { arrivalDateTime: '2026-07-10T15:00' } }, '13:00'],
		[
			'a time before it, without an early arrival',
			{ stayDates: { arrivalDateTime: '2026-07-10T09:00' } },
			'13:00',
		],
		['no time', { stayDates: { arrivalDateTime: '2026-07-10' } }, '13:00'],
		['a time that is none', { stayDates: { arrivalDateTime: '2026-07-10Tnoon!' } }, '13:00'],
		[
			'an early arrival, whatever the dates of the stay say',
			{
				stayDates: { arrivalDateTime: '2026-07-10T18:00' },
				extraStayCharges: { earlyArrival: { overriddenDateTime: '2026-07-10T09:30:00' } },
			},
			'07:30',
		],
		[
			'a late departure alone',
			{
				stayDates: { arrivalDateTime: '2026-07-10T18:00' },
				extraStayCharges: { earlyArrival: null, lateDeparture: { overriddenDateTime: '2026-07-12T18:00' } },
			},
			'16:00',
		],
		['an early arrival without a time', { extraStayCharges: { earlyArrival: { total: {} } } }, null],
		[
			'an early arrival on another day',
			{ extraStayCharges: { earlyArrival: { overriddenDateTime: '2026-07-09T22:00' } } },
			null,
		],
		[
			'an early arrival with a date alone',
			{ extraStayCharges: { earlyArrival: { overriddenDateTime: '2026-07-10' } } },
			null,
		],
	])('go by the time of arrival that the guest has chosen: %s', (_, changes, utc) => {
		const [stay] = bookedStays(bookingOf([stayOf('guest plan', changes)]), termsOf(), DEFAULT_READINGS);
		expect(stay?.arrivalAt ?? null).toBe(utc === null ? null : seconds(`2026-07-10T${utc}:00Z`));
		const [standard] = bookedStays(bookingOf([stayOf('free plan', changes)]), termsOf(), DEFAULT_READINGS);
		expect(standard?.arrivalAt).toBe(seconds('2026-07-10T13:00:00Z'));
		expect(stay?.steps.map(({ amount }) => amount)).toEqual(utc === null ? [null] : [0, 100]);
	});

	it('do not go by a time of arrival that nobody can compare with the check-in time', () => {
		const late = { stayDates: { arrivalDateTime: '2026-07-10T18:00' } };
		const terms = termsOf({ checkInTime: undefined });
		const [stay] = bookedStays(bookingOf([stayOf('guest plan', late)]), terms, DEFAULT_READINGS);
		expect(stay).toMatchObject({ arrivalAt: null, steps: [{ amount: null }] });
	});

	// "stayUnitKind (enum NightRate, DailyRate)"
	it.each([
		['NightRate', [100]],
		['DailyRate', [null]],
		[undefined, [100]],
	])('at a property that sells %s cost %j', (stayUnitKind, expected) => {
		expect(amounts(bookingOf([stayOf('first plan')]), {}, termsOf({ stayUnitKind }))).toEqual([expected]);
	});

	it('share the prepayment in proportion to their totals', () => {
		const stays = [stayOf('prepaid plan'), stayOf('prepaid plan', { total: { priceAfterTax: 330 } })];
		expect(amounts(bookingOf(stays))).toEqual([[33.33], [66.67]]);
	});

	it('share it in whole units of the currency', () => {
		const stays = [stayOf('prepaid plan'), stayOf('prepaid plan', { total: { priceAfterTax: 330 } })];
		expect(amounts(bookingOf(stays, { currencyCode: 'JPY' }))).toEqual([[33], [67]]);
	});

	it('without a known prepayment does not say what is kept of it', () => {
		expect(amounts(bookingOf([stayOf('prepaid plan')], { guaranteeInfo: null }))).toEqual([[null]]);
	});

	it.each<[string, Readings['prices'], IDataObject, number | null]>([
		['before tax', 'beforeTax', {}, 100],
		['after tax, raised as the total is', 'afterTax', {}, 110],
		['after tax without a total', 'afterTax', { total: null }, null],
		['after tax without its one half', 'afterTax', { total: { priceBeforeTax: 150 } }, null],
		['after tax without its other half', 'afterTax', { total: { priceAfterTax: 150 } }, null],
		['after tax of nothing', 'afterTax', { total: { priceBeforeTax: 0, priceAfterTax: 5 } }, null],
		[
			'after tax of a night that costs nothing',
			'afterTax',
			{ total: null, dailyRates: [night('2026-07-10', 0, 'first plan')] },
			0,
		],
		[
			'after tax of an unknown night',
			'afterTax',
			{ dailyRates: [night('2026-07-10', null, 'first plan')] },
			null,
		],
	])('have prices %s', (_, prices, changes, expected) => {
		const booking = bookingOf([stayOf('first plan', changes)]);
		const [stay] = bookedStays(booking, termsOf(), { ...DEFAULT_READINGS, prices });
		expect(stay?.steps.map(({ amount }) => amount)).toEqual([expected]);
		const shown = expected === null ? 'not known' : `${expected} EUR`;
		expect(stay?.steps[0]?.explanation).toContain(`100 % of the first night (${shown})`);
	});

	it('with nights of several rate plans have the lower penalty', () => {
		const dailyRates = [
			{ date: '2026-07-10', priceBeforeTax: 100, RatePlanId: 'first plan' },
			night('2026-07-11', 50, 'free plan'),
			night('2026-07-12', 50, 'free plan'),
		];
		const [stay] = bookedStays(bookingOf([stayOf('other', { dailyRates })]), termsOf(), DEFAULT_READINGS);
		expect(stay?.rules.map(({ id }) => id)).toEqual(['first', 'free']);
		expect(stay?.steps.map(({ amount }) => amount)).toEqual([0, 100]);
	});

	it('take the rate plans of those nights that have one', () => {
		const dailyRates = [night('2026-07-10', 100, 'first plan'), { date: '2026-07-11', priceBeforeTax: 50 }];
		expect(amounts(bookingOf([stayOf('other', { dailyRates })]))).toEqual([[100]]);
	});

	it('without nights go by the rate plans of the stay', () => {
		expect(amounts(bookingOf([stayOf('free plan', { dailyRates: null })]))).toEqual([[0, null]]);
	});
});

describe('what lacks is named', () => {
	it.each<[string, IDataObject, IDataObject, string]>([
		[
			'a rule that is not listed',
			stayOf('lost plan'),
			{},
			'Rate plan lost plan has no known cancellation rule',
		],
		['a rate plan that is gone', stayOf('old plan'), {}, 'Rate plan old plan has no known cancellation rule'],
		[
			'the rate plan',
			stayOf('free plan', { dailyRates: [], ratePlans: [] }),
			{},
			'The room stay has no rate plan',
		],
		[
			'the creation',
			stayOf('free plan'),
			{ createdDateTime: null },
			'The booking has no time of its creation',
		],
		[
			'the date of arrival',
			stayOf('free plan', { stayDates: null }),
			{},
			'The room stay has no date of arrival',
		],
	])('%s', (_, stay, changes, expected) => {
		expect(reasons(bookingOf([stay], changes))).toEqual([expected]);
	});

	it.each([[undefined], ['Mars/Olympus']])('the time zone %s', (timeZone) => {
		expect(reasons(bookingOf([stayOf('free plan')]), termsOf({ timeZone }))).toEqual([
			'The property has no known time zone',
		]);
		expect(hotelTimes(termsOf({ timeZone }))).toBeUndefined();
	});
});

describe('an instant of a record', () => {
	it('is in whole seconds', () => {
		expect(instantAt({ at: '2026-03-01T08:20:30.987Z' }, 'at')).toBe(seconds('2026-03-01T08:20:30Z'));
		expect(instantAt({}, 'at')).toBeUndefined();
	});
});

describe('a whole booking', () => {
	it('costs the sum of its stays, and has arrived with the last of them', () => {
		const stays = bookedStays(
			bookingOf([stayOf('free plan'), stayOf('first plan')]),
			termsOf(),
			DEFAULT_READINGS,
		);
		const { steps, arrivalAt } = bookingSteps(stays, 'EUR');
		expect(steps.map(({ amount }) => amount)).toEqual([100, 200]);
		expect(arrivalAt).toBe(seconds('2026-07-10T13:00:00Z'));
	});

	it('has arrived with the stay that arrives last', () => {
		const early = { extraStayCharges: { earlyArrival: { overriddenDateTime: '2026-07-10T09:30' } } };
		const stays = [stayOf('free plan'), stayOf('guest plan', early)];
		const { arrivalAt } = bookingSteps(bookedStays(bookingOf(stays), termsOf(), DEFAULT_READINGS), 'EUR');
		expect(arrivalAt).toBe(seconds('2026-07-10T13:00:00Z'));
	});

	it('is unknown where one of its stays is', () => {
		const stays = bookedStays(
			bookingOf([stayOf('free plan'), stayOf('old plan')]),
			termsOf(),
			DEFAULT_READINGS,
		);
		expect(bookingSteps(stays, 'EUR').steps.map(({ amount }) => amount)).toEqual([null, null]);
		expect(bookingSteps([], 'EUR')).toEqual({ steps: [], arrivalAt: null });
	});
});

describe('deadlines', () => {
	const NONE = { freeCancellationDeadline: null, freeCancellationDeadlineUtc: null };
	const UNTIL = {
		freeCancellation: 'until',
		freeCancellationDeadline: '2026-07-09T14:59:59',
		freeCancellationDeadlineUtc: '2026-07-09T12:59:59Z',
	};
	const at = (moment: string, terms = termsOf()) => cancellationDeadlines(terms, seconds(moment));
	const early = at('2026-07-01T00:00:00Z');

	it('are in local time and UTC', () => {
		expect(early.absence).toBeUndefined();
		expect(early.ofBooking(bookingOf([stayOf('free plan')]))).toEqual(UNTIL);
		expect(at('2026-07-09T13:00:00Z').ofBooking(bookingOf([stayOf('free plan')]))).toEqual({
			...UNTIL,
			freeCancellation: 'ended',
		});
	});

	it('of a booking are the earliest of its stays', () => {
		const booking = bookingOf([stayOf('free plan'), stayOf('first plan')]);
		expect(early.ofBooking(booking)).toEqual({ freeCancellation: 'never', ...NONE });
		expect(early.ofRoomStays(booking)).toEqual([UNTIL, { freeCancellation: 'never', ...NONE }]);
	});

	it('are none for a cancelled booking', () => {
		const booking = bookingOf([stayOf('free plan'), stayOf('free plan')], { status: 'Cancelled' });
		const expected = { freeCancellation: 'cancelled', ...NONE };
		expect(early.ofBooking(booking)).toEqual(expected);
		expect(early.ofRoomStays(booking)).toEqual([expected, expected]);
	});

	it('that are unknown have a note', () => {
		const unknown = {
			freeCancellation: 'unknown',
			...NONE,
			freeCancellationNote: 'Rate plan old plan has no known cancellation rule',
		};
		const booking = bookingOf([stayOf('free plan'), stayOf('old plan')]);
		expect(early.ofBooking(booking)).toEqual(unknown);
		expect(early.ofRoomStays(booking)).toEqual([UNTIL, unknown]);
		expect(early.ofBooking(bookingOf([stayOf('free plan')], { createdDateTime: null }))).toMatchObject({
			freeCancellationNote: 'The booking has no time of its creation',
		});
	});

	it('at a property that sells days are the same, though what is charged after them is unknown', () => {
		const terms = termsOf({ stayUnitKind: 'DailyRate' });
		const booking = bookingOf([stayOf('free plan'), stayOf('free plan')]);
		expect(at('2026-07-01T00:00:00Z', terms).ofBooking(booking)).toEqual(UNTIL);
		expect(at('2026-07-09T13:00:00Z', terms).ofBooking(booking)).toEqual({
			...UNTIL,
			freeCancellation: 'ended',
		});
		const never = bookingOf([stayOf('free plan'), stayOf('first plan')]);
		expect(at('2026-07-01T00:00:00Z', terms).ofBooking(never)).toEqual({
			freeCancellation: 'never',
			...NONE,
		});
	});

	it.each<[string, IDataObject, string]>([
		[
			'an unknown matching',
			{ beforeArrivalMatching: 'Sometimes', penaltyCalculationMethod: 'NoPenalty' },
			"Rule free, term 1: the matching 'Sometimes' is not known",
		],
		[
			'an unknown unit',
			{ beforeArrivalMatching: 'NoMoreThan', beforeArrivalUnit: 'Week', beforeArrivalValue: 1 },
			"Rule free, term 1: the unit 'Week' is not known",
		],
		[
			'an unknown method',
			{ beforeArrivalMatching: 'NoMatter', penaltyCalculationMethod: 'Sympathy', penaltyValue: 1 },
			"Rule free, term 1 (at any time): the unknown method 'Sympathy'",
		],
	])('with %s are not known', (_, term, note) => {
		const { facts } = termsOf();
		const rules = new Map([['free', { ...RULES[0], cancellationTerms: [term] } as IDataObject]]);
		const deadlines = at('2026-07-01T00:00:00Z', { facts, rules });
		const unknown = { freeCancellation: 'unknown', ...NONE, freeCancellationNote: note };
		expect(deadlines.ofBooking(bookingOf([stayOf('free plan')]))).toEqual(unknown);
		expect(deadlines.ofRoomStays(bookingOf([stayOf('free plan')]))).toEqual([unknown]);
	});

	it('that may come later have a note', () => {
		const { facts } = termsOf();
		const within = (matching: string, value: number, method: string) => ({
			beforeArrivalMatching: matching,
			beforeArrivalUnit: 'Day',
			beforeArrivalValue: value,
			penaltyCalculationMethod: method,
			penaltyValue: 1,
		});
		const cancellationTerms = [
			{ ...within('AtLeast', 3, 'FirstNights') },
			{ ...within('NoMoreThan', 3, 'Sympathy') },
		];
		const rules = new Map([['free', { ...RULES[0], cancellationTerms } as IDataObject]]);
		expect(at('2026-07-01T00:00:00Z', { facts, rules }).ofBooking(bookingOf([stayOf('free plan')]))).toEqual({
			freeCancellation: 'unknown',
			...NONE,
			freeCancellationNote:
				"Rule free, term 2 (no more than 3 days before arrival): the unknown method 'Sympathy'",
		});
	});

	it('have one record for a booking without room stays', () => {
		const expected = {
			freeCancellation: 'unknown',
			...NONE,
			freeCancellationNote: 'The booking has no room stays',
		};
		expect(early.ofBooking(bookingOf([]))).toEqual(expected);
		expect(early.ofRoomStays(bookingOf([]))).toEqual([expected]);
	});

	it.each([
		['forbidden' as const, 'This API connection has no access to Content, which has the cancellation rules'],
		['unavailable' as const, 'The cancellation rules could not be read'],
	])('without rules (%s) say why', (absence, reason) => {
		const deadlines = cancellationDeadlines(absence);
		const booking = bookingOf([stayOf('free plan'), stayOf('free plan')]);
		const expected = { freeCancellation: 'unknown', ...NONE, freeCancellationNote: reason };
		expect(deadlines.absence).toBe(reason);
		expect(deadlines.ofBooking(booking)).toEqual(expected);
		expect(deadlines.ofRoomStays(booking)).toEqual([expected, expected]);
		expect(deadlines.ofBooking({ ...booking, status: 'Cancelled' })).toEqual({
			freeCancellation: 'cancelled',
			...NONE,
		});
	});

	it('are of now, unless told otherwise', () => {
		const booking = bookingOf([stayOf('free plan')], { createdDateTime: '2020-01-01T00:00:00Z' });
		const [stay] = booking.roomStays as IDataObject[];
		(stay as IDataObject).stayDates = { arrivalDateTime: '2020-02-01T15:00' };
		expect(cancellationDeadlines(termsOf()).ofBooking(booking)).toMatchObject({ freeCancellation: 'ended' });
	});
});
