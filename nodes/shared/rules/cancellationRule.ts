import type { IDataObject } from 'n8n-workflow';

import { money } from '../api/response/money';
import { at, recordsAt, textAt } from '../api/response/records';
import { wallMidnight } from '../dates/wallClock';

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
	/** None: every day of arrival. Null where they cannot be read. */
	arrivalDates: ArrivalPeriod[] | null;
}

/** Days of arrival, `YYYY-MM-DD`, both included; without an end where `to` is missing. */
interface ArrivalPeriod {
	from: string;
	to?: string;
}

export function readCancellationRule(record: IDataObject): CancellationRule {
	return {
		id: textAt(record, 'id') ?? '',
		referencePointKind: textAt(record, 'referencePointKind') ?? '',
		referencePointTime: textAt(record, 'referencePointTime'),
		terms: entriesAt(record, 'cancellationTerms').map(readTerm),
	};
}

/** A term that is no record is not left out: what it charges is unknown. */
function readTerm(record: unknown, position: number): CancellationTerm {
	return {
		number: position + 1,
		matching: textAt(record, 'beforeArrivalMatching') ?? '',
		unit: textAt(record, 'beforeArrivalUnit') ?? 'None',
		value: numberAt(record, 'beforeArrivalValue'),
		valueMax: numberAt(record, 'beforeArrivalValueMax'),
		method: textAt(record, 'penaltyCalculationMethod') ?? '',
		penaltyValue: numberAt(record, 'penaltyValue'),
		penaltyCurrency: textAt(record, 'penaltyValueCurrency'),
		arrivalDates: readPeriods(record),
	};
}

/** None for null (provider: Content.CancellationTerm); one that is no list is an entry that cannot be read. */
function entriesAt(record: unknown, key: string): unknown[] {
	const list: unknown = at(record, key);
	const entries: unknown[] = Array.isArray(list) ? list : [list];
	return entries.filter((entry) => entry !== null);
}

function readPeriods(term: unknown): ArrivalPeriod[] | null {
	const periods = recordsAt(term, 'arrivalDates').map(readPeriod);
	const isReadable = ({ from, to }: ArrivalPeriod) =>
		[from, to ?? ''].every((day) => day === '' || wallMidnight(day) !== undefined);
	const areAll = periods.length === entriesAt(term, 'arrivalDates').length;
	return areAll && periods.every(isReadable) ? periods : null;
}

/** Without regard to `endDate` where `isEndless` says that there is no end (provider: Content.CancellationTerm). */
function readPeriod(record: IDataObject): ArrivalPeriod {
	const to = at(record, 'isEndless') === true ? undefined : dayAt(record, 'endDate');
	return { from: dayAt(record, 'startDate') ?? '', to };
}

function dayAt(record: IDataObject, key: string): string | undefined {
	return textAt(record, key)?.slice(0, 10);
}

function numberAt(record: unknown, key: string): number | undefined {
	return money(at(record, key), undefined) ?? undefined;
}

/** The terms that concern a day of arrival, or may do so. @param day `YYYY-MM-DD` */
export function termsFor({ terms }: CancellationRule, day: string): CancellationTerm[] {
	const isWithin = ({ from, to = day }: ArrivalPeriod) => from <= day && day <= to;
	const concerns = (periods: ArrivalPeriod[]) => periods.length === 0 || periods.some(isWithin);
	return terms.filter(({ arrivalDates }) => arrivalDates === null || concerns(arrivalDates));
}

/** Why it is unknown when a term holds; `undefined` if its fields tell it (specification, Term fields). */
export function unknownTiming({
	matching,
	unit,
	value,
	valueMax,
	arrivalDates,
}: CancellationTerm): string | undefined {
	if (arrivalDates === null) return 'its dates of arrival cannot be read';
	if (matching === 'NoMatter') return undefined;
	if (!TIMED.includes(matching)) return `the matching '${matching}' is not known`;
	if (unit !== 'Day' && unit !== 'Hour') return `the unit '${unit}' is not known`;
	const isMissing = value === undefined || (matching === 'Between' && valueMax === undefined);
	return isMissing ? `a number of ${unit.toLowerCase()}s is missing` : undefined;
}

/** Matchings that hold at some times only. */
const TIMED = ['AtLeast', 'NoMoreThan', 'Between'];
