import { DateTime } from 'luxon';

import { requireOrder, type NamedDate } from '../../../shared/dates/dateRules';
import { wholeDate } from '../../../shared/dates/instants';
import type { HotelClock } from '../../../shared/dates/hotelClock';
import { ParameterError } from '../../../shared/util/parameterError';

/** A range of a search is at most 365 days long (specification); clock changes can make one an hour longer. */
const PART_DAYS = 364;

/** A range of hotel-local minutes, both ends included. */
export interface Period {
	start: string;
	end: string;
}

export interface EnteredPeriods {
	modifiedFrom?: string;
	modifiedTo?: string;
	stayFrom?: string;
	stayTo?: string;
}

/** The queries that together cover the entered periods. @throws ParameterError */
export async function searchPeriods(
	entered: EnteredPeriods,
	clock: HotelClock,
): Promise<Array<Record<string, string>>> {
	const modified = await period(entered, 'modifiedFrom', 'modifiedTo', clock);
	const stay = await period(entered, 'stayFrom', 'stayTo', clock);
	if (!modified && !stay) {
		throw new ParameterError(
			'filters',
			undefined,
			'contain no period',
			'Enter {modifiedFrom} and {modifiedTo}, or {stayFrom} and {stayTo}: the API only searches within a period.',
		);
	}
	const modifiedParts = partsOf(modified).map(
		(part) => part && { startModifyDateTime: part.start, endModifyDateTime: part.end },
	);
	const stayParts = partsOf(stay).map(
		(part) => part && { startAffectPeriodDateTime: part.start, endAffectPeriodDateTime: part.end },
	);
	return modifiedParts.flatMap((first) => stayParts.map((second) => ({ ...first, ...second })));
}

async function period(
	entered: EnteredPeriods,
	from: keyof EnteredPeriods,
	to: keyof EnteredPeriods,
	clock: HotelClock,
): Promise<Period | undefined> {
	const start = entered[from];
	const end = entered[to];
	if (start === undefined && end === undefined) return undefined;
	if (start === undefined || end === undefined) {
		const missing = start === undefined ? from : to;
		throw new ParameterError(missing, '', 'is missing', `A period needs both {${from}} and {${to}}.`);
	}
	const lastMinute = await clock.minute(to, end);
	const lateBy = to === 'modifiedTo' && isWithinMinute(end) ? 1 : 0;
	const first: NamedDate = { parameter: from, value: await clock.minute(from, start) };
	const last: NamedDate = { parameter: to, value: minutes(local(lastMinute).plus({ minutes: lateBy })) };
	requireOrder(first, last);
	return { start: first.value, end: last.value };
}

function partsOf(whole: Period | undefined): Array<Period | undefined> {
	return whole ? splitPeriod(whole) : [undefined];
}

/** Changes have seconds, but a range ends with a minute: later changes within that minute would be missed. */
function isWithinMinute(text: string): boolean {
	const time = wholeDate(text, 'utc');
	return time !== undefined && time.toMillis() % 60_000 !== 0;
}

/** Ranges that cover the period. They meet at noon, when clocks never change, so that each boundary exists once. */
export function splitPeriod({ start, end }: Period): Period[] {
	const last = local(end);
	const parts: Period[] = [];
	let from = local(start);
	for (;;) {
		const to = DateTime.min(from.plus({ days: PART_DAYS }).set({ hour: 12, minute: 0 }), last);
		parts.push({ start: minutes(from), end: minutes(to) });
		if (to >= last) return parts;
		from = to;
	}
}

function local(minute: string): DateTime {
	return DateTime.fromISO(minute, { zone: 'utc' });
}

function minutes(time: DateTime): string {
	return time.toFormat("yyyy-MM-dd'T'HH:mm");
}
