import type { IDataObject } from 'n8n-workflow';

import { at } from '../shared/api/records';
import { secondsOf } from '../shared/polling/feedTime';
import {
	endOf,
	fingerprintOf,
	LISTED,
	recall,
	staysOf,
	type KnownReservation,
	type KnownStay,
	type Memory,
	type Stay,
} from './knownReservations';
import { firstMinute } from './searchWindow';
import type { PropertyState, SearchState } from './state';

/** Compares the details of a reservation with what is remembered of it. */

export type ReservationEvent = 'new' | 'changed' | 'cancelled' | 'checkedIn' | 'checkedOut' | 'roomChanged';

/** A room stay that an event is about. */
export interface ChangedStay extends IDataObject {
	pmsRoomStayId: string | null;
	roomId: string | null;
	/** Only of a changed room. */
	previousRoomId?: string | null;
}

export interface Occurrence {
	event: ReservationEvent;
	/** Empty: the reservation as a whole. */
	stays: ChangedStay[];
}

/** What a search told of the reservation, and when its details were read. */
export interface Listed {
	number: string;
	state: SearchState;
	createdDateTime?: string;
	/** Epoch seconds. */
	seenAt: number;
}

export interface Decision {
	/** In the order in which they happened; none if this state was handled before, or was there before the start. */
	occurrences: Occurrence[];
	remembered: KnownReservation;
}

type Known = Pick<PropertyState, 'start' | 'fresh' | 'listedAt' | 'listsTimes' | 'oldBefore' | 'known'>;

/**
 * The only place that decides the events of a reservation.
 * @param reservation null: the API no longer has it
 * @param zone of the property, IANA name
 */
export function decide(
	property: Known,
	reservation: IDataObject | null,
	listed: Listed,
	zone: string,
): Decision {
	const before = recall(property.known, listed.number);
	const now = entryOf(reservation, listed);
	const stays = staysOf(reservation);
	const remembered = isLookedAt(before) ? withMemory(now, before, reservation === null) : now;
	const found = (occurrences: Occurrence[]): Decision => ({ occurrences, remembered });
	const start = firstMinute(secondsOf(property.start), zone);
	if (isLookedAt(before)) {
		if (before.fingerprint === now.fingerprint) return found([]);
		const earlierStays = stays.map((stay) => lookedAt(before.stays, stay) ?? asRecorded(stay, start));
		return found(occurrencesOf(now.cancelled, before.cancelled, stays, earlierStays));
	}
	if (isBeforeStart(property, now)) return found([]);
	if (!isNew(property, before, now, listed, stays, start)) {
		const wasListed = before?.listedAs === LISTED.cancelled && !isUnsure(property, now);
		const wasCancelled = wasListed || isOver(property, now);
		const earlierStays = stays.map((stay) => knownAs(stay, statusBefore(stay, start)));
		return found(occurrencesOf(now.cancelled, wasCancelled, stays, earlierStays));
	}
	if (now.cancelled) return found([{ event: 'cancelled', stays: [] }]);
	const notArrived = stays.map((stay) => knownAs(stay, 'N'));
	const others = occurrencesOf(false, false, stays, notArrived);
	return found([{ event: 'new', stays: [] }, ...others.filter(({ event }) => event !== 'changed')]);
}

function isLookedAt(memory: Memory): memory is KnownReservation {
	return memory !== undefined && 'fingerprint' in memory;
}

function entryOf(reservation: IDataObject | null, { state, seenAt }: Listed): KnownReservation {
	const status = String(at(reservation, 'reservationStatus') ?? (reservation ? 'Released' : state));
	return {
		// The PMS has states that its documents do not place on either side of the search.
		cancelled: /^cancelled$/i.test(status) || (/^released$/i.test(status) && state === 'Cancelled'),
		fingerprint: fingerprintOf(reservation),
		modified: secondsOf(at(reservation, 'modifyDateTime')),
		seenAt,
		until: endOf(reservation),
		stays: staysOf(reservation).map((stay) => knownAs(stay, stay.status)),
	};
}

/** What the details no longer tell: all of a reservation that is gone, and how far a stay was when it was cancelled. */
function withMemory(now: KnownReservation, before: KnownReservation, isGone: boolean): KnownReservation {
	if (isGone) return { ...now, until: before.until, stays: before.stays };
	const earlierOf = new Map(before.stays.map((stay) => [stay.key, stay]));
	const stays = now.stays.map((stay) => {
		const was = earlierOf.get(stay.key);
		return stay.status === 'C' && isIn(was) ? was : stay;
	});
	return { ...now, stays };
}

function isBeforeStart({ start, fresh }: Known, { modified }: KnownReservation): boolean {
	return fresh ? modified <= secondsOf(start) : modified < secondsOf(start);
}

/** Its stays ended so long ago that it may have been forgotten, or was never listed. */
function isOver({ oldBefore = '' }: Known, { until }: KnownReservation): boolean {
	return until !== '' && until < oldBefore;
}

/** A cancelled stay, and one that was not there, tells nothing of its guests. */
function lookedAt(stays: readonly KnownStay[], { key }: Stay): KnownStay | undefined {
	return stays.find((stay) => stay.key === key && stay.status !== 'C');
}

/** As it was before the start; without any time its guests come now. */
function asRecorded(stay: Stay, start: string): KnownStay {
	const isRecorded = stay.actualCheckIn !== null || stay.actualCheckOut !== null;
	return knownAs(stay, isRecorded ? statusBefore(stay, start) : 'N');
}

function knownAs({ key, roomId }: Stay, status: KnownStay['status']): KnownStay {
	return { key, status, roomId };
}

/**
 * The status of a stay before the changes since the start, as far as the recorded times tell it: for reservations that
 * were never looked at.
 */
function statusBefore({ status, actualCheckIn, actualCheckOut }: Stay, start: string): KnownStay['status'] {
	const since = (time: string | null) => time !== null && time.slice(0, 16) >= start;
	if (status === 'O' && !since(actualCheckOut)) return 'O';
	if (status === 'I' || status === 'O') return since(actualCheckIn) ? 'N' : 'I';
	return status;
}

/** Whether it was changed between the start and the list of what was there: then it can have been made in between. */
function isUnsure({ listedAt }: Known, { modified }: KnownReservation): boolean {
	return modified <= secondsOf(listedAt);
}

/** Whether a reservation that was never looked at was made after the start. */
function isNew(
	property: Known,
	before: Memory,
	now: KnownReservation,
	{ createdDateTime }: Listed,
	stays: readonly Stay[],
	startMinute: string,
): boolean {
	const created = secondsOf(createdDateTime);
	const start = secondsOf(property.start);
	if (!Number.isNaN(created)) return created > start || (created === start && before === undefined);
	if (isOver(property, now)) return false;
	const wasThere = before !== undefined && (property.listsTimes || !isUnsure(property, now));
	const cameBefore = stays.some(({ actualCheckIn }) => actualCheckIn !== null && actualCheckIn < startMinute);
	return !wasThere && !cameBefore;
}

/**
 * What happened to a reservation that was there before.
 * @param before each of its stays as it was
 */
function occurrencesOf(
	cancelled: boolean,
	wasCancelled: boolean,
	stays: readonly Stay[],
	before: readonly KnownStay[],
): Occurrence[] {
	if (cancelled) return [{ event: wasCancelled ? 'changed' : 'cancelled', stays: [] }];
	const pairs = stays.map((stay, position) => ({ stay, was: before[position] as KnownStay }));
	const checkedIn = pairs.filter(({ stay, was }) => isIn(stay) && !isIn(was));
	const checkedOut = pairs.filter(({ stay, was }) => stay.status === 'O' && was.status !== 'O');
	// The first room of a stay, given with its check-in, is a part of the check-in.
	const cameWithCheckIn = (stay: Stay, was: KnownStay) => was.roomId === '' && isIn(stay) && !isIn(was);
	const moved = pairs.filter(
		({ stay, was }) =>
			was.roomId !== stay.roomId && ![was.status, stay.status].includes('C') && !cameWithCheckIn(stay, was),
	);
	const occurrences = [
		{ event: 'checkedIn' as const, stays: checkedIn.map(({ stay }) => shown(stay)) },
		{
			event: 'roomChanged' as const,
			stays: moved.map(({ stay, was }) => ({ ...shown(stay), previousRoomId: was.roomId || null })),
		},
		{ event: 'checkedOut' as const, stays: checkedOut.map(({ stay }) => shown(stay)) },
	].filter((one) => one.stays.length > 0);
	return occurrences.length > 0 ? occurrences : [{ event: 'changed', stays: [] }];
}

/** Checked in, and perhaps out again. */
function isIn<S extends KnownStay>(stay: S | undefined): stay is S {
	return stay?.status === 'I' || stay?.status === 'O';
}

function shown({ pmsRoomStayId, roomId }: Stay): ChangedStay {
	return { pmsRoomStayId, roomId: roomId || null };
}
