import type { IDataObject } from 'n8n-workflow';

import { daysBetween } from '../dates/dateRules';
import { wallText } from '../dates/wallClock';
import type { JourneyUnit } from './journeyUnits';

/** Which guests get messages. What is not known matches no filter. */
export interface JourneyFilter {
	statuses?: string[];
	/** Names or types of sources. */
	sources?: string[];
	/** IDs or names; of several room stays, any matches. */
	roomTypes?: string[];
	ratePlans?: string[];
	/** ISO 639-1. */
	languages?: string[];
	/** ISO 3166-1, three letters. */
	countries?: string[];
	minNights?: number;
	maxNights?: number;
	/** Days from the booking to the arrival. */
	minLeadTime?: number;
	maxLeadTime?: number;
	minTotal?: number;
	children?: 'with' | 'without';
	/** Whether the guest has stayed here before. */
	returning?: 'returning' | 'first';
}

const LISTS: ReadonlyArray<[keyof JourneyFilter, label: string, fields: readonly string[]]> = [
	['statuses', 'Statuses', ['status', 'roomStayStatus', 'roomStayStatuses']],
	['sources', 'Sources', ['source', 'sourceType', 'sourceCode']],
	['roomTypes', 'Room Types', ['roomTypeId', 'roomTypeIds', 'roomTypeName', 'roomTypeNames']],
	['ratePlans', 'Rate Plans', ['ratePlanIds', 'ratePlanNames']],
	['languages', 'Languages', ['customerLanguage']],
	['countries', 'Countries', ['customerCountry']],
];

const RETURNING = 'Returning Guests';

/** The first filter that leaves a guest out, in words. */
export function exclusion(
	{ stay, record }: JourneyUnit,
	filter: JourneyFilter,
	zone: string,
): string | undefined {
	const list = LISTS.find(([name, , fields]) => {
		const wanted = filter[name] as string[] | undefined;
		return wanted !== undefined && !hasAny(record, fields, wanted);
	});
	if (list) return leftOutBy(list[1]);
	const arrival = typeof record.arrival === 'string' ? record.arrival : null;
	const leadTime =
		arrival === null || stay.bookedAt === null
			? undefined
			: daysBetween(wallText(stay.bookedAt, zone).slice(0, 10), arrival);
	if (!lies(record.nights, filter.minNights, filter.maxNights)) return leftOutBy('Nights');
	if (!lies(leadTime, filter.minLeadTime, filter.maxLeadTime)) return leftOutBy('Lead Time');
	if (!lies(record.total, filter.minTotal, undefined)) return leftOutBy('Min Total');
	const { children, returning } = filter;
	if (children === 'with' && !lies(record.children, 1, undefined)) return leftOutBy('Children');
	if (children === 'without' && !lies(record.children, 0, 0)) return leftOutBy('Children');
	if (returning === 'returning' && !lies(record.earlierStays, 1, undefined)) return leftOutBy(RETURNING);
	if (returning === 'first' && !lies(record.earlierStays, 0, 0)) return leftOutBy(RETURNING);
	return undefined;
}

/** Another stay decides about that filter, so that it can match later. */
export function isByReturning(excluded: string | undefined): boolean {
	return excluded === leftOutBy(RETURNING);
}

function leftOutBy(label: string): string {
	return `Left out by the filter '${label}'`;
}

function hasAny(record: IDataObject, fields: readonly string[], wanted: readonly string[]): boolean {
	const found = fields.flatMap((field) => record[field] ?? []).map(comparable);
	return wanted.some((one) => found.includes(comparable(one)));
}

function comparable(text: unknown): string {
	return String(text).trim().toLowerCase();
}

function lies(value: unknown, min: number | undefined, max: number | undefined): boolean {
	if (min === undefined && max === undefined) return true;
	return typeof value === 'number' && value >= (min ?? value) && value <= (max ?? value);
}
