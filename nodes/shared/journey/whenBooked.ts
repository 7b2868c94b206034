import type { JourneyFilter } from './journeyFilter';
import type { Moment } from './moment';
import type { Stay } from './stay';
import { verdictOn, type JourneyRules, type State } from './verdict';

/**
 * The moments whose messages can depend on when a stay was booked, which is not known. It was booked at its last change
 * at the latest.
 * @param changedAt seconds since 1970 UTC
 */
export function momentsByBooking(
	stay: Stay,
	changedAt: number,
	moments: readonly Moment[],
	{ minLeadTime, maxLeadTime }: JourneyFilter,
	rules: JourneyRules,
	now: number,
): readonly Moment[] {
	if (stay.isCancelled) return [];
	if (minLeadTime !== undefined || maxLeadTime !== undefined) return moments;
	const latest: Stay = { ...stay, bookedAt: changedAt };
	return moments.filter((moment) => {
		const { state, dueAt } = verdictOn(moment, latest, rules, undefined, now);
		if (moment.anchor === 'afterBooking') return state !== 'missed' && (dueAt ?? Infinity) >= rules.startedAt;
		return sending(state) !== sending(verdictOn(moment, stay, rules, undefined, now).state);
	});
}

/** During the stay, one day can be sent now and the next one wait. */
function sending(state: State): 'never' | 'now' | 'waits' {
	return state === 'now' || state === 'waits' ? state : 'never';
}
