import type { IDataObject } from 'n8n-workflow';

import { at, recordsAt, textAt } from '../api/records';

/** A cancellation rule as the API has it (specification, Cancellation rule). */
export interface CancellationRule {
	id: string;
	referencePointKind: string;
	/** `HH:mm`, with `CustomArrivalTime`. */
	referencePointTime?: string;
	/** None: cancelling is free. */
	terms: CancellationTerm[];
}

export interface CancellationTerm {
	/** Its place in the rule, from 1. */
	number: number;
	/** `NoMatter`, `AtLeast`, `NoMoreThan` or `Between`. */
	matching: string;
	/** `Day` or `Hour`; `None` with `NoMatter`. */
	unit: string;
	value?: number;
	/** With `Between`. */
	valueMax?: number;
	/** `NoPenalty`, `FirstNightPercent`, `PrepaymentPercent`, `FirstNights`; also `Percent` and `Fixed` (provider). */
	method: string;
	/** In percent, nights or money, according to the method. */
	penaltyValue?: number;
	penaltyCurrency?: string;
	/** None: every day of arrival. */
	arrivalDates: ArrivalPeriod[];
}

/** Days of arrival, `YYYY-MM-DD`, both included; without an end where `to` is missing. */
export interface ArrivalPeriod {
	from: string;
	to?: string;
}

export function readCancellationRule(record: IDataObject): CancellationRule {
	return {
		id: textAt(record, 'id') ?? '',
		referencePointKind: textAt(record, 'referencePointKind') ?? '',
		referencePointTime: textAt(record, 'referencePointTime'),
		terms: recordsAt(record, 'cancellationTerms').map(readTerm),
	};
}

function readTerm(record: IDataObject, position: number): CancellationTerm {
	return {
		number: position + 1,
		matching: textAt(record, 'beforeArrivalMatching') ?? '',
		unit: textAt(record, 'beforeArrivalUnit') ?? 'None',
		value: numberAt(record, 'beforeArrivalValue'),
		valueMax: numberAt(record, 'beforeArrivalValueMax'),
		method: textAt(record, 'penaltyCalculationMethod') ?? '',
		penaltyValue: numberAt(record, 'penaltyValue'),
		penaltyCurrency: textAt(record, 'penaltyValueCurrency'),
		arrivalDates: recordsAt(record, 'arrivalDates').map(readPeriod),
	};
}

/** Without regard to `endDate` where `isEndless` says that there is no end (provider: Content.CancellationTerm). */
function readPeriod(record: IDataObject): ArrivalPeriod {
	const to = at(record, 'isEndless') === true ? undefined : dayAt(record, 'endDate');
	return { from: dayAt(record, 'startDate') ?? '', to };
}

function dayAt(record: IDataObject, key: string): string | undefined {
	return textAt(record, key)?.slice(0, 10);
}

function numberAt(record: IDataObject, key: string): number | undefined {
	const value = Number(textAt(record, key));
	return Number.isFinite(value) ? value : undefined;
}

/** The terms that concern a day of arrival. @param day `YYYY-MM-DD` */
export function termsFor({ terms }: CancellationRule, day: string): CancellationTerm[] {
	const isWithin = ({ from, to = day }: ArrivalPeriod) => from <= day && day <= to;
	return terms.filter(({ arrivalDates }) => arrivalDates.length === 0 || arrivalDates.some(isWithin));
}
