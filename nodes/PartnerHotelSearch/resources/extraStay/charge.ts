import { currencyDecimals, roundTo, withoutNoise } from '../../../shared/api/response/money';
import { sellsNights } from '../../../shared/rules/stayUnit';
import type { ExtraStayKind, ExtraStayPeriod, ExtraStayRule, PercentOptions } from './extraStayRule';

/** What is asked. Times are minutes after midnight at the property, up to 1440. */
export interface ExtraStayQuestion {
	kind: ExtraStayKind;
	time: number;
	/** Missing where a time was entered without a date: then it is one of the day of arrival or departure. */
	day?: AskedDay;
	usualTime: number;
	/** Missing where the rate plan has none. */
	rule?: ExtraStayRule;
	price: NightPrice;
	/** `NightRate` or `DailyRate`; missing where it is not known. */
	stayUnitKind?: string;
}

/** `YYYY-MM-DD` */
export interface AskedDay {
	entered: string;
	/** The day of arrival or, for a late check-out, of departure; missing where it is not known. */
	ofStay?: string;
}

/** The night next to the extra stay and what a percentage can include beside it, all before tax. */
export interface NightPrice {
	currency: string;
	/** Without the surcharge for guests in extra places. */
	night: number;
	extraPlacement: number;
	/** Services charged on top: a night's part of them. */
	meals: number;
	otherServices: number;
}

/** What the percentage is of, by part. */
export type PercentBase = Partial<Omit<NightPrice, 'currency'>>;

type Working =
	| { by: 'free' | 'fixedRate' }
	| { by: 'hourlyRate'; rate: number; minutes: number }
	| { by: 'percentage'; percentage: number; base: PercentBase };

type Offer =
	| { outcome: 'charged'; amount: number; working: Working }
	/** Allowed, but the specification has no formula, or does not say what a night costs where days are sold. */
	| { outcome: 'notCalculable' | 'noNightPrice' }
	/** The charge is unknown: of an unknown type, or without a rate in the currency or a percentage. */
	| { outcome: 'unknownType' | 'noRate' | 'noPercentOptions' }
	| { outcome: 'forbidden' };

export type PeriodAnswer = Offer & {
	period: ExtraStayPeriod;
	/** How many periods there are at this time. */
	overlapping: number;
};

/**
 * - `usual`: no extra stay, but an arrival from the usual time on or a departure up to it
 * - `anotherNight`: an arrival before the day of arrival, or a departure after the day of departure
 * - `otherDay`: an arrival after the day of arrival, or a departure before the day of departure
 * - `unknownDay`: usual or another night, which only the day of the stay would tell
 */
export type ExtraStayAnswer =
	| PeriodAnswer
	| { outcome: 'usual' | 'noRule' | 'noPeriod' | 'anotherNight' | 'otherDay' | 'unknownDay' };

/**
 * What an early check-in or a late check-out costs (specification, Extra-stay rule; docs/rules.md for what it leaves
 * open). Amounts are before tax, in the decimals of the currency.
 */
export function extraStayCharge(question: ExtraStayQuestion): ExtraStayAnswer {
	const { kind, time, rule, day } = question;
	const onOtherDay = day?.ofStay === undefined ? 'sameDay' : outcomeOfDay(kind, day.entered, day.ofStay);
	if (onOtherDay !== 'sameDay') return { outcome: onOtherDay };
	if (minutesOutside(question) <= 0) {
		return { outcome: day !== undefined && day.ofStay === undefined ? 'unknownDay' : 'usual' };
	}
	if (rule === undefined) return { outcome: 'noRule' };
	const periods = rule[kind].periods.filter(({ start, end }) => start <= time && time < end);
	const answers = periods.map((period) => ({
		...offerOf(period, question),
		period,
		overlapping: periods.length,
	}));
	return answers.sort((one, other) => rank(one) - rank(other))[0] ?? { outcome: 'noPeriod' };
}

/** The periods of a rule are times of the day of arrival or departure (specification, Period fields). */
function outcomeOfDay(
	kind: ExtraStayKind,
	entered: string,
	ofStay: string,
): 'sameDay' | 'anotherNight' | 'otherDay' {
	if (entered === ofStay) return 'sameDay';
	return entered < ofStay === (kind === 'earlyCheckIn') ? 'anotherNight' : 'otherDay';
}

/** How long before the usual check-in or after the usual check-out; not above zero for a usual stay. */
export function minutesOutside({ kind, time, usualTime }: ExtraStayQuestion): number {
	return kind === 'earlyCheckIn' ? usualTime - time : time - usualTime;
}

const LEFT_TO_API: ReadonlyArray<ExtraStayAnswer['outcome']> = [
	'notCalculable',
	'noNightPrice',
	'unknownType',
	'noRate',
	'noPercentOptions',
];

/** Whether only the API knows the charge. */
export function isLeftToApi({ outcome }: Pick<ExtraStayAnswer, 'outcome'>): boolean {
	return LEFT_TO_API.includes(outcome);
}

const FREE = -2;
const UNKNOWN = -1;
const NOT_ALLOWED = Number.MAX_VALUE;

/** The cheapest comes first. A charge that is not known may be lower than any other, unless that is free. */
function rank(offer: Offer): number {
	if (offer.outcome === 'charged') return offer.amount > 0 ? offer.amount : FREE;
	return isLeftToApi(offer) ? UNKNOWN : NOT_ALLOWED;
}

function offerOf(period: ExtraStayPeriod, question: ExtraStayQuestion): Offer {
	const { price } = question;
	switch (period.chargeType) {
		case 'Free':
			return charged(0, price, { by: 'free' });
		case 'Fixed':
			return byRate(period, price, (rate) => charged(rate, price, { by: 'fixedRate' }));
		case 'HourlyRate':
			return byRate(period, price, (rate) => byTheHour(rate, question));
		case 'Percent':
			return byPercentage(period.percentOptions, question);
		case 'Forbidden':
			return { outcome: 'forbidden' };
		case 'HourlyRateAutoCalculated':
			return { outcome: 'notCalculable' };
		default:
			return { outcome: 'unknownType' };
	}
}

function byRate(
	{ rates }: ExtraStayPeriod,
	{ currency }: NightPrice,
	chargedAt: (rate: number) => Offer,
): Offer {
	const found = rates.find((rate) => rate.currency === currency);
	return found === undefined ? { outcome: 'noRate' } : chargedAt(found.rate);
}

function byTheHour(rate: number, question: ExtraStayQuestion): Offer {
	const minutes = minutesOutside(question);
	return charged((rate * minutes) / 60, question.price, { by: 'hourlyRate', rate, minutes });
}

function byPercentage(
	options: PercentOptions | undefined,
	{ price, stayUnitKind }: ExtraStayQuestion,
): Offer {
	if (options === undefined) return { outcome: 'noPercentOptions' };
	if (options.percentage > 0 && !sellsNights(stayUnitKind)) return { outcome: 'noNightPrice' };
	const services = servicesFor(options.extraServiceOption, price);
	if (services === undefined) return { outcome: 'notCalculable' };
	const { percentage, extraPlacementEnabled } = options;
	const { night, extraPlacement } = price;
	const base = { night, ...(extraPlacementEnabled && { extraPlacement }), ...services };
	return charged((sumOf(base) * percentage) / 100, price, { by: 'percentage', percentage, base });
}

/** `undefined` for an option that the specification does not name. */
function servicesFor(option: string, { meals, otherServices }: NightPrice): PercentBase | undefined {
	switch (option) {
		case 'None':
			return {};
		case 'MealOnly':
			return { meals };
		case 'All':
			return { meals, otherServices };
		default:
			return undefined;
	}
}

export function sumOf(base: PercentBase): number {
	return withoutNoise(Object.values(base).reduce((sum, part) => sum + part, 0));
}

function charged(amount: number, { currency }: NightPrice, working: Working): Offer {
	const rounded = roundTo(withoutNoise(amount), currencyDecimals(currency));
	return { outcome: 'charged', amount: rounded, working };
}
