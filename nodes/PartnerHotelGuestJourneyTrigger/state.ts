import { DAY_SECONDS, wallOfInstant } from '../shared/dates/wallClock';
import type { UnitKind } from '../shared/journey/journeyUnits';
import { withoutSent } from '../shared/journey/sentMoments';
import type { KnownZone } from '../shared/polling/propertyZone';
import type { StateFormat, StoredState } from '../shared/polling/storedState';
import { isRecord } from '../shared/util/json';

export type TriggerState = StoredState<PropertyState, HandedOverMessage>;

/** Enough to send the message again; it names no guest. */
export interface HandedOverMessage {
	property: string;
	number: string;
	/** The keys of what was sent. */
	keys: string[];
}

/** A reservation or booking that is to be looked at. */
export interface WaitingStay {
	number: string;
	/** Only some lists tell it. */
	bookedAt?: number;
	/** Its details failed. */
	failed?: true;
	/** Not before this, in seconds since 1970 UTC on the clock of the service. */
	againAt?: number;
}

/** A list that is not read to its end. */
export interface ListReading {
	/** Those that changed, those that are near, or those that come near by another day or more. */
	of: 'changes' | 'near' | 'nextNear';
	/** Hotel-local minutes, both included. */
	from: string;
	to: string;
	pageToken?: string;
	/** The server time of the first page. */
	readAt?: string;
}

/** What is stored for one property. Instants are those of the service. */
export interface PropertyState extends KnownZone {
	/** Numbers of bookings are none of reservations. */
	source: 'bookings' | 'reservations';
	/** What was sent to a booking does not say what its room stays got. */
	unitKind: UnitKind;
	/** A hash of the settings that what is remembered was decided by. */
	decidedBy?: string;
	/** Moments before it are those of the past. */
	start: string;
	/** The time of the last response: on the clock of the service, and on ours. In seconds since 1970 UTC. */
	clock?: { served: number; own: number };
	/** By number: what is remembered of a reservation or booking, as a short text. */
	known: Record<string, string>;
	backlog: WaitingStay[];
	/** Changes up to here were listed. */
	readUntil?: string;
	/** When those that are near were last listed, and up to the beginning of which day of the hotel. */
	listedAt?: string;
	listedUntil?: string;
	reading?: ListReading;
	/** With bookings: the position in their feed, or after that was refused a time to read from. */
	continueToken?: string;
	feedSince?: string;
	/** Keys of messages that were handed over before a restart, and are sent again. */
	redelivered?: string[];
}

export const stateFormat: StateFormat = {
	key: 'journey',
	version: 1,
	isIntact: ({ start, backlog, known }) =>
		typeof start === 'string' && Array.isArray(backlog) && isRecord(known),
};

export function startProperty(
	start: string,
	{ source, unitKind }: Pick<PropertyState, 'source' | 'unitKind'>,
): PropertyState {
	return { source, unitKind, start, backlog: [], known: {} };
}

export const DAY_MINUTES = 1440;
/** How long a stay is remembered after its departure and what is due; what it got, longer. */
export const UNSENT_DAYS = 2;
const SENT_DAYS = 60;

export function forgottenAfterDays(sent: string): number {
	return sent === '' ? UNSENT_DAYS : SENT_DAYS;
}

/** The day of the hotel, in days since 1970. */
export function hotelDay(instant: number | null, zone: string): number {
	return instant === null ? -Infinity : Math.floor(wallOfInstant(instant, zone) / DAY_SECONDS);
}

/** Hotel-local minutes since 1970; NaN for what is no time. @param local `YYYY-MM-DDTHH:mm`, or with seconds */
export function minutesAt(local: string): number {
	return Date.parse(`${local.slice(0, 16)}Z`) / 60_000;
}

const ownTime = () => Math.floor(Date.now() / 1000);

export function noteTime(property: PropertyState, served: number): void {
	if (!Number.isNaN(served)) property.clock = { served, own: ownTime() };
}

/** Now on the clock of the service. */
export function serviceTime({ clock }: Pick<PropertyState, 'clock'>): number {
	return clock ? clock.served + Math.max(ownTime() - clock.own, 0) : ownTime();
}

/** Our clock was set back since the last response: how long ago that came is not known. */
export function wasSetBack({ clock }: PropertyState): boolean {
	return clock !== undefined && ownTime() < clock.own;
}

/** What is remembered of a reservation or booking: it names no guest. */
export interface KnownStay {
	/** When something is due, in seconds since 1970 UTC; null: nothing will be. */
	lookAt: number | null;
	bookedAt: number | null;
	/** The first arrival: hotel-local minutes since 1970. */
	arrival: number;
	/** When it is forgotten: days since 1970. */
	untilDay: number;
	/** What was sent: sentMoments.ts */
	sent: string;
}

export function knownStay({ known }: PropertyState, number: string): KnownStay | undefined {
	return Object.hasOwn(known, number) ? unpack(known[number] as string) : undefined;
}

export function rememberStay({ known }: PropertyState, number: string, stay: KnownStay): void {
	const { lookAt, bookedAt, arrival, untilDay, sent } = stay;
	const value = [...[lookAt, bookedAt, arrival, untilDay].map(packNumber), sent].join('.');
	Object.defineProperty(known, number, { value, configurable: true, enumerable: true, writable: true });
}

export function allKnown(property: PropertyState): Array<KnownStay & { number: string }> {
	return Object.entries(property.known).map(([number, text]) => ({ number, ...unpack(text) }));
}

/** It is looked at in this poll, or as soon as the limits allow. */
export function addWaiting({ backlog }: PropertyState, one: WaitingStay): void {
	const before = backlog.find(({ number }) => number === one.number);
	if (before) Object.assign(before, one);
	else backlog.push(one);
}

/** What another process had handed over is due again. */
export function putFirst(property: PropertyState, { number, keys }: HandedOverMessage): void {
	const known = knownStay(property, number);
	if (!known) return;
	rememberStay(property, number, { ...known, lookAt: 0, sent: withoutSent(known.sent, keys) });
	property.redelivered = [...(property.redelivered ?? []), ...keys];
}

/** Forgets what cannot be due again. */
export function forgetOld(property: PropertyState, now: number): void {
	const today = Math.floor(now / DAY_SECONDS);
	for (const { number, untilDay } of allKnown(property)) if (untilDay < today) delete property.known[number];
}

function packNumber(value: number | null): string {
	return value === null ? '' : Math.floor(value).toString(36);
}

function unpack(text: string): KnownStay {
	const [lookAt = '', bookedAt = '', arrival = '', untilDay = '', sent = ''] = text.split('.');
	const numberIn = (packed: string) => (packed === '' ? null : parseInt(packed, 36));
	return {
		lookAt: numberIn(lookAt),
		bookedAt: numberIn(bookedAt),
		arrival: numberIn(arrival) ?? 0,
		untilDay: numberIn(untilDay) ?? 0,
		sent,
	};
}
