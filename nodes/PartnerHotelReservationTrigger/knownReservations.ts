import type { IDataObject } from 'n8n-workflow';

import { at } from '../shared/api/response/records';
import { shortHash } from '../shared/polling/shortHash';
import { isRecord } from '../shared/util/json';
import { sharesOf } from '../shared/util/shares';
import { RESERVATION_FIELDS, type ReservationFields } from './reservationFields';
import type { StayStatus } from './roomStays';

/** What is remembered of reservations: it names no guest. */
export interface ReservationMemory {
	/** By number: the state in which each was last looked at, as a short string. */
	known: Record<string, string>;
	/** Those that are there and were not looked at: hashes of their numbers, one after another. */
	listed: string;
	/** The same, of those that are cancelled. */
	listedCancelled: string;
}

/** A room stay as it is remembered. */
export interface KnownRoomStay {
	/** The beginning of its key. */
	key: string;
	status: StayStatus;
	/** Empty: none. */
	roomId: string;
}

export interface KnownReservation {
	cancelled: boolean;
	fingerprint: string;
	/** Epoch seconds; NaN if unknown. */
	modified: number;
	/** When the details were read, in epoch seconds. */
	seenAt: number;
	/** Hotel-local minute at which the last stay ends; empty if unknown. */
	until: string;
	stays: KnownRoomStay[];
}

export type Memory = KnownReservation | 'listed' | 'listedCancelled' | undefined;

const FINGERPRINT_LENGTH = 6;
const KEY_LENGTH = 4;
/** Characters that a reservation takes in a list. */
export const HASH_LENGTH = 6;
/** Of a reservation as it is remembered; IDs of rooms, in the stays, may contain dots. */
const FIELDS_BEFORE_STAYS = 4;

/** @param reservation null: the API no longer has it */
export function fingerprintOf(reservation: IDataObject | null): string {
	return shortHash(JSON.stringify(published(reservation, RESERVATION_FIELDS)), FINGERPRINT_LENGTH);
}

/** Null is the same as absent, lists have no order, and a field can have two names. */
function published(value: unknown, fields: ReservationFields | true): unknown {
	if (Array.isArray(value)) return value.map((one) => JSON.stringify(published(one, fields))).sort();
	if (fields === true || !isRecord(value)) return value;
	return Object.entries(fields).map(([names, below]) => {
		const found = names.split('|').map((name) => at(value, name));
		return published(
			found.find((one) => (one ?? null) !== null),
			below,
		);
	});
}

export function recall({ known, listed, listedCancelled }: ReservationMemory, number: string): Memory {
	if (Object.hasOwn(known, number)) return readKnown(known[number] as string);
	const hash = shortHash(number, HASH_LENGTH);
	if (placeOf(hash, listed) >= 0) return 'listed';
	return placeOf(hash, listedCancelled) >= 0 ? 'listedCancelled' : undefined;
}

export function isLookedAt(memory: Memory): memory is KnownReservation {
	return typeof memory === 'object';
}

/** Remembers the state in which the reservation was looked at. */
export function rememberReservation(
	memory: ReservationMemory,
	number: string,
	state: KnownReservation,
): void {
	forgetListed(memory, number);
	Object.defineProperty(memory.known, number, {
		value: pack(state),
		configurable: true,
		enumerable: true,
		writable: true,
	});
}

/** Remembers that the reservation is there, and nothing more. */
export function rememberListed(memory: ReservationMemory, number: string, isCancelled: boolean): void {
	forgetListed(memory, number);
	delete memory.known[number];
	memory[isCancelled ? 'listedCancelled' : 'listed'] += shortHash(number, HASH_LENGTH);
}

function forgetListed(memory: ReservationMemory, number: string): void {
	const hash = shortHash(number, HASH_LENGTH);
	for (const list of ['listed', 'listedCancelled'] as const) {
		const place = placeOf(hash, memory[list]);
		if (place >= 0) memory[list] = memory[list].slice(0, place) + memory[list].slice(place + HASH_LENGTH);
	}
}

/**
 * Forgets those that are listed for the longest time.
 * @param max characters of both lists
 * @returns whether there were any
 */
export function shortenLists(memory: ReservationMemory, max: number): boolean {
	const lists = ['listed', 'listedCancelled'] as const;
	const shares = sharesOf(
		lists.map((list) => memory[list].length),
		max,
	);
	const before = sizeOfLists(memory);
	for (const [index, list] of lists.entries()) {
		const kept = Math.floor((shares[index] as number) / HASH_LENGTH) * HASH_LENGTH;
		memory[list] = memory[list].slice(Math.max(0, memory[list].length - kept));
	}
	return sizeOfLists(memory) < before;
}

function sizeOfLists({ listed, listedCancelled }: ReservationMemory): number {
	return listed.length + listedCancelled.length;
}

function placeOf(hash: string, list: string): number {
	let place = list.indexOf(hash);
	while (place % HASH_LENGTH > 0) place = list.indexOf(hash, place + 1);
	return place;
}

const LETTERS = { new: 'N', in: 'I', out: 'O', cancelled: 'C' } as const;
const STATUSES = { N: 'new', I: 'in', O: 'out', C: 'cancelled' } as const;

function pack({ cancelled, fingerprint, modified, seenAt, until, stays }: KnownReservation): string {
	const times = [modified, seenAt].map((time) => (Number.isNaN(time) ? '' : time.toString(36)));
	const shortStays = stays.map(
		({ key, status, roomId }) =>
			key.slice(0, KEY_LENGTH) + LETTERS[status] + roomId.replace(/[%;]/g, encodeURIComponent),
	);
	return [(cancelled ? 'C' : 'A') + fingerprint, ...times, packMinute(until), shortStays.join(';')].join('.');
}

/** @param text of `known` */
export function readKnown(text: string): KnownReservation {
	const fields = text.slice(1).split('.', FIELDS_BEFORE_STAYS);
	const [fingerprint = '', modified = '', seenAt = '', until = ''] = fields;
	const stays = text.slice(fields.join('.').length + 2);
	return {
		cancelled: text.startsWith('C'),
		fingerprint,
		modified: parseInt(modified, 36),
		seenAt: parseInt(seenAt, 36),
		until: unpackMinute(until),
		stays: stays.split(';').filter(Boolean).map(unpackStay),
	};
}

function unpackStay(text: string): KnownRoomStay {
	return {
		key: text.slice(0, KEY_LENGTH),
		status: STATUSES[text.charAt(KEY_LENGTH) as keyof typeof STATUSES],
		roomId: decodeURIComponent(text.slice(KEY_LENGTH + 1)),
	};
}

const MAX_MINUTE = 40;

/** `2031-05-20T12:00` as the minutes since 1970, in base 36; empty: there is none. */
export function packMinute(minute?: string): string {
	const minutes = Date.parse(`${minute?.slice(0, MAX_MINUTE)}Z`) / 60_000;
	return Number.isNaN(minutes) ? '' : minutes.toString(36);
}

export function unpackMinute(packed: string): string {
	return packed === '' ? '' : new Date(parseInt(packed, 36) * 60_000).toISOString().slice(0, 16);
}
