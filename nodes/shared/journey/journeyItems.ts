import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { inColumns } from '../api/bookings/columns';
import { personalColumns, withoutColumns } from '../privacy/personalColumns';
import { exclusion, isByReturning, type JourneyFilter } from './journeyFilter';
import type { Hotel } from './journeyReader';
import type { JourneyUnit } from './journeyUnits';
import { inWords, type Moment } from './moment';
import { sentKey } from './sentMoments';
import { verdictOn, type JourneyRules, type Verdict } from './verdict';

/** A moment of a unit, and what becomes of it. */
export interface Decision {
	unit: JourneyUnit;
	moment: Moment;
	/** What was sent is remembered by it. */
	key: string;
	verdict: Verdict;
}

/** @param sentDay by key: the day for which the moment was last sent */
export function decisionsOn(
	units: readonly JourneyUnit[],
	moments: readonly Moment[],
	filter: JourneyFilter,
	rules: JourneyRules,
	sentDay: (key: string) => number | undefined,
	now: number,
): Decision[] {
	return units.flatMap((unit) => {
		const excluded = exclusion(unit, filter, rules.zone);
		const canMatchLater = isByReturning(excluded);
		const stay = { ...unit.stay, ...(excluded !== undefined && { excluded, canMatchLater }) };
		return moments.map((moment) => {
			const key = sentKey(moment.name, stay.key);
			return { unit, moment, key, verdict: verdictOn(moment, stay, rules, sentDay(key), now) };
		});
	});
}

/** The item of a message. Times are the hotel's, with their offset. */
export function messageItem(
	{ unit: { record }, moment, verdict: { dueAt } }: Decision,
	{ id, address, missing }: Hotel,
	zone: string,
	now: number,
): IDataObject {
	return {
		moment: moment.name,
		momentText: inWords(moment),
		dueAt: localText(dueAt, zone),
		lateMinutes: dueAt === null ? null : Math.max(0, Math.floor((now - dueAt) / 60)),
		...inColumns({
			...record,
			propertyId: id,
			propertyAddress: address,
			...(missing.length > 0 && { note: `Not read: ${missing.join(', ')}.` }),
		}),
	};
}

/** `2031-05-20T10:00:00+02:00` */
export function localText(instant: number | null, zone: string): string | null {
	return instant === null
		? null
		: DateTime.fromSeconds(instant, { zone }).toISO({ suppressMilliseconds: true });
}

/** Those of who booked, besides the columns of bookings and reservations. */
const CUSTOMER_COLUMNS = ['customerLanguage', 'customerCountry'];

/** The items as the user wants them. */
export function shownItems(
	items: readonly IDataObject[],
	{ withoutPersonalData }: { withoutPersonalData: boolean },
): IDataObject[] {
	if (!withoutPersonalData) return [...items];
	return withoutColumns(items, [
		...personalColumns.booking,
		...personalColumns.reservation,
		...CUSTOMER_COLUMNS,
	]);
}
