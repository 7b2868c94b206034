import { DateTime } from 'luxon';

/**
 * The rules of the specification worked out a second time, from what a client of the API sees: nothing is
 * shared with the sandbox. Readings of what the specification leaves open: docs/sandbox/readings.md.
 */

export interface Term {
	beforeArrivalMatching: 'NoMatter' | 'AtLeast' | 'NoMoreThan' | 'Between';
	beforeArrivalUnit: 'None' | 'Day' | 'Hour';
	beforeArrivalValue: number;
	beforeArrivalValueMax?: number;
	penaltyCalculationMethod: string;
	penaltyValue: number;
	arrivalDates: Array<{ startDate: string; endDate: string | null; isEndless: boolean }>;
}

export interface CancellationRule {
	id: string;
	referencePointKind: string;
	referencePointTime: string | null;
	cancellationTerms: Term[];
}

export interface Period {
	startTime: string;
	endTime: string;
	chargeType: string;
	rates: Array<{ currency: string; rate: number }>;
	percentOptions?: { percentage: number; extraPlacementEnabled: boolean; extraServiceOption: string };
	occupyQuota: boolean;
}

export interface ExtraStayRule {
	id: string;
	checkInTime: string;
	checkOutTime: string;
	overridesPropertyCheckInTime: boolean;
	overridesPropertyCheckOutTime: boolean;
	earlyCheckInPeriods: Period[];
	lateCheckOutPeriods: Period[];
}

export interface Content {
	id: string;
	currency: string;
	timeZone: { id: string };
	policy: { checkInTime: string; checkOutTime: string };
	ratePlans: Array<{ id: string; cancellationRuleId: string; extraStayRuleId: string | null }>;
	services: Array<{ id: string; kind: string }>;
}

export interface Hotel {
	content: Content;
	cancellationRules: CancellationRule[];
	extraStayRules: ExtraStayRule[];
}

/** What a penalty depends on, beside the rule and the moment. */
export interface StayFacts {
	arrivalDate: string;
	/** `HH:mm`, when the guest chose an earlier or later arrival. */
	chosenArrivalTime?: string;
	createdDateTime: string;
	/** Before tax. */
	nightPrices: number[];
	prepaid: number;
}

export const unitsOf = (currency: string) => (currency === 'JPY' ? 1 : 100);

/** In the smallest unit of the currency. */
export function minor(amount: number, currency: string): number {
	return Math.round(amount * unitsOf(currency));
}

/** The local time at the property; where clocks show it twice, the later instant. */
function instantOf(date: string, time: string, zone: string): DateTime {
	const possible = DateTime.fromISO(`${date}T${time}`, { zone }).getPossibleOffsets();
	return possible.reduce((latest, one) => (one.toMillis() > latest.toMillis() ? one : latest));
}

function referenceTime(rule: CancellationRule, stay: StayFacts, { policy, timeZone }: Content): string {
	switch (rule.referencePointKind) {
		case 'ProviderDepartureTime':
			return policy.checkOutTime;
		case 'GuestArrivalTime':
			return stay.chosenArrivalTime ?? policy.checkInTime;
		case 'CustomArrivalTime':
			return String(rule.referencePointTime);
		case 'BookingCreationTime':
			return DateTime.fromISO(stay.createdDateTime, { zone: timeZone.id }).toFormat('HH:mm:ss');
		default:
			return policy.checkInTime;
	}
}

function isInRange(
	term: Term,
	rule: CancellationRule,
	stay: StayFacts,
	at: string,
	content: Content,
): boolean {
	const zone = content.timeZone.id;
	const time = referenceTime(rule, stay, content);
	const moment = DateTime.fromISO(at, { zone });
	const before = (count: number) => {
		if (term.beforeArrivalUnit === 'Hour')
			return instantOf(stay.arrivalDate, time, zone).minus({ hours: count });
		const date = DateTime.fromISO(stay.arrivalDate, { zone: 'utc' }).minus({ days: count }).toISODate();
		return instantOf(String(date), time, zone);
	};
	const { beforeArrivalValue: least, beforeArrivalValueMax: most = NaN } = term;
	switch (term.beforeArrivalMatching) {
		case 'NoMatter':
			return true;
		case 'AtLeast':
			return moment <= before(least);
		case 'NoMoreThan':
			return moment >= before(least);
		case 'Between':
			return moment <= before(least) && moment >= before(most);
	}
}

function isForArrival({ arrivalDates }: Term, date: string): boolean {
	return arrivalDates.some(
		({ startDate, endDate, isEndless }) => date >= startDate && (isEndless || date <= String(endDate)),
	);
}

/** In the smallest unit of the currency. */
function amountOf(term: Term, { nightPrices, prepaid }: StayFacts, currency: string): number {
	const nights = nightPrices.map((price) => minor(price, currency));
	const sum = (prices: number[]) => prices.reduce((total, price) => total + price, 0);
	const percent = (amount: number) => Math.round((amount * term.penaltyValue * 1000) / 100_000);
	switch (term.penaltyCalculationMethod) {
		case 'NoPenalty':
			return 0;
		case 'FirstNightPercent':
			return percent(nights[0] ?? 0);
		case 'PrepaymentPercent':
			return percent(minor(prepaid, currency));
		case 'FirstNights':
			return sum(nights.slice(0, term.penaltyValue));
		default:
			throw new Error(`A rate plan uses ${term.penaltyCalculationMethod}`);
	}
}

/** What cancelling at the moment costs, in the smallest unit of the currency. */
export function penaltyOf(rule: CancellationRule, stay: StayFacts, at: string, content: Content): number {
	const due = rule.cancellationTerms
		.filter((term) => isForArrival(term, stay.arrivalDate))
		.filter((term) => isInRange(term, rule, stay, at, content))
		.map((term) => amountOf(term, stay, content.currency));
	return due.length === 0 ? 0 : Math.min(...due);
}

export interface NightPrices {
	/** Without extra beds, before tax. */
	night: number;
	extraBeds?: number;
	meals?: number;
	otherServices?: number;
}

/** What an arrival or departure at the time costs, in the smallest unit; undefined = not allowed. */
export function extraStayPrice(
	rule: ExtraStayRule | undefined,
	kind: 'early' | 'late',
	time: string,
	prices: NightPrices,
	content: Content,
): { price: number; period: Period } | undefined {
	const usual = usualTime(rule, kind, content);
	const periods = kind === 'early' ? rule?.earlyCheckInPeriods : rule?.lateCheckOutPeriods;
	const period = periods?.find(({ startTime, endTime }) => startTime <= time && time < endTime);
	if (period === undefined) return undefined;
	const units = unitsOf(content.currency);
	const { night, extraBeds = 0, meals = 0, otherServices = 0 } = prices;
	const minutes = Math.abs(minutesOf(time) - minutesOf(usual));
	const rate = period.rates.find(({ currency }) => currency === content.currency)?.rate;
	const options = period.percentOptions;
	const services = { None: 0, MealOnly: meals, All: meals + otherServices };
	const basis =
		night +
		(options?.extraPlacementEnabled === true ? extraBeds : 0) +
		(services[options?.extraServiceOption as keyof typeof services] ?? 0);
	const byType: Record<string, number | undefined> = {
		Free: 0,
		Fixed: rate,
		HourlyRate: rate === undefined ? undefined : (rate * minutes) / 60,
		HourlyRateAutoCalculated: ((night + extraBeds) * minutes) / 1440,
		Percent: options === undefined ? undefined : (basis * options.percentage) / 100,
	};
	const price = byType[period.chargeType];
	return price === undefined ? undefined : { price: Math.round(Number((price * units).toFixed(6))), period };
}

export function usualTime(
	rule: ExtraStayRule | undefined,
	kind: 'early' | 'late',
	{ policy }: Pick<Content, 'policy'>,
): string {
	if (kind === 'early') {
		return rule?.overridesPropertyCheckInTime === true ? rule.checkInTime : policy.checkInTime;
	}
	return rule?.overridesPropertyCheckOutTime === true ? rule.checkOutTime : policy.checkOutTime;
}

function minutesOf(time: string): number {
	return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
