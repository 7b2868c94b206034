import { DAY_SECONDS, wallOfInstant } from '../dates/wallClock';
import { dueTimes, type DueTime } from './dueTimes';
import type { Moment } from './moment';
import { intoSendingHours, nextSending, type SendingHours } from './sendingHours';
import type { Stay } from './stay';

/** What the corner cases are decided by. */
export interface JourneyRules {
	/** IANA name. */
	zone: string;
	/** Moments before this are those of the past. */
	startedAt: number;
	/** A message may be so late. */
	lateSeconds: number;
	ifBookedLater: 'send' | 'skip';
	/** Sent again when its date has changed. */
	sendsAgain: boolean;
	hours?: SendingHours;
}

/**
 * - `now`: to be sent
 * - `waits`: will be due
 * - `sent`: was sent
 * - `missed`: could not be sent in time
 * - `never`: not sent as things are; that can change with the stay
 */
export type State = 'missed' | 'never' | 'now' | 'sent' | 'waits';

export interface Verdict {
	state: State;
	/** In seconds since 1970 UTC; null where it has no time. */
	dueAt: number | null;
	/** The day of the hotel for which it is sent, in days since 1970, whenever it is sent. */
	day?: number;
	/** Of what waits, or may match a filter later: when to look again. */
	lookAt?: number;
	/** In words; empty where nothing is to be said. */
	reason: string;
}

/** @param sentDay the day for which the moment was last sent */
export function verdictOn(
	moment: Moment,
	stay: Stay,
	rules: JourneyRules,
	sentDay: number | undefined,
	now: number,
): Verdict {
	const times = dueTimes(moment, stay, rules.zone);
	if (typeof times === 'string') return notSent(null, times);
	return mostTelling(
		times.map((time) => {
			const day = Math.floor(wallOfInstant(time.dueAt, rules.zone) / DAY_SECONDS);
			const isSent = sentDay !== undefined && wasSent(moment, day, sentDay, rules);
			return { ...verdictAt(time, stay, rules, isSent, now), day };
		}),
	);
}

function wasSent({ anchor }: Moment, day: number, sentDay: number, { sendsAgain }: JourneyRules): boolean {
	if (anchor === 'duringStay') return day <= sentDay;
	return !sendsAgain || day === sentDay;
}

function verdictAt(time: DueTime, stay: Stay, rules: JourneyRules, isSent: boolean, now: number): Verdict {
	const { zone, startedAt, lateSeconds, hours } = rules;
	const isBookedLater = stay.bookedAt !== null && stay.bookedAt > time.dueAt;
	const from = isBookedLater ? (stay.bookedAt as number) : time.dueAt;
	const opensAt = Math.max(time.opensAt, stay.bookedAt ?? -Infinity);
	const dueAt = intoSendingHours(from, { opensAt, closesAt: time.closesAt }, hours, zone);
	if (isSent) return { state: 'sent', dueAt: dueAt ?? from, reason: '' };
	if (stay.isCancelled) return notSent(dueAt ?? from, 'Cancelled');
	if (stay.excluded !== undefined) {
		const looksAgain = stay.canMatchLater === true && dueAt !== undefined && now < dueAt;
		return { ...notSent(dueAt ?? from, stay.excluded), ...(looksAgain && { lookAt: dueAt }) };
	}
	if (isBookedLater && rules.ifBookedLater === 'skip') return notSent(from, 'Booked after this moment');
	if (from >= time.closesAt) return notSent(from, time.closedBy);
	if (dueAt === undefined) return notSent(from, 'None of the sending hours lies within its time');
	if (dueAt < startedAt) return notSent(dueAt, 'Due before the workflow was switched on');
	if (now < dueAt) return { state: 'waits', dueAt, lookAt: dueAt, reason: '' };
	const latest = dueAt + lateSeconds;
	const sendAt = nextSending(now, hours, zone);
	if (sendAt >= time.closesAt) return { state: 'missed', dueAt, reason: time.closedBy };
	if (sendAt > latest)
		return { state: 'missed', dueAt, reason: `More than ${lateSeconds / 3_600} hours late` };
	if (sendAt === now) return { state: 'now', dueAt, reason: '' };
	return { state: 'waits', dueAt, lookAt: sendAt, reason: 'Outside of the sending hours' };
}

function notSent(dueAt: number | null, reason: string): Verdict {
	return { state: 'never', dueAt, reason };
}

/** Of several days, the last one that is to be sent: a guest gets one message, not all that are late. */
function mostTelling(verdicts: readonly Verdict[]): Verdict {
	const last = verdicts.at(-1) as Verdict;
	return (
		verdicts.filter(({ state }) => state === 'now').at(-1) ??
		verdicts.find(({ state }) => state === 'waits') ??
		verdicts.filter(({ state }) => state === 'sent').at(-1) ??
		verdicts.find(({ lookAt }) => lookAt !== undefined) ??
		last
	);
}
