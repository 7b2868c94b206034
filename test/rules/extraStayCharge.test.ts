import {
	extraStayCharge,
	type AskedDay,
	type ExtraStayQuestion,
	type NightPrice,
} from '../../nodes/PartnerHotelSearch/resources/extraStay/charge';
import { chargeRecord } from '../../nodes/PartnerHotelSearch/resources/extraStay/chargeRecord';
import {
	readExtraStayRule,
	usualTimeOf,
	type ExtraStayKind,
} from '../../nodes/PartnerHotelSearch/resources/extraStay/extraStayRule';
import {
	durationText,
	minutesOf,
	timeOfDayText,
} from '../../nodes/PartnerHotelSearch/resources/extraStay/timeOfDay';

/** A period as the API writes it. */
interface Period {
	startTime: string;
	endTime: string;
	chargeType: string;
	rates?: Array<{ currency: string; rate: number }> | null;
	percentOptions?: object | null;
	occupyQuota?: boolean;
}

const PROPERTY = { checkInTime: '14:00', checkOutTime: '12:00' };
const PRICE: NightPrice = { currency: 'EUR', night: 90, extraPlacement: 20, meals: 12, otherServices: 8 };

const rule = (periods: Period[], changes: object = {}) => ({
	id: '229409',
	propertyId: '1024',
	checkInTime: '16:00',
	checkOutTime: '10:00',
	overridesPropertyCheckInTime: false,
	overridesPropertyCheckOutTime: false,
	earlyCheckInPeriods: periods,
	lateCheckOutPeriods: periods,
	...changes,
});

const allDay = (chargeType: string, changes: Partial<Period> = {}): Period => ({
	startTime: '00:00',
	endTime: '24:00',
	chargeType,
	rates: [],
	...changes,
});

const rates = [
	{ currency: 'USD', rate: 44 },
	{ currency: 'EUR', rate: 10.5 },
];

const percent = (percentage: number, extraPlacementEnabled: boolean, extraServiceOption: string) =>
	allDay('Percent', { percentOptions: { percentage, extraPlacementEnabled, extraServiceOption } });

/** What the operation gives for a rule, a kind, a time and a price. */
function answerTo(
	record: ReturnType<typeof rule> | undefined,
	kind: ExtraStayKind,
	time: string,
	price: Partial<NightPrice> = {},
	more: Partial<ExtraStayQuestion> = {},
) {
	const read = record && readExtraStayRule(record);
	const question = {
		kind,
		time: minutesOf(time) as number,
		usualTime: usualTimeOf(kind, read, PROPERTY),
		rule: read,
		price: { ...PRICE, ...price },
		...more,
	};
	return chargeRecord(question, extraStayCharge(question));
}

const early = (period: Period, time: string, price?: Partial<NightPrice>) =>
	answerTo(rule([period]), 'earlyCheckIn', time, price);
const late = (period: Period, time: string, price?: Partial<NightPrice>) =>
	answerTo(rule([period]), 'lateCheckOut', time, price);

describe('the charge of an early check-in at 09:30, four and a half hours before 14:00', () => {
	it.each<[string, Period, number, string]>([
		['"Free = no surcharge"', allDay('Free'), 0, 'Free: no charge.'],
		[
			'"Fixed = set amount", "several entries in different currencies are allowed"',
			allDay('Fixed', { rates }),
			10.5,
			'Fixed: 10.50 EUR.',
		],
		// 4.5 × 10.50
		[
			'"HourlyRate = fixed rate per hour"',
			allDay('HourlyRate', { rates }),
			47.25,
			'HourlyRate: 10.50 EUR per hour for 4 h 30 min = 47.25 EUR.',
		],
		// 90 × 0.5
		[
			'"Percent = percent of the nightly price"',
			percent(50, false, 'None'),
			45,
			'Percent: 50 % of 90.00 EUR (night 90.00 EUR) = 45.00 EUR.',
		],
		// (90 + 20) × 0.5
		[
			'"extraPlacementEnabled (boolean; true = surcharge for an extra guest)"',
			percent(50, true, 'None'),
			55,
			'50 % of 110.00 EUR (night 90.00 EUR + extra guests 20.00 EUR) = 55.00 EUR.',
		],
		// (90 + 12) × 0.5
		[
			'"extraServiceOption (enum None, All, MealOnly)": MealOnly',
			percent(50, false, 'MealOnly'),
			51,
			'50 % of 102.00 EUR (night 90.00 EUR + meals 12.00 EUR) = 51.00 EUR.',
		],
		// (90 + 12 + 8) × 0.5
		[
			'"extraServiceOption (enum None, All, MealOnly)": All',
			percent(50, false, 'All'),
			55,
			'(night 90.00 EUR + meals 12.00 EUR + other services 8.00 EUR) = 55.00 EUR.',
		],
		// (90 + 20 + 12 + 8) × 0.125 = 16.25
		['both', percent(12.5, true, 'All'), 16.25, '12.5 % of 130.00 EUR'],
		['0 percent', percent(0, false, 'None'), 0, '= 0.00 EUR.'],
		['a rate of 0', allDay('Fixed', { rates: [{ currency: 'EUR', rate: 0 }] }), 0, 'Fixed: 0.00 EUR.'],
	])('%s', (_sentence, period, charge, explanation) => {
		const answer = early({ ...period, occupyQuota: true }, '09:30');
		expect(answer).toMatchObject({
			isExtraStay: true,
			allowed: true,
			charge,
			currency: 'EUR',
			chargeFrom: 'rule',
			chargeType: period.chargeType,
			roomGuaranteed: true,
		});
		expect(answer.explanation).toContain(explanation);
	});

	it.each<[string, Period, string]>([
		[
			'"Forbidden = early check-in / late check-out not allowed"',
			allDay('Forbidden'),
			'Forbidden: not allowed.',
		],
	])('is none where it is not to be had: %s', (_case, period, explanation) => {
		const answer = early(period, '09:30');
		expect(answer).toMatchObject({
			isExtraStay: true,
			allowed: false,
			charge: null,
			chargeFrom: null,
			chargeType: period.chargeType,
			period: { startTime: '00:00', endTime: '24:00' },
			roomGuaranteed: null,
		});
		expect(answer.explanation).toContain(explanation);
		expect(answer.explanation).not.toContain('guaranteed');
	});

	it.each<[string, Period, string]>([
		[
			'Fixed, with rates in other currencies only',
			allDay('Fixed', {
				rates: [
					{ currency: 'USD', rate: 44 },
					{ currency: 'GBP', rate: 30 },
				],
			}),
			'Fixed: no rate in EUR, only in USD, GBP, so the charge is not known.',
		],
		[
			'Fixed, with rates that are none',
			allDay('Fixed', {
				rates: [
					null,
					{ currency: null, rate: 1 },
					{ currency: 'EUR', rate: '10' },
					{ currency: 'EUR', rate: -1 },
				] as never,
			}),
			'Fixed: no rate in EUR, so the charge is not known.',
		],
		['HourlyRate without rates', allDay('HourlyRate', { rates: null }), 'HourlyRate: no rate in EUR, so the'],
		['Percent without its options', allDay('Percent'), 'Percent: no percentage, so the charge is not known.'],
		[
			'Percent with options null',
			allDay('Percent', { percentOptions: null }),
			'Percent: no percentage, so the charge is not known.',
		],
		['Percent below zero', percent(-1, false, 'None'), 'Percent: no percentage, so the charge is not known.'],
	])('is not known where the rule does not tell it: %s', (_case, period, explanation) => {
		const answer = early(period, '09:30');
		expect(answer).toMatchObject({
			isExtraStay: true,
			allowed: null,
			charge: null,
			chargeFrom: null,
			chargeType: period.chargeType,
			period: { startTime: '00:00', endTime: '24:00' },
			roomGuaranteed: false,
		});
		expect(answer.explanation).toContain(explanation);
		expect(answer.explanation).toContain("switch on 'Ask the API'");
		expect(answer.explanation).not.toContain('guaranteed');
	});

	// "stayUnitKind (enum NightRate, DailyRate)", and "Percent = percent of the nightly price".
	it.each<[string, Period, string | undefined, boolean, number | null]>([
		['a percentage where nights are sold', percent(50, false, 'None'), 'NightRate', true, 45],
		['a percentage where it is not said what is sold', percent(50, false, 'None'), undefined, true, 45],
		['a percentage where days are sold', percent(50, false, 'None'), 'DailyRate', true, null],
		['a percentage where something else is sold', percent(50, false, 'None'), 'WeekRate', true, null],
		['0 percent where days are sold', percent(0, false, 'None'), 'DailyRate', true, 0],
		['a fixed charge where days are sold', allDay('Fixed', { rates }), 'DailyRate', true, 10.5],
		['an hourly charge where days are sold', allDay('HourlyRate', { rates }), 'DailyRate', true, 47.25],
		['what is forbidden where days are sold', allDay('Forbidden'), 'DailyRate', false, null],
	])('of %s', (_case, period, stayUnitKind, allowed, charge) => {
		const answer = answerTo(rule([period]), 'earlyCheckIn', '09:30', {}, { stayUnitKind });
		expect(answer).toMatchObject({ allowed, charge });
		const isLeftToApi = allowed && charge === null;
		const reason = `Percent: the property sells no nights (stayUnitKind ${stayUnitKind}), so a percentage of the nightly price is not known. The room is not guaranteed`;
		expect(String(answer.explanation).includes(reason)).toBe(isLeftToApi);
		expect(String(answer.explanation).includes("switch on 'Ask the API'")).toBe(isLeftToApi);
	});

	it.each<[string, Period, boolean | null, string]>([
		[
			'"HourlyRateAutoCalculated = hourly price calculated automatically": how is not said',
			allDay('HourlyRateAutoCalculated'),
			true,
			'only the API can calculate this charge.',
		],
		['an unknown part of the services', percent(50, false, 'Wellness'), true, 'only the API can calculate'],
		['an unknown charge type', allDay('Barter'), null, 'Barter: an unknown charge type.'],
	])('is not guessed: %s', (_case, period, allowed, explanation) => {
		const answer = early(period, '09:30');
		expect(answer).toMatchObject({ allowed, charge: null, chargeFrom: null, roomGuaranteed: false });
		expect(answer.explanation).toContain(explanation);
		expect(answer.explanation).toContain("switch on 'Ask the API'");
		expect(String(answer.explanation).includes('guaranteed')).toBe(allowed === true);
	});
});

describe('a period', () => {
	// 10.50 × 1 min, 1 h, 11 h 59 min
	it.each([
		['12:01', 0.18],
		['13:00', 10.5],
		['23:59', 125.83],
	])('of HourlyRate counts a late check-out at %s from 12:00 to the minute', (time, charge) => {
		expect(late(allDay('HourlyRate', { rates }), time).charge).toBe(charge);
	});

	it.each<[string, string, boolean]>([
		['before its start', '05:59', false],
		['at its start, which is "inclusive"', '06:00', true],
		['in its last minute', '08:59', true],
		['at its end, which is "exclusive"', '09:00', false],
		['in the gap after it', '10:00', false],
	])('%s, at %s: allowed %s', (_where, time, allowed) => {
		const answer = early({ startTime: '06:00', endTime: '09:00', chargeType: 'Free' }, time);
		expect(answer).toMatchObject({ allowed, charge: allowed ? 0 : null });
		if (allowed) return;
		expect(answer).toMatchObject({ chargeType: null, period: null, roomGuaranteed: null });
		expect(answer.explanation).toContain(
			`Rule 229409 has no period for ${time} (periods: 06:00 to 09:00), so it does not allow this.`,
		);
	});

	it.each(['24:00', '00:00'])('ends with the day: "end may be `24:00`", and %s is the same', (endTime) => {
		const evening: Period = { startTime: '18:00', endTime, chargeType: 'Fixed', rates };
		expect(late(evening, '23:59').charge).toBe(10.5);
		expect(late(evening, '17:59').allowed).toBe(false);
	});

	it('ends before 24:00, which is the next day', () => {
		const answer = late(allDay('Free'), '24:00');
		expect(answer).toMatchObject({ time: '24:00', allowed: false, charge: null });
		expect(answer.explanation).toContain('The end of a period does not belong to it.');
	});

	// "true = room availability for the extra stay is guaranteed; false = not guaranteed even if prepaid"
	it.each([
		[true, 'The room is guaranteed.'],
		[false, 'The room is not guaranteed, even if it is prepaid.'],
		[undefined, 'The room is not guaranteed, even if it is prepaid.'],
	])('with occupyQuota %s', (occupyQuota, explanation) => {
		const answer = early({ ...allDay('Free'), occupyQuota }, '09:30');
		expect(answer.roomGuaranteed).toBe(occupyQuota === true);
		expect(answer.explanation).toContain(explanation);
	});

	it.each<[string, number, Partial<NightPrice>, number]>([
		// 18,001 × 12.5 % = 2,250.125
		['yen have no decimals', 12.5, { currency: 'JPY', night: 18_001 }, 2250],
		['dinars have three', 12.5, { currency: 'KWD', night: 25.001 }, 3.125],
		// 0.60 × 12.5 % = 0.075, a half up
		['cents', 12.5, { night: 0.6 }, 0.08],
		['noise is none', 15, { night: 80.1 }, 12.02],
	])('is charged in the decimals of the currency: %s', (_case, percentage, price, charge) => {
		expect(early(percent(percentage, false, 'None'), '09:30', price).charge).toBe(charge);
	});
});

describe('several periods', () => {
	it('around a gap are listed', () => {
		const apart = [
			{ startTime: '00:00', endTime: '06:00', chargeType: 'Free' },
			{ startTime: '07:00', endTime: '14:00', chargeType: 'Free' },
		];
		expect(answerTo(rule(apart), 'earlyCheckIn', '06:30').explanation).toBe(
			'An arrival at 06:30 is 7 h 30 min before the usual check-in time of the property, 14:00. Rule 229409 has no period for 06:30 (periods: 00:00 to 06:00, 07:00 to 14:00), so it does not allow this.',
		);
	});

	it('the price is shown with more decimals than its currency if it has them', () => {
		const answer = answerTo(rule([percent(50, false, 'None')]), 'earlyCheckIn', '09:30', { night: 80.125 });
		expect(answer.explanation).toContain(
			'50 % of 80.125 EUR (night 80.125 EUR) = 40.06 EUR. The room is not',
		);
	});

	const MORNING = [
		{ startTime: '00:00', endTime: '09:00', chargeType: 'HourlyRate', rates },
		{ startTime: '09:00', endTime: '14:00', chargeType: 'Fixed', rates },
	];

	it('the one in which the guests arrive decides alone, for all the time before the usual check-in', () => {
		const at = (time: string) => answerTo(rule(MORNING), 'earlyCheckIn', time);
		// 6 × 10.50
		expect(at('08:00')).toMatchObject({ charge: 63, period: { startTime: '00:00', endTime: '09:00' } });
		expect(at('09:00')).toMatchObject({ charge: 10.5, period: { startTime: '09:00', endTime: '14:00' } });
	});

	const OVERLAPPING = [
		{ startTime: '00:00', endTime: '12:00', chargeType: 'Forbidden' },
		{ ...percent(50, false, 'None'), startTime: '08:00', endTime: '12:00' },
		{ startTime: '10:00', endTime: '14:00', chargeType: 'Fixed', rates },
	];

	it.each([
		['07:00', 'Forbidden', null, false],
		['09:00', 'Percent', 45, true],
		['11:00', 'Fixed', 10.5, true],
	])('of those that overlap at %s, %s decides', (time, chargeType, charge, isOneOfSeveral) => {
		const answer = answerTo(rule(OVERLAPPING), 'earlyCheckIn', time);
		expect(answer).toMatchObject({ chargeType, charge });
		expect(String(answer.explanation).includes('the cheapest that allows it counts')).toBe(isOneOfSeveral);
	});

	it.each([
		['Free', 'Free', 0],
		['Fixed', 'HourlyRateAutoCalculated', null],
		['Forbidden', 'HourlyRateAutoCalculated', null],
		['Fixed', 'Barter', null],
		['Fixed', 'HourlyRate', null],
		['Fixed', 'Percent', null],
		['Free', 'Free', 0],
	])('an unknown charge may be lower than that of %s: %s decides', (other, decides, charge) => {
		const unknown = decides === other ? 'Barter' : decides;
		const isFixed = other === 'Fixed';
		const periods = [allDay(other, { ...(isFixed && { rates }) }), allDay(unknown)];
		for (const order of [periods, [...periods].reverse()]) {
			const answer = answerTo(rule(order), 'earlyCheckIn', '09:30');
			expect(answer).toMatchObject({ chargeType: decides, charge });
		}
	});

	it.each<ExtraStayKind>(['earlyCheckIn', 'lateCheckOut'])('of the other kind do not count: %s', (kind) => {
		const only = rule([], {
			[kind === 'earlyCheckIn' ? 'lateCheckOutPeriods' : 'earlyCheckInPeriods']: [allDay('Free')],
		});
		const answer = answerTo(only, kind, kind === 'earlyCheckIn' ? '09:30' : '15:00');
		expect(answer).toMatchObject({ allowed: false, charge: null });
		expect(answer.explanation).toMatch(
			/Rule 229409 has no period for \d\d:\d\d, so it does not allow this\.$/,
		);
	});

	it('may be null', () => {
		const none = rule([], { earlyCheckInPeriods: null });
		expect(answerTo(none, 'earlyCheckIn', '09:30').allowed).toBe(false);
	});
});

describe('the usual time', () => {
	const forbidden = [allDay('Forbidden')];

	it.each<[ExtraStayKind, string, string]>([
		[
			'earlyCheckIn',
			'14:00',
			'An arrival at 14:00 is no early check-in: it is not before the usual check-in',
		],
		['earlyCheckIn', '24:00', 'An arrival at 24:00 is no early check-in'],
		[
			'lateCheckOut',
			'12:00',
			'A departure at 12:00 is no late check-out: it is not after the usual check-out',
		],
		['lateCheckOut', '00:00', 'A departure at 00:00 is no late check-out'],
	])('%s at %s is no extra stay and costs nothing, whatever a period says', (kind, time, explanation) => {
		for (const record of [rule(forbidden), undefined]) {
			const answer = answerTo(record, kind, time);
			expect(answer).toMatchObject({
				time,
				isExtraStay: false,
				allowed: true,
				charge: 0,
				chargeFrom: 'rule',
				chargeType: null,
				period: null,
				roomGuaranteed: true,
			});
			expect(answer.explanation).toContain(explanation);
		}
	});

	// "overridesPropertyCheckInTime, overridesPropertyCheckOutTime"
	it.each<[ExtraStayKind, object, string, string, string]>([
		['earlyCheckIn', {}, '14:00', 'property', '1 min before the usual check-in time of the property, 14:00.'],
		[
			'earlyCheckIn',
			{ overridesPropertyCheckInTime: true },
			'16:00',
			'rule',
			'2 h 1 min before the usual check-in time of the rule, 16:00.',
		],
		['earlyCheckIn', { overridesPropertyCheckOutTime: true }, '14:00', 'property', 'of the property, 14:00'],
		['lateCheckOut', {}, '12:00', 'property', '1 h 59 min after the usual check-out time of the property'],
		[
			'lateCheckOut',
			{ overridesPropertyCheckOutTime: true },
			'10:00',
			'rule',
			'3 h 59 min after the usual check-out time of the rule, 10:00.',
		],
		['lateCheckOut', { overridesPropertyCheckInTime: true }, '12:00', 'property', 'of the property, 12:00'],
	])('of %s with %j is %s, that of the %s', (kind, changes, usualTime, usualTimeFrom, explanation) => {
		const answer = answerTo(rule([allDay('Free')], changes), kind, '13:59');
		expect(answer).toMatchObject({ usualTime, usualTimeFrom });
		expect(answer.explanation).toContain(explanation);
	});

	it('"null = no extra stays allowed": a rate plan without a rule', () => {
		expect(answerTo(undefined, 'earlyCheckIn', '13:59')).toEqual({
			kind: 'earlyCheckIn',
			time: '13:59',
			isExtraStay: true,
			allowed: false,
			charge: null,
			currency: 'EUR',
			chargeFrom: null,
			chargeType: null,
			period: null,
			roomGuaranteed: null,
			usualTime: '14:00',
			usualTimeFrom: 'property',
			extraStayRuleId: null,
			explanation:
				'An arrival at 13:59 is 1 min before the usual check-in time of the property, 14:00. The rate plan has no extra-stay rule, so it does not allow this.',
		});
	});
});

/** Periods are "string `HH:mm` (end may be `24:00`)": times of the day of arrival or departure. */
describe('a time with a date', () => {
	const on = (kind: ExtraStayKind, time: string, day: AskedDay, periods = [allDay('Free')]) =>
		answerTo(rule(periods), kind, time, {}, { day });

	it.each<[ExtraStayKind, string, AskedDay, string]>([
		[
			'earlyCheckIn',
			'22:00',
			{ entered: '2027-05-09', ofStay: '2027-05-10' },
			'An arrival on 2027-05-09 at 22:00 is before the day of arrival, 2027-05-10. This is no early check-in: it takes another night.',
		],
		[
			'earlyCheckIn',
			'09:30',
			{ entered: '2027-04-30', ofStay: '2027-05-01' },
			'An arrival on 2027-04-30 at 09:30 is before the day of arrival, 2027-05-01. This is no early check-in: it takes another night.',
		],
		[
			'lateCheckOut',
			'00:30',
			{ entered: '2027-05-13', ofStay: '2027-05-12' },
			'A departure on 2027-05-13 at 00:30 is after the day of departure, 2027-05-12. This is no late check-out: it takes another night.',
		],
		[
			'lateCheckOut',
			'15:00',
			{ entered: '2028-01-01', ofStay: '2027-12-31' },
			'A departure on 2028-01-01 at 15:00 is after the day of departure, 2027-12-31. This is no late check-out: it takes another night.',
		],
	])('beyond the day, %s at %s %j takes another night', (kind, time, day, explanation) => {
		expect(on(kind, time, day)).toMatchObject({
			time,
			isExtraStay: true,
			allowed: false,
			charge: null,
			chargeFrom: null,
			chargeType: null,
			period: null,
			roomGuaranteed: null,
			explanation,
		});
	});

	it.each<[ExtraStayKind, string, AskedDay, string]>([
		[
			'earlyCheckIn',
			'09:30',
			{ entered: '2027-05-11', ofStay: '2027-05-10' },
			"An arrival on 2027-05-11 at 09:30 is after the day of arrival, 2027-05-10. This is no early check-in, and the rule says nothing about it. Check 'Time' and 'Arrival'.",
		],
		[
			'lateCheckOut',
			'15:00',
			{ entered: '2027-05-11', ofStay: '2027-05-12' },
			"A departure on 2027-05-11 at 15:00 is before the day of departure, 2027-05-12. This is no late check-out, and the rule says nothing about it. Check 'Time' and 'Departure'.",
		],
	])('within the stay, %s at %s %j is not told by the rule', (kind, time, day, explanation) => {
		expect(on(kind, time, day)).toMatchObject({
			isExtraStay: false,
			allowed: null,
			charge: null,
			roomGuaranteed: null,
			explanation,
		});
	});

	it.each<[ExtraStayKind, string, string, number, boolean]>([
		['earlyCheckIn', '09:30', '2027-05-10', 10.5, true],
		['earlyCheckIn', '22:00', '2027-05-10', 0, false],
		['lateCheckOut', '15:00', '2027-05-12', 10.5, true],
		['lateCheckOut', '00:30', '2027-05-12', 0, false],
	])('of the day itself, %s at %s, is as without one', (kind, time, date, charge, isExtraStay) => {
		const periods = [allDay('Fixed', { rates })];
		const answer = on(kind, time, { entered: date, ofStay: date }, periods);
		expect(answer).toMatchObject({ allowed: true, charge, isExtraStay });
		expect(answer).toEqual(answerTo(rule(periods), kind, time));
	});

	it.each<[ExtraStayKind, string, string]>([
		[
			'earlyCheckIn',
			'22:00',
			"An arrival at 22:00 is no early check-in: it is not before the usual check-in time of the property, 14:00. But 'Time' has a date, and if that is before the day of arrival, it takes another night. Enter 'Arrival'.",
		],
		[
			'lateCheckOut',
			'00:30',
			"A departure at 00:30 is no late check-out: it is not after the usual check-out time of the property, 12:00. But 'Time' has a date, and if that is after the day of departure, it takes another night. Enter 'Departure'.",
		],
	])('is not free where the day of the stay is not known: %s at %s', (kind, time, explanation) => {
		expect(on(kind, time, { entered: '2027-05-09' })).toMatchObject({
			isExtraStay: null,
			allowed: null,
			charge: null,
			roomGuaranteed: null,
			explanation,
		});
	});

	it.each<[ExtraStayKind, string, string]>([
		['earlyCheckIn', '09:30', 'time of the property, 14:00. 2027-05-10 is taken as the day of arrival. Rule'],
		[
			'lateCheckOut',
			'15:00',
			'time of the property, 12:00. 2027-05-10 is taken as the day of departure. Rule',
		],
	])('is taken as the day of the stay for an %s at %s', (kind, time, explanation) => {
		const answer = on(kind, time, { entered: '2027-05-10' });
		expect(answer).toMatchObject({ allowed: true, charge: 0, isExtraStay: true });
		expect(answer.explanation).toContain(explanation);
	});
});

describe('what the API calculates', () => {
	const read = readExtraStayRule(rule([allDay('HourlyRateAutoCalculated', { occupyQuota: true })]));
	const stayDates = { arrivalDateTime: '2027-05-10T14:00', departureDateTime: '2027-05-12T12:00' };
	const option = (kind: string, dateTimeLocal: string, priceBeforeTax: unknown, currencyCode = 'EUR') => ({
		kind,
		dateTimeLocal,
		currencyCode,
		total: { priceBeforeTax, taxAmount: 1 },
		isOccupyQuota: true,
	});
	const asked = (
		kind: ExtraStayKind,
		time: string,
		offered: object[],
		dates: typeof stayDates | undefined = stayDates,
	) => {
		const question = {
			kind,
			time: minutesOf(time) as number,
			usualTime: usualTimeOf(kind, read, PROPERTY),
			rule: read,
			price: PRICE,
		};
		return chargeRecord(question, extraStayCharge(question), {
			offered: offered as never,
			stayDates: dates,
		});
	};

	it.each<[ExtraStayKind, string, string]>([
		['earlyCheckIn', '09:00', '2027-05-10T09:00'],
		['lateCheckOut', '15:00', '2027-05-12T15:00'],
		['lateCheckOut', '15:00', '2027-05-12T15:00:00'],
	])('is the option of %s at %s', (kind, time, dateTimeLocal) => {
		const others = [
			option('earlyCheckIn', '2027-05-10T08:00', 1),
			option('lateCheckOut', '2027-05-12T16:00', 2),
		];
		const answer = asked(kind, time, [...others, option(kind, dateTimeLocal, 20.005)]);
		expect(answer).toMatchObject({
			allowed: true,
			charge: 20.01,
			chargeFrom: 'api',
			chargeType: 'HourlyRateAutoCalculated',
			roomGuaranteed: true,
		});
		expect(answer.explanation).toContain('The API calculates 20.01 EUR.');
	});

	it('has the currency of the API', () => {
		expect(
			asked('earlyCheckIn', '09:00', [option('earlyCheckIn', '2027-05-10T09:00', 1500.4, 'JPY')]),
		).toMatchObject({ charge: 1500, currency: 'JPY' });
	});

	it('is allowed where the API offers it, whatever the rule leaves open', () => {
		const unknown = readExtraStayRule(rule([allDay('Fixed', { rates: [] })]));
		const question = {
			kind: 'earlyCheckIn',
			time: 540,
			usualTime: 840,
			rule: unknown,
			price: PRICE,
		} as const;
		const offered = [option('earlyCheckIn', '2027-05-10T09:00', 5)] as never;
		const record = (from: never) =>
			chargeRecord(question, extraStayCharge(question), { offered: from, stayDates });
		expect(record(offered)).toMatchObject({ allowed: true, charge: 5, chargeFrom: 'api' });
		expect(record([] as never)).toMatchObject({ allowed: null, charge: null, chargeFrom: null });
	});

	it.each<[string, object[], string]>([
		['nothing', [], 'the API offers no early check-in at 2027-05-10T09:30.'],
		[
			'other times',
			[option('earlyCheckIn', '2027-05-10T09:00', 5), option('earlyCheckIn', '2027-05-10T10:00', 4)],
			'the API offers no early check-in at 2027-05-10T09:30, but at 09:00, 10:00.',
		],
		[
			'the other kind',
			[option('lateCheckOut', '2027-05-10T09:30', 5)],
			'the API offers no early check-in at 2027-05-10T09:30.',
		],
		['another day', [option('earlyCheckIn', '2027-05-11T09:30', 5)], 'the API offers no early check-in'],
		['an option without a time', [{ kind: 'earlyCheckIn', total: { priceBeforeTax: 5 } }], '09:30.'],
		['no price', [option('earlyCheckIn', '2027-05-10T09:30', null)], 'the API offers no early check-in'],
	])('is not known where it offers %s', (_case, offered, explanation) => {
		const answer = asked('earlyCheckIn', '09:30', offered);
		expect(answer).toMatchObject({ allowed: true, charge: null, chargeFrom: null });
		expect(answer.explanation).toContain(explanation);
	});
});

describe('a rule without an ID', () => {
	it('is read all the same', () => {
		expect(readExtraStayRule(rule([], { id: null })).id).toBe('');
	});
});

describe('a rule that cannot be read', () => {
	it.each<[string, object, string]>([
		['a start', { earlyCheckInPeriods: [{ ...allDay('Free'), startTime: null }] }, 'startTime'],
		['an end', { lateCheckOutPeriods: [{ ...allDay('Free'), endTime: 'noon' }] }, 'endTime'],
		['a check-in', { overridesPropertyCheckInTime: true, checkInTime: '' }, 'checkInTime'],
		['a check-out', { overridesPropertyCheckOutTime: true, checkOutTime: '25:00' }, 'checkOutTime'],
	])('is refused: %s', (_case, changes, key) => {
		expect(() => readExtraStayRule(rule([], changes))).toThrow(
			`The response of the partner API has no time '${key}'`,
		);
	});

	it('is not refused for times that do not count', () => {
		expect(readExtraStayRule(rule([], { checkInTime: null })).earlyCheckIn).toEqual({ periods: [] });
	});

	it('a property without usual times is refused, unless the rule has its own', () => {
		expect(() => usualTimeOf('earlyCheckIn', undefined, {})).toThrow("has no time 'checkInTime'");
		expect(() => usualTimeOf('lateCheckOut', undefined, {})).toThrow("has no time 'checkOutTime'");
		const own = readExtraStayRule(rule([], { overridesPropertyCheckInTime: true }));
		expect(usualTimeOf('earlyCheckIn', own, {})).toBe(960);
	});
});

describe('times of day', () => {
	it.each<[string, number | undefined]>([
		['00:00', 0],
		['9:30', 570],
		['09:30', 570],
		['09:30:00', 570],
		['23:59', 1439],
		['24:00', 1440],
		['24:01', undefined],
		['09:60', undefined],
		['09:30:15', undefined],
		['0930', undefined],
		['at 09:30', undefined],
		['09:30 or so', undefined],
		['', undefined],
	])('%j is %s', (text, minutes) => expect(minutesOf(text)).toBe(minutes));

	it.each([
		[0, '00:00', ''],
		[1, '00:01', '1 min'],
		[60, '01:00', '1 h'],
		[570, '09:30', '9 h 30 min'],
		[1440, '24:00', '24 h'],
	])('%s is %s or %j', (minutes, time, duration) => {
		expect(timeOfDayText(minutes)).toBe(time);
		expect(durationText(minutes)).toBe(duration);
	});
});
