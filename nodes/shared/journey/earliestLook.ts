import { DAY_SECONDS, wallOfInstant } from '../dates/wallClock';
import { feedTime } from '../polling/feedTime';
import { dueTimes } from './dueTimes';
import type { Anchor, Moment } from './moment';
import { intoSendingHours } from './sendingHours';
import type { Stay } from './stay';
import type { JourneyRules } from './verdict';

/** What is known of a stay without its details, or of several in one reservation; times are the hotel's, in seconds. */
export interface StayOutline {
	/** Nobody arrives before. */
	arrival: number;
	/** Midnight of the day on which the last one leaves; null: not known. */
	departure: number | null;
	/** In seconds since 1970 UTC; null: not known. */
	bookedAt: number | null;
}

type Rules = Omit<JourneyRules, 'startedAt'>;

/** A departure is known to the day, and sending hours move a message by up to one more. */
const SLACK_SECONDS = 2 * DAY_SECONDS;
const ALWAYS = { opensAt: -Infinity, closesAt: Infinity };
const OF_CHECK_IN: readonly Anchor[] = ['afterCheckIn', 'afterCheckOut'];

/**
 * Unless the stay changes, no moment is due before: its details need not be read. In seconds since 1970 UTC, now or
 * later. Null: none will be.
 */
export function earliestLook(
	outline: StayOutline,
	moments: readonly Moment[],
	rules: Rules,
	now: number,
): number | null {
	const looks = moments.flatMap((moment) => earliest(outline, moment, rules, now) ?? []);
	return looks.length > 0 ? Math.min(...looks) : null;
}

function earliest(outline: StayOutline, moment: Moment, rules: Rules, now: number): number | undefined {
	const { arrival, departure } = outline;
	const wall = wallOfInstant(now, rules.zone);
	// A check-in that is still to come will be a change.
	if (OF_CHECK_IN.includes(moment.anchor) && wall < arrival - SLACK_SECONDS) return undefined;
	const first = firstDue(outline, moment, rules);
	if (first !== undefined && first >= now) return first;
	const days = moment.unit === 'days' ? moment.count : moment.count / 24;
	const longest = days * DAY_SECONDS + rules.lateSeconds + SLACK_SECONDS;
	return departure !== null && wall > departure + longest ? undefined : now;
}

/** As if the stay were as early and short as can be; undefined: only the details tell. */
function firstDue(
	{ arrival, bookedAt }: StayOutline,
	moment: Moment,
	{ zone, hours }: Rules,
): number | undefined {
	const leaves = moment.anchor === 'duringStay' ? arrival + (moment.count + 1) * DAY_SECONDS : arrival;
	const local = (seconds: number) => feedTime(seconds).slice(0, 16);
	const stay: Stay = {
		...{ key: '', isCancelled: false, bookedAt, freeUntil: null, due: 1 },
		...{ arrival: local(arrival), departure: local(leaves), checkedIn: null, checkedOut: null },
		...{ hasArrived: moment.anchor === 'notDeparted', hasLeft: false },
	};
	const times = dueTimes(moment, stay, zone);
	const [first] = typeof times === 'string' ? [] : times;
	if (!first || !hours) return first?.dueAt;
	const moved = intoSendingHours(first.dueAt, ALWAYS, { ...hours, move: 'earlier' }, zone);
	return Math.min(first.dueAt, moved ?? first.dueAt);
}
