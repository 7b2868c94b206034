import type { IDataObject } from 'n8n-workflow';

import { at } from '../shared/api/response/records';
import { wallText } from '../shared/dates/wallClock';
import { later, secondsOf } from '../shared/polling/feedTime';
import { recordedNow, recordedOf, type Kind, type Recorded } from './frontDesk';
import {
	fingerprintOf,
	isLookedAt,
	recall,
	type KnownReservation,
	type KnownRoomStay,
	type Memory,
} from './knownReservations';
import { endOf, staysOf, type RoomStay } from './roomStays';
import { firstMinute } from '../shared/polling/firstMinute';
import type { SearchState } from '../shared/polling/reservationSearch';
import type { ChangedStay, Occurrence } from './occurrence';
import type { PropertyState } from './state';

/** What a search told of the reservation, and when its details were read. */
export interface Listed {
	number: string;
	state: SearchState;
	createdDateTime?: string;
	unsure?: true;
	/** Epoch seconds. */
	seenAt: number;
}

interface EventDecision {
	/** In the order in which they happened; none if this state was handled before, or was there before the start. */
	occurrences: Occurrence[];
	remembered: KnownReservation;
	/** By key: what is recorded of each stay. A cancelled one tells nothing of its guests. */
	recorded: Map<string, Recorded>;
}

/** A stay, what was known of it, and what was recorded before and is now. */
interface Compared {
	stay: RoomStay;
	was: KnownRoomStay | undefined;
	before: Recorded;
	now: Recorded;
}

/**
 * The only place that decides the events of a reservation.
 * @param reservation null: the API no longer has it
 * @param zone of the property, IANA name
 */
export function decide(
	property: PropertyState,
	reservation: IDataObject | null,
	listed: Listed,
	zone: string,
): EventDecision {
	const memory = recall(property, listed.number);
	const before = isLookedAt(memory) ? memory : undefined;
	const stays = staysOf(listed.number, reservation);
	const remembered = entryOf(reservation, listed, stays, before);
	const isCancelled = remembered.cancelled;
	const seenAt = wallText(listed.seenAt, zone).slice(0, 16);
	const compared = stays
		.filter(({ status }) => !isCancelled && status !== 'cancelled')
		.map((stay): Compared => {
			const recorded = recordedOf(property.recorded, stay.key);
			const was = wasStay(before, stay.key);
			return { stay, was, before: recorded, now: recordedNow(stay, recorded, seenAt) };
		});
	const recorded = new Map(compared.map(({ stay, now }) => [stay.key, now]));
	const told = (occurrences: Occurrence[]): EventDecision => ({ occurrences, remembered, recorded });
	if (before ? before.fingerprint === remembered.fingerprint : isBeforeStart(property, remembered))
		return told([]);
	const isNew = before === undefined && wasMade(property, memory, remembered, listed, stays, zone);
	if (isCancelled) {
		if (remembered.modified < secondsOf(property.cancelledSearchedSince)) return told([]);
		const wasCancelled =
			before?.cancelled ?? (!isNew && wasListedCancelled(property, memory, remembered, listed));
		return told([{ event: wasCancelled ? 'changed' : 'cancelled', stays: [] }]);
	}
	const isWatched = before !== undefined || isNew;
	const since = firstMinute(later(secondsOf(property.start), secondsOf(property.recordedSince)), zone);
	const cameNow = (kind: Kind) => compared.filter((one) => isNews(one, kind, since, isWatched)).map(shown);
	const occurrences: Occurrence[] = [
		{ event: 'checkedIn' as const, stays: cameNow('in') },
		{ event: 'roomChanged' as const, stays: compared.filter(hasMoved).map(moved) },
		{ event: 'checkedOut' as const, stays: cameNow('out') },
	].filter(({ stays: concerned }) => concerned.length > 0);
	if (isNew) return told([{ event: 'new', stays: [] }, ...occurrences]);
	return told(occurrences.length > 0 ? occurrences : [{ event: 'changed', stays: [] }]);
}

function wasStay(before: KnownReservation | undefined, key: string): KnownRoomStay | undefined {
	return before?.stays.find((stay) => key.startsWith(stay.key));
}

/** What is to be remembered. Of guests who had come, a cancellation tells nothing. */
function entryOf(
	reservation: IDataObject | null,
	{ state, seenAt }: Listed,
	stays: readonly RoomStay[],
	before: KnownReservation | undefined,
): KnownReservation {
	const status = String(at(reservation, 'reservationStatus') ?? (reservation ? 'Released' : state));
	const isGone = reservation === null;
	const knownOf = ({ key, status: of, roomId }: RoomStay): KnownRoomStay => {
		const was = wasStay(before, key);
		return of === 'cancelled' && hasHappened(was?.status, 'in')
			? (was as KnownRoomStay)
			: { key, status: of, roomId };
	};
	return {
		// The PMS has states that its documents do not place on either side of the search.
		cancelled: /^cancelled$/i.test(status) || (/^released$/i.test(status) && state === 'Cancelled'),
		fingerprint: fingerprintOf(reservation),
		modified: secondsOf(at(reservation, 'modifyDateTime')),
		seenAt,
		until: (isGone && before?.until) || endOf(reservation),
		stays: (isGone && before?.stays) || stays.map(knownOf),
	};
}

/** Changes in the second of the start were there when the first poll looked. */
function isBeforeStart(
	{ start, fresh }: PropertyState,
	{ modified }: Pick<KnownReservation, 'modified'>,
): boolean {
	return fresh ? modified <= secondsOf(start) : modified < secondsOf(start);
}

/**
 * Whether a check-in or check-out is one that was not told. One with a time counts from the start on, whatever else is
 * known of the reservation; one without counts if the stay was watched before.
 */
function isNews(
	{ stay, was, before, now }: Compared,
	kind: Kind,
	since: string,
	isWatched: boolean,
): boolean {
	const isTold = before[kind] !== undefined || hasHappened(was?.status, kind);
	if (now[kind] === undefined || isTold) return false;
	const time = stay.recorded[kind];
	return time === undefined ? isWatched : time >= since;
}

function hasHappened(status: RoomStay['status'] | undefined, kind: Kind): boolean {
	return status === 'out' || (status === 'in' && kind === 'in');
}

/** The first room of a guest who is there is no change. */
function hasMoved({ stay, was }: Compared): boolean {
	if (was === undefined || was.status === 'cancelled' || was.roomId === stay.roomId) return false;
	return was.roomId !== '' || stay.status === 'new';
}

function shown({ stay: { key, pmsRoomStayId, roomId } }: Compared): ChangedStay {
	return { key, pmsRoomStayId, roomId: roomId || null };
}

function moved(compared: Compared): ChangedStay {
	return { ...shown(compared), previousRoomId: compared.was?.roomId || null };
}

/** Its stays ended so long ago that it may have been forgotten, or was never listed. */
function isOver({ oldBefore = '' }: PropertyState, { until }: KnownReservation): boolean {
	return until !== '' && until < oldBefore;
}

/** Whether it can have been made between the start and the list of what was there. */
function isUnsure(
	{ listedAt }: PropertyState,
	{ modified }: Pick<KnownReservation, 'modified'>,
	{ unsure }: Pick<Listed, 'unsure'>,
): boolean {
	return unsure === true || listedAt === undefined || modified <= secondsOf(listedAt);
}

/** Whether only its booking can tell if it was made after the start: the search tells no times. */
export function isCreationUnsure(
	property: PropertyState,
	reservation: IDataObject | null,
	listed: Omit<Listed, 'seenAt'>,
): boolean {
	const memory = recall(property, listed.number);
	if (listed.createdDateTime !== undefined || isLookedAt(memory)) return false;
	const isForgotten = memory === undefined && property.forgetsNumbers === true;
	const modified = { modified: secondsOf(at(reservation, 'modifyDateTime')) };
	return (isForgotten || isUnsure(property, modified, listed)) && !isBeforeStart(property, modified);
}

function wasListedCancelled(
	property: PropertyState,
	memory: Memory,
	now: KnownReservation,
	listed: Listed,
): boolean {
	return (memory === 'listedCancelled' && !isUnsure(property, now, listed)) || isOver(property, now);
}

/** Whether a reservation that was never looked at was made after the start. */
function wasMade(
	property: PropertyState,
	memory: Memory,
	now: KnownReservation,
	listed: Listed,
	stays: readonly RoomStay[],
	zone: string,
): boolean {
	const [created, start] = [secondsOf(listed.createdDateTime), secondsOf(property.start)];
	const remembered = later(start, secondsOf(property.recordedSince));
	if (isOver(property, now) && !(created >= remembered)) return false;
	const wasThere = memory !== undefined && (property.listsTimes === true || !isUnsure(property, now, listed));
	const mayHaveBeenTold = memory !== undefined || property.forgetsNumbers === true;
	if (mayHaveBeenTold && created <= secondsOf(property.numbersOnlyUntil)) return false;
	if (!Number.isNaN(created)) return created > start || (created === start && !wasThere);
	const startMinute = firstMinute(start, zone);
	return !wasThere && !stays.some(({ recorded }) => recorded.in !== undefined && recorded.in < startMinute);
}
