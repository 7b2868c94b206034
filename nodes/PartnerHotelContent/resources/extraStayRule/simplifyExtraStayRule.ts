import type { IDataObject } from 'n8n-workflow';

import { money } from '../../../shared/api/response/money';
import type { PropertyFacts } from '../../../shared/api/property/propertyFacts';
import { at, recordsAt, textAt } from '../../../shared/api/response/records';
import { messagesOf } from '../../../shared/api/response/messages';

/** A rule in words, with the rate plans that have it. @param facts of the property, if they could be read */
export function simplifyExtraStayRule(rule: IDataObject, facts: PropertyFacts | undefined): IDataObject {
	const id = textAt(rule, 'id') ?? null;
	const plans = facts?.ratePlans.filter((plan) => facts.extraStayRuleIds.get(plan.id) === id);
	return {
		ratePlanNames: plans?.map(({ name }) => name) ?? null,
		earlyCheckIn: recordsAt(rule, 'earlyCheckInPeriods').map(periodInWords),
		lateCheckOut: recordsAt(rule, 'lateCheckOutPeriods').map(periodInWords),
		checkInTime: at(rule, 'checkInTime'),
		checkOutTime: at(rule, 'checkOutTime'),
		...messagesOf(rule),
		id,
	};
}

/** "09:00 to 13:00: 50 % of a night" */
function periodInWords(period: IDataObject): string {
	const [from, to] = [textAt(period, 'startTime') ?? '?', textAt(period, 'endTime') ?? '?'];
	return `${from} to ${to}: ${chargeInWords(period)}`;
}

function chargeInWords(period: IDataObject): string {
	const chargeType = textAt(period, 'chargeType');
	switch (chargeType) {
		case 'Free':
			return 'free';
		case 'Forbidden':
			return 'not allowed';
		case 'Fixed':
			return ratesIn(period);
		case 'Percent':
			return `${textAt(period, 'percentOptions', 'percentage') ?? '?'} % of a night`;
		case 'HourlyRate':
			return `${ratesIn(period)} per hour`;
		case 'HourlyRateAutoCalculated':
			return 'by the hour, calculated by the hotel system';
		default:
			return chargeType ?? 'not known';
	}
}

/** A period can have rates in several currencies. */
function ratesIn(period: IDataObject): string {
	const rates = recordsAt(period, 'rates').map(
		({ rate, currency }) => `${money(rate, currency) ?? '?'} ${String(currency)}`,
	);
	return rates.length > 0 ? rates.join(' or ') : 'a price that is not known';
}
