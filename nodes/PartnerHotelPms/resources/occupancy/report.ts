import type { IDataObject } from 'n8n-workflow';

import { withMessagesOf } from '../../../shared/api/response/messages';
import type { PropertyDay } from './dailyOccupancy';
import type { DateRange } from './dateRanges';
import { kpiChanges, kpisOf, type Definitions } from './kpis';
import { earlierRange, periodOf, type CompareWith, type GroupBy } from './periods';
import { pickUpOf, type DayOnTheBooks } from './pickUp';

/** A property's days of the report, in date order, and what they are compared with. */
export interface PropertyReport {
	propertyId: string;
	/** Null if Content does not return it. */
	propertyName: string | null;
	days: PropertyDay[];
	comparison?: { with: CompareWith; days: PropertyDay[] };
	pickUp?: {
		/** `YYYY-MM-DD` */
		since: string;
		/** By date. */
		books: ReadonlyMap<string, DayOnTheBooks>;
	};
}

export interface ReportSettings {
	groupBy: GroupBy;
	/** All properties together: one row per period and currency. */
	isCombined: boolean;
	/** How many properties could not be read: totals are without them. */
	missingProperties?: number;
	definitions: Definitions;
}

interface Group {
	period: string;
	currencyCode: string | null;
	parts: Array<{ property: PropertyReport; days: PropertyDay[] }>;
}

/** One row per property and period. Days in different currencies are never in the same row. */
export function reportRows(properties: readonly PropertyReport[], settings: ReportSettings): IDataObject[] {
	const groups = new Map<string, Group>();
	for (const property of properties) {
		for (const day of property.days) {
			const { currencyCode } = day;
			const period = periodOf(day.date, settings.groupBy);
			const own = isAddedUp(currencyCode, settings) ? null : property.propertyId;
			const key = JSON.stringify([own, currencyCode, period]);
			const group = groups.get(key) ?? { period, currencyCode, parts: [] };
			groups.set(key, group);
			const part = group.parts.at(-1);
			if (part?.property === property) part.days.push(day);
			else group.parts.push({ property, days: [day] });
		}
	}
	return [...groups.values()].map((group) => rowOf(group, settings));
}

/** Amounts without a currency may be in different ones. */
function isAddedUp(currencyCode: string | null, { isCombined }: ReportSettings): boolean {
	return isCombined && currencyCode !== null;
}

function rowOf({ period, currencyCode, parts }: Group, settings: ReportSettings): IDataObject {
	const { definitions, isCombined, missingProperties = 0 } = settings;
	const days = parts.flatMap((part) => part.days);
	const figures = days.map((day) => day.figures);
	const kpis = kpisOf(figures, currencyCode, definitions);
	const earlier = earlierDays(parts);
	const property = isAddedUp(currencyCode, settings) ? undefined : parts[0]?.property;
	const row: IDataObject = {
		period,
		...kpis,
		currencyCode,
		...(property && { propertyName: property.propertyName }),
		...(isCombined && { properties: parts.length, missingProperties }),
		missingDays: missingIn(days),
		...datesOf(days),
		...(earlier && { comparison: comparisonOf({ kpis, currencyCode }, earlier, definitions) }),
		...pickUpIn(parts, currencyCode),
		...(property && { propertyId: property.propertyId }),
	};
	return withMessagesOf(
		row,
		[...days, ...(earlier ?? [])].map(({ messages }) => messages),
	);
}

/** `undefined` without a comparison. */
function earlierDays(parts: Group['parts']): PropertyDay[] | undefined {
	if (!parts.some(({ property }) => property.comparison)) return undefined;
	return parts.flatMap(({ property: { comparison }, days }) => {
		const range = comparison && earlierRange(rangeOf(days), comparison.with);
		return range ? comparison.days.filter(({ date }) => range.first <= date && date <= range.last) : [];
	});
}

function pickUpIn(parts: Group['parts'], currencyCode: string | null): IDataObject {
	const since = parts[0]?.property.pickUp?.since;
	if (since === undefined) return {};
	const books = parts.flatMap(({ property, days }) =>
		days.flatMap(({ date }) => property.pickUp?.books.get(date) ?? []),
	);
	return { pickUp: { since, ...pickUpOf(books, currencyCode) } };
}

/** Amounts in several currencies are not added. */
function comparisonOf(
	now: Parameters<typeof kpiChanges>[0],
	days: readonly PropertyDay[],
	definitions: Definitions,
): IDataObject {
	const currencies = [...new Set(days.map((day) => day.currencyCode))];
	const isMixed = currencies.length > 1;
	const figures = days.map((day) =>
		isMixed ? { ...day.figures, roomRevenue: null, totalRevenue: null, mealRevenue: null } : day.figures,
	);
	const currencyCode = isMixed ? null : (currencies[0] ?? null);
	const kpis = kpisOf(figures, currencyCode, definitions);
	return {
		...datesOf(days),
		currencyCode,
		...kpiChanges(now, { kpis, currencyCode }),
		missingDays: missingIn(days),
	} as unknown as IDataObject;
}

function missingIn(days: readonly PropertyDay[]): number {
	return days.filter(({ figures }) => Object.values(figures).every((value) => value === null)).length;
}

function datesOf(days: readonly PropertyDay[]): { startDate: string | null; endDate: string | null } {
	if (days.length === 0) return { startDate: null, endDate: null };
	const { first, last } = rangeOf(days);
	return { startDate: first, endDate: last };
}

function rangeOf(days: readonly PropertyDay[]): DateRange {
	const dates = days.map(({ date }) => date).sort();
	return { first: dates[0] ?? '', last: dates.at(-1) ?? '' };
}
