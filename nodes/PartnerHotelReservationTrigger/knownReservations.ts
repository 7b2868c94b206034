import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { at, recordsAt } from '../shared/api/records';
import { roomIdOf } from '../shared/pms/records';
import { isRecord, textIn } from '../shared/util/json';
import { RESERVATION_FIELDS, type Fields } from './reservationFields';

/**
 * What is remembered of each reservation, by its number, as short strings without guest data: of those that were looked
 * at, the state; of those that were only listed, a letter.
 */
export type KnownReservations = Record<string, string>;

/** Reservations that were there before the start and were not looked at. */
export const LISTED = {
	/** Somebody stays, arrives or leaves within days. */
	near: 'n',
	far: 'k',
	cancelled: 'x',
	/** Nothing more is to be learned of it. */
	alone: 'g',
} as const;

export type StayStatus = 'N' | 'I' | 'O' | 'C';

/** A room stay as it is remembered. */
export interface KnownStay {
	/** The beginning of a hash of its ID. */
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
	stays: KnownStay[];
}

/** Looked at, only listed, or neither. */
export type Memory = KnownReservation | { listedAs: string } | undefined;

const FINGERPRINT_LENGTH = 6;
const KEY_LENGTH = 4;
const GONE = '!'.repeat(FINGERPRINT_LENGTH);

const STATUSES: Readonly<Record<string, StayStatus>> = {
	checkedin: 'I',
	checkedout: 'O',
	cancelled: 'C',
};

/** A room stay of the details, and as it is remembered. */
export interface Stay extends KnownStay {
	pmsRoomStayId: string | null;
	actualCheckIn: string | null;
	actualCheckOut: string | null;
}

export function staysOf(reservation: IDataObject | null): Stay[] {
	if (!reservation) return [];
	return recordsAt(reservation, 'roomStays').map((stay, position) => {
		const pmsRoomStayId = textIn(stay, 'pmsRoomStayId') ?? null;
		return {
			pmsRoomStayId,
			key: hash(pmsRoomStayId ?? `#${position}`, KEY_LENGTH),
			status: STATUSES[String(stay.status).toLowerCase()] ?? 'N',
			roomId: roomIdOf(stay) ?? '',
			actualCheckIn: textIn(stay, 'actualCheckInDateTime') ?? null,
			actualCheckOut: textIn(stay, 'actualCheckOutDateTime') ?? null,
		};
	});
}

/** Hotel-local minute at which the last stay ends; empty if unknown. */
export function endOf(reservation: IDataObject | null): string {
	if (!reservation) return '';
	const ends = recordsAt(reservation, 'roomStays').flatMap(
		(stay) => textIn(stay, 'checkOutDateTime')?.slice(0, 16) ?? [],
	);
	return ends.sort().at(-1) ?? '';
}

/** @param reservation null: the API no longer has it */
export function fingerprintOf(reservation: IDataObject | null): string {
	if (!reservation) return GONE;
	return hash(JSON.stringify(published(reservation, RESERVATION_FIELDS)), FINGERPRINT_LENGTH);
}

/** Null is the same as absent, lists have no order, and a field can have two names. */
function published(value: unknown, fields: Fields | true): unknown {
	if (Array.isArray(value)) return value.map((one) => JSON.stringify(published(one, fields))).sort();
	if (fields === true) return value;
	if (!isRecord(value)) return value;
	return Object.entries(fields).flatMap(([names, below]) => {
		const found = names
			.split('|')
			.map((name) => at(value, name))
			.find((one) => (one ?? null) !== null);
		return found === undefined ? [] : [[names, published(found, below)]];
	});
}

export function recall(known: KnownReservations, number: string): Memory {
	const value = Object.hasOwn(known, number) ? (known[number] as string) : '';
	if (value.length <= 1) return value === '' ? undefined : { listedAs: value };
	const [fingerprint = '', modified = '', seenAt = '', until = '', ...stays] = value.slice(1).split('.');
	return {
		cancelled: value.startsWith('C'),
		fingerprint,
		modified: parseInt(modified, 36),
		seenAt: parseInt(seenAt, 36),
		until: minuteOf(until),
		stays: stays.join('.').split(';').filter(Boolean).map(readStay),
	};
}

export function remember(known: KnownReservations, number: string, entry: KnownReservation): void {
	const { cancelled, fingerprint, modified, seenAt, until, stays } = entry;
	const times = [modified, seenAt].map((time) => (Number.isNaN(time) ? '' : time.toString(36)));
	const shortStays = stays.map(({ key, status, roomId }) => key + status + encodeURIComponent(roomId));
	const parts = [(cancelled ? 'C' : 'A') + fingerprint, ...times, digitsOf(until), shortStays.join(';')];
	Object.defineProperty(known, number, {
		value: parts.join('.'),
		configurable: true,
		enumerable: true,
		writable: true,
	});
}

function readStay(text: string): KnownStay {
	return {
		key: text.slice(0, KEY_LENGTH),
		status: text.charAt(KEY_LENGTH) as StayStatus,
		roomId: decodeURIComponent(text.slice(KEY_LENGTH + 1)),
	};
}

const LONGEST_MINUTE = 40;

/** `2031-05-20T12:00` as few characters. */
function digitsOf(minute: string): string {
	const digits = minute.slice(0, LONGEST_MINUTE).replace(/\D/g, '');
	return digits === '' ? '' : Number(digits).toString(36);
}

function minuteOf(short: string): string {
	if (short === '') return '';
	const digits = parseInt(short, 36).toString();
	return digits.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5');
}

function hash(text: string, length: number): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, length);
}
