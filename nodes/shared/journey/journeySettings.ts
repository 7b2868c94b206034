import { DAY_SECONDS, secondsOfDay } from '../dates/wallClock';
import type { Values } from '../operation/defineOperation';
import { entriesOf } from '../operation/readValues';
import { ParameterError } from '../util/parameterError';
import type { JourneyFilter } from './journeyFilter';
import type { caseOptions, journeyFilters, moments as momentsParameter, source } from './journeyParameters';
import { OF_RESERVATIONS, type Moment } from './moment';
import type { SendingHours } from './sendingHours';
import type { JourneyRules } from './verdict';

type Source = Values<[typeof source]>['source'];
type EnteredMoment = Values<[typeof momentsParameter]>['moments']['moment'][number];
type Filters = Values<[typeof journeyFilters]>['filters'];
type CaseOptions = Partial<Values<typeof caseOptions>>;

/** Farther ones would need lists of stays for more than a season. */
export const MAX_MOMENT_DAYS = 60;

/** @throws ParameterError for what is no moment, or has the name of another one */
export function momentsIn(entered: readonly EnteredMoment[], from: Source): Moment[] {
	if (entered.length === 0) throw notUsable('moments', '', 'are empty', 'Add at least one moment.');
	const names = new Set<string>();
	return entered.map((one) => {
		const { name, anchor, count, unit } = one;
		if (name === '') throw notUsable('name', '', 'is empty', 'Give each moment a {name}.');
		if (names.has(name)) {
			throw notUsable('name', name, 'is the name of two moments', 'Give each moment a {name} of its own.');
		}
		names.add(name);
		if (OF_RESERVATIONS.includes(anchor) && from === 'bookings') {
			const advice =
				"Choose another {anchor}. Reservations have it: 'Source' of the trigger, Guest Journey of Partner Hotel PMS.";
			throw notUsable('anchor', anchor, 'is known to the PMS only', advice);
		}
		if (anchor === 'beforeFreeCancellationEnds' && from === 'reservations') {
			const advice =
				"Choose another {anchor}. Bookings have it: 'Source' of the trigger, Guest Journey of Partner Hotel Bookings.";
			throw notUsable('anchor', anchor, 'is unknown for reservations, which have no rate plans', advice);
		}
		const days = unit === 'days' ? count : count / 24;
		if (days > MAX_MOMENT_DAYS) {
			throw notUsable('count', count, `is more than ${MAX_MOMENT_DAYS} days`, 'Enter a smaller {count}.');
		}
		if (anchor === 'duringStay' && (unit === 'hours' || count === 0)) {
			const advice = "For 'During the Stay', enter a {count} of 1 or more and set {unit} to 'Days'.";
			throw notUsable('count', count, 'is no number of days', advice);
		}
		return { name, anchor, unit, count, time: unit === 'days' ? clockIn('time', one.time) : 0 };
	});
}

export function filterIn({ children, returning, ...entered }: Filters): JourneyFilter {
	const listed = ['statuses', 'sources', 'roomTypes', 'ratePlans', 'languages', 'countries'] as const;
	const lists = listed.flatMap((name) => {
		const entries = entriesOf(name, entered[name] ?? '');
		return entries.length > 0 ? [[name, entries]] : [];
	});
	const { minNights, maxNights, minLeadTime, maxLeadTime, minTotal } = entered;
	const limits = { minNights, maxNights, minLeadTime, maxLeadTime, minTotal };
	const choices = { ...(children && { children }), ...(returning && { returning }) };
	return { ...limits, ...choices, ...Object.fromEntries(lists) };
}

/** What does not depend on the hotel. */
export type CaseRules = Omit<JourneyRules, 'startedAt' | 'zone'>;

const DEFAULT_LATE_HOURS = 12;

export function caseRules(options: CaseOptions): CaseRules {
	const hours = sendingHours(options);
	return {
		lateSeconds: (options.ifLate ?? DEFAULT_LATE_HOURS) * 3_600,
		ifBookedLater: options.ifBookedLater ?? 'send',
		sendsAgain: options.ifMoved === 'again',
		...(hours && { hours }),
	};
}

/** How long after a booking was made a moment can be due; 0: there is no such moment. */
export function dueAfterBookingSeconds(
	moments: readonly Moment[],
	{ hours }: Pick<CaseRules, 'hours'>,
): number {
	const days = moments
		.filter(({ anchor }) => anchor === 'afterBooking')
		.map(({ unit, count }) => (unit === 'days' ? count + 1 : count / 24) + (hours ? 1 : 0));
	return Math.max(0, ...days) * DAY_SECONDS;
}

function sendingHours({ notBefore = '', notAfter = '', outside }: CaseOptions): SendingHours | undefined {
	if (notBefore === '' && notAfter === '') return undefined;
	return {
		notBefore: notBefore === '' ? 0 : clockIn('notBefore', notBefore),
		notAfter: notAfter === '' ? (secondsOfDay('23:59') ?? 0) : clockIn('notAfter', notAfter),
		move: outside ?? 'later',
	};
}

/** In seconds since midnight. */
function clockIn(parameter: string, text: string): number {
	const seconds = secondsOfDay(text.trim().padStart(5, '0'));
	if (seconds !== undefined) return Math.floor(seconds / 60) * 60;
	throw notUsable(parameter, text, 'is no time of a day', `Enter {${parameter}} like 10:00.`);
}

function notUsable(...about: ConstructorParameters<typeof ParameterError>): ParameterError {
	return new ParameterError(...about);
}
