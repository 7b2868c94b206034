import { DateTime } from 'luxon';

import { requireOrder, type NamedDate } from '../../../shared/dates/dateRules';
import { wholeDate, wholeDay } from '../../../shared/dates/instants';
import type { HotelClock } from '../../../shared/dates/hotelClock';
import { periodDays } from '../../../shared/parameters/period';
import { ParameterError } from '../../../shared/util/parameterError';

/** A range of a search is at most 365 days long (specification); clock changes can make one an hour longer. */
const PART_DAYS = 364;

/** A range of hotel-local minutes, both ends included. */
interface Period {
	start: string;
	end: string;
}

interface EnteredPeriods {
	/** Of the stay: by name, `custom` with `stayFrom` and `stayTo`, or `any`. */
	period: string;
	stayFrom?: string;
	stayTo?: string;
	modifiedFrom?: string;
	modifiedTo?: string;
}

type End = Exclude<keyof EnteredPeriods, 'period'>;

/** The queries that together cover the entered periods. @throws ParameterError */
export async function searchPeriods(
	entered: EnteredPeriods,
	clock: HotelClock,
): Promise<Array<Record<string, string>>> {
	const modified = await enteredPeriod(entered, 'modifiedFrom', 'modifiedTo', clock);
	const stay = await stayPeriod(entered, clock);
	if (!modified && !stay) {
		throw new ParameterError(
			'filters',
			undefined,
			'contain no period of the last change',
			'Add {modifiedFrom} and {modifiedTo}, or choose another {period}: the API only searches within a period.',
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

async function stayPeriod(entered: EnteredPeriods, clock: HotelClock): Promise<Period | undefined> {
	if (entered.period === 'any') return undefined;
	const days = await periodDays(entered.period, clock);
	if (days) return { start: `${days.first}T00:00`, end: `${days.last}T23:59` };
	const { stayFrom = '', stayTo = '' } = entered;
	const [first, last] = [wholeDay(stayFrom), wholeDay(stayTo)];
	const start = first === undefined ? stayFrom : `${first}T00:00`;
	const end = last === undefined ? stayTo : `${last}T23:59`;
	return await enteredPeriod({ ...entered, stayFrom: start, stayTo: end }, 'stayFrom', 'stayTo', clock, true);
}

async function enteredPeriod(
	entered: EnteredPeriods,
	from: End,
	to: End,
	clock: HotelClock,
	isRequired = false,
): Promise<Period | undefined> {
	const [start = '', end = ''] = [entered[from], entered[to]];
	if (start === '' && end === '' && !isRequired) return undefined;
	if (start === '' || end === '') {
		const missing = start === '' ? from : to;
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
