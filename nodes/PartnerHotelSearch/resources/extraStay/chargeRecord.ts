import type { IDataObject } from 'n8n-workflow';

import { money } from '../../../shared/api/response/money';
import { at, textAt } from '../../../shared/api/response/records';
import type { StayTimes } from '../../chosenStay';
import { isLeftToApi, type ExtraStayAnswer, type ExtraStayQuestion } from './charge';
import { exactAmountText, explanationOf } from './explanation';
import type { ExtraStayKind } from './extraStayRule';
import { timeOfDayText } from './timeOfDay';

/** What the API offered for the stay of the question. */
interface ApiOffers {
	offered: IDataObject[];
	stayDates?: StayTimes;
}

/**
 * The answer as an item. `charge` is before tax, 0 for what is free, and null for what is not allowed or not known;
 * `explanation` says why.
 */
export function chargeRecord(
	question: ExtraStayQuestion,
	answer: ExtraStayAnswer,
	fromApi?: ApiOffers,
): IDataObject {
	const { kind, time, usualTime, rule, price } = question;
	const period = 'period' in answer ? answer.period : undefined;
	const charge = isLeftToApi(answer) ? chargeOfApi(question, fromApi) : chargeOfRule(answer, price.currency);
	const { note, ...known } = charge;
	return {
		kind,
		time: timeOfDayText(time),
		isExtraStay: isExtraStay(answer),
		allowed: charge.chargeFrom === 'api' || isAllowed(answer),
		...known,
		chargeType: period?.chargeType ?? null,
		period: period ? { startTime: timeOfDayText(period.start), endTime: timeOfDayText(period.end) } : null,
		roomGuaranteed: isRoomGuaranteed(answer),
		usualTime: timeOfDayText(usualTime),
		usualTimeFrom: rule?.[kind].ownTime === undefined ? 'property' : 'rule',
		extraStayRuleId: rule?.id ?? null,
		explanation: [...explanationOf(question, answer), ...(note === undefined ? [] : [note])].join(' '),
	};
}

/** `null`: unknown. */
function isExtraStay({ outcome }: ExtraStayAnswer): boolean | null {
	if (outcome === 'unknownDay') return null;
	return outcome !== 'usual' && outcome !== 'otherDay';
}

/** `null` where there is no such stay. A usual stay has its room. */
function isRoomGuaranteed(answer: ExtraStayAnswer): boolean | null {
	if (answer.outcome === 'usual') return true;
	return 'period' in answer && isAllowed(answer) !== false ? answer.period.occupyQuota : null;
}

/** `null`: unknown. */
function isAllowed({ outcome }: ExtraStayAnswer): boolean | null {
	switch (outcome) {
		case 'usual':
		case 'charged':
		case 'notCalculable':
		case 'noNightPrice':
			return true;
		case 'forbidden':
		case 'noRule':
		case 'noPeriod':
		case 'anotherNight':
			return false;
		default:
			return null;
	}
}

interface Charge {
	charge: number | null;
	currency: string;
	chargeFrom: 'api' | 'rule' | null;
	note?: string;
}

function chargeOfRule(answer: ExtraStayAnswer, currency: string): Charge {
	switch (answer.outcome) {
		case 'charged':
			return { charge: answer.amount, currency, chargeFrom: 'rule' };
		case 'usual':
			return { charge: 0, currency, chargeFrom: 'rule' };
		default:
			return { charge: null, currency, chargeFrom: null };
	}
}

const NAMES: Record<ExtraStayKind, string> = {
	earlyCheckIn: 'early check-in',
	lateCheckOut: 'late check-out',
};

/** Only an option at exactly this time counts: prices between two times are not known. */
function chargeOfApi({ kind, time, price }: ExtraStayQuestion, fromApi: ApiOffers | undefined): Charge {
	const unknown: Charge = { charge: null, currency: price.currency, chargeFrom: null };
	if (fromApi === undefined) {
		return { ...unknown, note: "Take the rule from the rate plan and switch on 'Ask the API' to get it." };
	}
	const day = fromApi.stayDates?.[kind === 'earlyCheckIn' ? 'arrivalDateTime' : 'departureDateTime'];
	const wanted = `${day?.slice(0, 10)}T${timeOfDayText(time)}`;
	const ofKind = fromApi.offered.filter((option) => option.kind === kind);
	const option = ofKind.find((one) => minuteOf(one) === wanted);
	const currency = textAt(option, 'currencyCode') ?? price.currency;
	const charge = money(at(option, 'total', 'priceBeforeTax'), currency);
	if (charge === null) {
		const others = ofKind.flatMap((one) => minuteOf(one)?.slice(11) ?? []).join(', ');
		return {
			...unknown,
			note: `For this stay, the API offers no ${NAMES[kind]} at ${wanted}${others && `, but at ${others}`}.`,
		};
	}
	return {
		charge,
		currency,
		chargeFrom: 'api',
		note: `The API calculates ${exactAmountText(charge, currency)}.`,
	};
}

/** `YYYY-MM-DDTHH:mm`. */
function minuteOf(option: IDataObject): string | undefined {
	return textAt(option, 'dateTimeLocal')?.slice(0, 16);
}
