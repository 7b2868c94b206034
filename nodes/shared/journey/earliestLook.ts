import { DAY_SECONDS, wallOfInstant } from '../dates/wallClock';
import { feedTime } from '../polling/feedTime';
import { dueTimes } from './dueTimes';
import type { Anchor, Moment } from './moment';
import { intoSendingHours } from './sendingHours';
import type { Stay } from './stay';
import type { JourneyRules } from './verdict';

/** What is known of a stay without its details; dates and times are the hotel's, in seconds since 1970. */
export interface StayOutline {
	/** It does not arrive before. */
	arrival: number;
	/** Midnight of the day; null: not known. */
	departure: number | null;
	/** In seconds since 1970 UTC; null: not known. */
	bookedAt: number | null;
}

type Rules = Omit<JourneyRules, 'startedAt'>;

/** A departure is known to the day, and sending hours move a message by up to one more. */
const SLACK_SECONDS = 2 * DAY_SECONDS;
const ALWAYS = { opensAt: -Infinity, closesAt: Infinity };
const OF_DEPARTURE: readonly Anchor[] = ['afterDeparture', 'beforeDeparture', 'notDeparted'];
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
	const looks = moments.flatMap((moment) => {
		const isOfDetails = moment.anchor === 'beforeFreeCancellationEnds' || OF_CHECK_IN.includes(moment.anchor);
		const isUnknown = isOfDetails || (moment.anchor === 'afterBooking' && outline.bookedAt === null);
		return (isUnknown ? whileItCanBeDue : earliestDue)(outline, moment, rules, now) ?? [];
	});
	return looks.length > 0 ? Math.min(...looks) : null;
}

/** Of a moment whose time only the details tell. */
function whileItCanBeDue(
	{ arrival, departure }: StayOutline,
	{ anchor, unit, count }: Moment,
	{ zone, lateSeconds }: Rules,
	now: number,
): number | undefined {
	const wall = wallOfInstant(now, zone);
	// A check-in that is still to come will be a change.
	if (OF_CHECK_IN.includes(anchor) && wall < arrival - SLACK_SECONDS) return undefined;
	const last = anchor === 'beforeFreeCancellationEnds' ? arrival : departure;
	const longest = (unit === 'days' ? count : count / 24) * DAY_SECONDS + lateSeconds + SLACK_SECONDS;
	return last !== null && wall > last + longest ? undefined : now;
}

function earliestDue(
	outline: StayOutline,
	moment: Moment,
	{ zone, lateSeconds, hours }: Rules,
	now: number,
): number | undefined {
	const { departure, bookedAt } = outline;
	const wall = wallOfInstant(now, zone);
	const times = dueTimes(moment, likelyStay(outline, moment, wall), zone);
	if (typeof times === 'string') return undefined;
	const isOver = (instant: number) => instant + lateSeconds + SLACK_SECONDS < now;
	const hasLeft = departure !== null && wall > departure + lateSeconds + SLACK_SECONDS;
	const canBeLater = bookedAt === null || (departure === null && OF_DEPARTURE.includes(moment.anchor));
	// Who booked after the moment gets it later.
	const canBeSent = ({ dueAt }: { dueAt: number }) =>
		canBeLater ? !(hasLeft && isOver(dueAt)) : !isOver(Math.max(dueAt, bookedAt));
	const first = times.find(canBeSent);
	if (!first) return undefined;
	const moved = hours && intoSendingHours(first.dueAt, ALWAYS, { ...hours, move: 'earlier' }, zone);
	return Math.max(Math.min(first.dueAt, moved ?? first.dueAt), now);
}

/** Its moments are due no earlier than those of the real one. */
function likelyStay({ arrival, departure, bookedAt }: StayOutline, moment: Moment, wall: number): Stay {
	const isOfDeparture = OF_DEPARTURE.includes(moment.anchor);
	const soonest = isOfDeparture ? arrival : Math.max(arrival, wall) + (moment.count + 1) * DAY_SECONDS;
	const leaves = departure === null ? soonest : departure + (isOfDeparture ? 0 : DAY_SECONDS);
	const local = (seconds: number) => feedTime(seconds).slice(0, 16);
	return {
		...{ key: '', isCancelled: false, bookedAt, freeUntil: null, due: 1 },
		...{ arrival: local(arrival), departure: local(leaves), checkedIn: null, checkedOut: null },
		...{ hasArrived: moment.anchor === 'notDeparted', hasLeft: false },
	};
}
