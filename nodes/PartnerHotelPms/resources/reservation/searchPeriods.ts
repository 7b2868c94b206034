import { DateTime } from 'luxon';

import { requireOrder, type NamedDate } from '../../../shared/dateRules';
import type { HotelClock } from '../../../shared/hotelTime';
import { ParameterError } from '../../../shared/parameterError';

/** Longest range of one search (specification, Rules for reservation search). */
const MAX_DAYS = 365;

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

/** The query of each search that together cover what was asked for. @throws ParameterError */
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
			'hold no period',
			'Enter {modifiedFrom} and {modifiedTo}, or {stayFrom} and {stayTo}: the API searches within a period only.',
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
	const first: NamedDate = { parameter: from, value: await clock.minute(from, start) };
	const last: NamedDate = { parameter: to, value: await clock.minute(to, end) };
	requireOrder(first, last);
	return { start: first.value, end: last.value };
}

function partsOf(whole: Period | undefined): Array<Period | undefined> {
	return whole ? splitPeriod(whole) : [undefined];
}

/** Ranges of at most 365 days that cover the whole, one minute apart. */
export function splitPeriod({ start, end }: Period): Period[] {
	const minute = "yyyy-MM-dd'T'HH:mm";
	const last = DateTime.fromISO(end, { zone: 'utc' });
	const parts: Period[] = [];
	let from = DateTime.fromISO(start, { zone: 'utc' });
	while (from <= last) {
		const to = DateTime.min(from.plus({ days: MAX_DAYS }), last);
		parts.push({ start: from.toFormat(minute), end: to.toFormat(minute) });
		from = to.plus({ minutes: 1 });
	}
	return parts;
}
