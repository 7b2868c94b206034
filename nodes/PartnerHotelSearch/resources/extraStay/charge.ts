import { currencyDecimals, roundTo, withoutNoise } from '../../../shared/api/money';
import type { ExtraStayKind, ExtraStayPeriod, ExtraStayRule, PercentOptions } from './extraStayRule';

/** What is asked. Times are minutes after midnight at the property, up to 1440. */
export interface ExtraStayQuestion {
	kind: ExtraStayKind;
	time: number;
	usualTime: number;
	/** Missing where the rate plan has none. */
	rule?: ExtraStayRule;
	price: NightPrice;
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
	/** The specification has no formula, or does not know the charge type at all. */
	| { outcome: 'notCalculable' | 'unknownType' }
	| { outcome: 'forbidden' | 'noRate' | 'noPercentOptions' };

export type PeriodAnswer = Offer & {
	period: ExtraStayPeriod;
	/** How many periods there are at this time. */
	overlapping: number;
};

/** `usual`: no extra stay, but an arrival from the usual time on or a departure up to it. */
export type ExtraStayAnswer = PeriodAnswer | { outcome: 'usual' | 'noRule' | 'noPeriod' };

/**
 * What an early check-in or a late check-out costs (specification, Extra-stay rule; docs/rules.md for what it leaves
 * open). Amounts are before tax, in the decimals of the currency.
 */
export function extraStayCharge(question: ExtraStayQuestion): ExtraStayAnswer {
	const { kind, time, rule } = question;
	if (minutesOutside(question) <= 0) return { outcome: 'usual' };
	if (rule === undefined) return { outcome: 'noRule' };
	const periods = rule[kind].periods.filter(({ start, end }) => start <= time && time < end);
	const answers = periods.map((period) => ({
		...offerOf(period, question),
		period,
		overlapping: periods.length,
	}));
	return answers.sort((one, other) => rank(one) - rank(other))[0] ?? { outcome: 'noPeriod' };
}

/** How long before the usual check-in or after the usual check-out; not above zero for a usual stay. */
export function minutesOutside({ kind, time, usualTime }: ExtraStayQuestion): number {
	return kind === 'earlyCheckIn' ? usualTime - time : time - usualTime;
}

/** Whether only the API knows the charge. */
export function isLeftToApi({ outcome }: ExtraStayAnswer): boolean {
	return outcome === 'notCalculable' || outcome === 'unknownType';
}

const FREE = -2;
const UNKNOWN = -1;
const NOT_ALLOWED = Number.MAX_VALUE;

/** The cheapest comes first. A charge that is not known may be lower than any other, unless that is free. */
function rank(offer: Offer): number {
	switch (offer.outcome) {
		case 'charged':
			return offer.amount > 0 ? offer.amount : FREE;
		case 'notCalculable':
		case 'unknownType':
			return UNKNOWN;
		default:
			return NOT_ALLOWED;
	}
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
			return byPercentage(period.percentOptions, price);
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

function byPercentage(options: PercentOptions | undefined, price: NightPrice): Offer {
	if (options === undefined) return { outcome: 'noPercentOptions' };
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
