import { currencyDecimals } from '../../../shared/api/response/money';
import {
	minutesOutside,
	sumOf,
	type ExtraStayAnswer,
	type ExtraStayQuestion,
	type PercentBase,
	type PeriodAnswer,
} from './charge';
import type { ExtraStayKind, ExtraStayPeriod } from './extraStayRule';
import { durationText, MIDNIGHT_AFTER, timeOfDayText } from './timeOfDay';

/** How an answer came about, in sentences. */
export function explanationOf(question: ExtraStayQuestion, answer: ExtraStayAnswer): string[] {
	switch (answer.outcome) {
		case 'usual':
			return [usualSentence(question)];
		case 'anotherNight':
		case 'otherDay':
			return [otherDaySentence(question), OTHER_DAYS[answer.outcome][question.kind]];
		case 'unknownDay':
			return [usualSentence(question), UNKNOWN_DAYS[question.kind]];
		case 'noRule':
			return [situation(question), 'The rate plan has no extra-stay rule, so it does not allow this.'];
		case 'noPeriod':
			return [situation(question), noPeriodSentence(question)];
		default:
			return [situation(question), ...periodSentences(question, answer)];
	}
}

const OTHER_DAYS: Record<'anotherNight' | 'otherDay', Record<ExtraStayKind, string>> = {
	anotherNight: {
		earlyCheckIn: 'This is no early check-in: it takes another night.',
		lateCheckOut: 'This is no late check-out: it takes another night.',
	},
	otherDay: {
		earlyCheckIn:
			"This is no early check-in, and the rule says nothing about it. Check 'Time' and 'Arrival'.",
		lateCheckOut:
			"This is no late check-out, and the rule says nothing about it. Check 'Time' and 'Departure'.",
	},
};

const UNKNOWN_DAYS: Record<ExtraStayKind, string> = {
	earlyCheckIn:
		"But 'Time' has a date, and if that is before the day of arrival, it takes another night. Enter 'Arrival'.",
	lateCheckOut:
		"But 'Time' has a date, and if that is after the day of departure, it takes another night. Enter 'Departure'.",
};

function otherDaySentence({ kind, time, day }: ExtraStayQuestion): string {
	const isEarlier = (day?.entered ?? '') < (day?.ofStay ?? '');
	const [what, whose] = kind === 'earlyCheckIn' ? ['An arrival', 'arrival'] : ['A departure', 'departure'];
	const where = `${isEarlier ? 'before' : 'after'} the day of ${whose}, ${day?.ofStay}`;
	return `${what} on ${day?.entered} at ${timeOfDayText(time)} is ${where}.`;
}

function usualSentence(question: ExtraStayQuestion): string {
	const time = timeOfDayText(question.time);
	return question.kind === 'earlyCheckIn'
		? `An arrival at ${time} is no early check-in: it is not before ${usualText(question)}.`
		: `A departure at ${time} is no late check-out: it is not after ${usualText(question)}.`;
}

function situation(question: ExtraStayQuestion): string {
	const time = timeOfDayText(question.time);
	const duration = durationText(minutesOutside(question));
	const sentence =
		question.kind === 'earlyCheckIn'
			? `An arrival at ${time} is ${duration} before ${usualText(question)}.`
			: `A departure at ${time} is ${duration} after ${usualText(question)}.`;
	return `${sentence}${assumption(question)}`;
}

function assumption({ kind, day }: ExtraStayQuestion): string {
	if (day === undefined || day.ofStay !== undefined) return '';
	return ` ${day.entered} is taken as the day of ${kind === 'earlyCheckIn' ? 'arrival' : 'departure'}.`;
}

function usualText({ kind, usualTime, rule }: ExtraStayQuestion): string {
	const owner = rule?.[kind].ownTime === undefined ? 'the property' : 'the rule';
	const what = kind === 'earlyCheckIn' ? 'check-in' : 'check-out';
	return `the usual ${what} time of ${owner}, ${timeOfDayText(usualTime)}`;
}

function noPeriodSentence({ kind, time, rule }: ExtraStayQuestion): string {
	const periods = rule?.[kind].periods ?? [];
	const known = periods.length > 0 ? ` (periods: ${periods.map(spanText).join(', ')})` : '';
	const none = `Rule ${rule?.id} has no period for ${timeOfDayText(time)}${known}, so it does not allow this.`;
	return time === MIDNIGHT_AFTER ? `${none} The end of a period does not belong to it.` : none;
}

function spanText({ start, end }: ExtraStayPeriod): string {
	return `${timeOfDayText(start)} to ${timeOfDayText(end)}`;
}

function periodSentences({ rule, price, stayUnitKind }: ExtraStayQuestion, answer: PeriodAnswer): string[] {
	const { period, overlapping, outcome } = answer;
	const terms = termsText(answer, price.currency, stayUnitKind);
	const isAllowed = outcome === 'charged' || outcome === 'notCalculable' || outcome === 'noNightPrice';
	return [
		`Rule ${rule?.id}, period ${spanText(period)}, ${period.chargeType}: ${terms}.`,
		...(overlapping > 1
			? [`Of the ${overlapping} periods at this time, the cheapest that allows it counts.`]
			: []),
		...(isAllowed ? [guaranteeSentence(period)] : []),
	];
}

function termsText(answer: PeriodAnswer, currency: string, stayUnitKind: string | undefined): string {
	switch (answer.outcome) {
		case 'forbidden':
			return 'not allowed';
		case 'noRate':
			return `no rate in ${currency}${currenciesText(answer.period)}, so the charge is not known`;
		case 'noPercentOptions':
			return 'no percentage, so the charge is not known';
		case 'noNightPrice':
			return `the property sells no nights (stayUnitKind ${stayUnitKind}), so a percentage of the nightly price is not known`;
		case 'notCalculable':
			return 'only the API can calculate this charge';
		case 'unknownType':
			return 'an unknown charge type';
		case 'charged':
			return chargeText(answer, currency);
	}
}

function currenciesText({ rates }: ExtraStayPeriod): string {
	return rates.length > 0 ? `, only in ${rates.map((rate) => rate.currency).join(', ')}` : '';
}

function chargeText(
	{ amount, working }: Extract<PeriodAnswer, { outcome: 'charged' }>,
	currency: string,
): string {
	const total = exactAmountText(amount, currency);
	switch (working.by) {
		case 'free':
			return 'no charge';
		case 'fixedRate':
			return total;
		case 'hourlyRate':
			return `${exactAmountText(working.rate, currency)} per hour for ${durationText(working.minutes)} = ${total}`;
		case 'percentage': {
			const base = exactAmountText(sumOf(working.base), currency);
			return `${working.percentage} % of ${base} (${baseText(working.base, currency)}) = ${total}`;
		}
	}
}

const BASE_LABELS: Record<keyof PercentBase, string> = {
	night: 'night',
	extraPlacement: 'extra guests',
	meals: 'meals',
	otherServices: 'other services',
};

function baseText(base: PercentBase, currency: string): string {
	const parts = Object.entries(base) as Array<[keyof PercentBase, number]>;
	return parts
		.map(([part, amount]) => `${BASE_LABELS[part]} ${exactAmountText(amount, currency)}`)
		.join(' + ');
}

/** With the decimals of the currency, or more if the amount has more. */
export function exactAmountText(amount: number, currency: string): string {
	const text = amount.toFixed(currencyDecimals(currency));
	return `${Number(text) === amount ? text : amount} ${currency}`;
}

function guaranteeSentence({ occupyQuota }: ExtraStayPeriod): string {
	return occupyQuota ? 'The room is guaranteed.' : 'The room is not guaranteed, even if it is prepaid.';
}
