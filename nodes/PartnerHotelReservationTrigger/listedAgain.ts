import { secondsOf } from '../shared/polling/feedTime';
import type { SearchState } from '../shared/polling/reservationSearch';
import { isLookedAt, recall, type Memory } from './knownReservations';
import type { PropertyState, WaitingReservation } from './state';

/**
 * A search that tells numbers only lists a reservation again for minutes after its change was looked at. Whether it
 * changed once more shows in a later search: one that begins after the change that is known, and not after the look.
 */

const MINUTE_SECONDS = 60;
/** The clocks of hotel and service differ by less, and details show what was changed this long before. */
const MARGIN_SECONDS = MINUTE_SECONDS;
/** Properties that are searched less often do not wait for the next search. */
const MAX_WAIT_SECONDS = 10 * MINUTE_SECONDS;

/** @param servedAt server time of this search */
export function canWaitForNextSearch({ readUntil }: PropertyState, servedAt: string): boolean {
	return secondsOf(servedAt) - secondsOf(readUntil) <= MAX_WAIT_SECONDS;
}

/**
 * Whether the search lists it for a change that is known already.
 * @param since epoch seconds: the search lists what changed from then on
 */
export function isExplained(memory: Memory, state: SearchState, since: number): boolean {
	if (!isLookedAt(memory) || memory.cancelled !== (state === 'Cancelled')) return false;
	return memory.modified >= since && memory.modified < minuteBefore(memory.seenAt);
}

/** Where the next search must begin so that it lists what changed after the look. Epoch seconds; NaN: anywhere. */
export function nextSearchFrom(property: PropertyState): number {
	const looks = (property.listedAgain ?? []).map(({ number }) => recall(property, number)).filter(isLookedAt);
	return looks.length === 0 ? NaN : Math.min(...looks.map(({ seenAt }) => minuteBefore(seenAt)));
}

/**
 * After a search that was read to its end: what it would have listed only for a later change did not change.
 * @param since as in `isExplained`
 */
export function forgetUnchanged(property: PropertyState, since: number): void {
	const isOpen = ({ number }: WaitingReservation) => {
		const memory = recall(property, number);
		return !isLookedAt(memory) || !(memory.modified < since);
	};
	const open = property.listedAgain?.filter(isOpen) ?? [];
	if (open.length > 0) property.listedAgain = open;
	else delete property.listedAgain;
}

function minuteBefore(seenAt: number): number {
	return Math.floor((seenAt - MARGIN_SECONDS) / MINUTE_SECONDS) * MINUTE_SECONDS;
}
