import type { Activity } from '../shared/polling/readingOrder';
import type { KnownZone } from '../shared/polling/propertyZone';
import type { SearchState } from '../shared/polling/reservationSearch';
import type { StateFormat, StoredState } from '../shared/polling/storedState';
import { isRecord } from '../shared/util/json';
import type { RecordedTimes } from './frontDesk';
import type { ReservationMemory } from './knownReservations';
import type { Occurrence } from './occurrence';

export type TriggerState = StoredState<PropertyState, HandedOverReservation>;

/** Enough to fetch the reservation again; it names no guest. */
export interface HandedOverReservation {
	property: string;
	number: string;
	occurrences: Occurrence[];
}

/** A reservation that a search listed and that was not looked at yet. */
export interface WaitingReservation {
	number: string;
	/** Of the search that listed it. */
	state: SearchState;
	/** Only some providers list it. */
	createdDateTime?: string;
	/** Epoch seconds: details read from then on show what was listed. */
	since?: number;
	/** It can have been made after the start, or before: the list of what was there came later than the start. */
	unsure?: true;
	/** The details, or its booking, could not be read: they are retried after everything else. */
	failed?: true;
	/** These events were handed over before a restart. */
	redelivered?: Occurrence[];
}

/** A search by modification times that is not read to its end. */
export interface SearchReading {
	/** Hotel-local minutes, both included. */
	from: string;
	to: string;
	/** Epoch seconds: what changed from then on is listed. */
	since: number;
	state: SearchState;
	pageToken?: string;
	/** The server time of the first page. */
	readAt?: string;
	/** Where the range ends; with n8n's clock behind, that can be in the past. */
	until?: string;
	/** The reading reaches back further than usual. */
	depth?: 'hour' | 'day';
}

/** A list of the reservations that there are, as far as it was read. */
export interface ReservationListing {
	/** Epoch seconds around which the ranges lie. */
	around: number;
	/** Index of the search, out of those that are needed. */
	part: number;
	/** Epoch seconds of n8n: when the list began, or changes were last read in between. Absent: they are read next. */
	changesAt?: number;
	/** Only the stays of these days. */
	isNear?: true;
	pageToken?: string;
}

/** What is stored for one property. Instants are those of the service. */
export interface PropertyState extends ReservationMemory, KnownZone {
	/** Earlier changes are never emitted. */
	start: string;
	/** Changes in the second of the start are not news: the first poll has seen them. */
	fresh?: true;
	/** Changes up to here were listed. */
	readUntil?: string;
	/** When a reading last reached back hours, and days. */
	hourlyAt?: string;
	dailyAt?: string;
	reading?: SearchReading;
	listing?: ReservationListing;
	/** When the list of earlier reservations was complete. */
	listedAt?: string;
	/** That list had only the stays of those days: no chosen event needed the others. */
	listedNear?: true;
	/** When the stays of the next days were listed, for their rooms. */
	roomsListedAt?: string;
	/** Numbers of reservations that are looked at for their rooms, because they may change. */
	unseenRooms: string[];
	/** Hotel-local minute: stays that ended earlier may have been forgotten, or never listed. */
	oldBefore?: string;
	/** When the last one was looked at of those whose number alone is kept: events of their creation were emitted. */
	numbersOnlyUntil?: string;
	/** Numbers were forgotten, too: one that is not remembered may have been there. */
	forgetsNumbers?: true;
	/** Check-ins and check-outs recorded with an earlier time are not told any more: they may have been forgotten. */
	recordedSince?: string;
	recorded: RecordedTimes;
	/** Before, none of the chosen events needed them. */
	cancelledSearchedSince?: string;
	/** The search tells when reservations were made and changed. */
	listsTimes?: boolean;
	/** How much changes here: properties where more does are read more often. */
	activity?: Activity;
	/** In the order of the search. */
	backlog: WaitingReservation[];
	/** Listed once more for a change that was looked at: they come after everything else. */
	listedAgain?: WaitingReservation[];
}

export const stateFormat: StateFormat = {
	key: 'reservations',
	version: 1,
	isIntact: ({ start, backlog, unseenRooms, known, recorded, listed, listedCancelled }) =>
		[start, listed, listedCancelled].every((one) => typeof one === 'string') &&
		[backlog, unseenRooms].every(Array.isArray) &&
		[known, recorded].every(isRecord),
};

export function startProperty(start: string): PropertyState {
	return { start, backlog: [], known: {}, listed: '', listedCancelled: '', recorded: {}, unseenRooms: [] };
}

/** In front of what waits. */
export function putFirst({ backlog }: PropertyState, { number, occurrences }: HandedOverReservation): void {
	backlog.unshift({ number, state: 'Active', redelivered: occurrences });
}

/** Numbers of the reservations whose details failed. */
export function failedReservations(property: PropertyState | undefined): Set<string> {
	return new Set(property?.backlog.filter(({ failed }) => failed).map(({ number }) => number));
}
