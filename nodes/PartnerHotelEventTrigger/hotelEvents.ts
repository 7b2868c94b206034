import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { isRecord, textIn } from '../shared/util/json';
import { ANY_EVENT, eventName } from './eventTypes';

/** An event as items show it. The provider never puts personal data into it. */
export interface HotelEvent extends IDataObject {
	eventId: string | null;
	event: string;
	eventType: string;
	/** UTC; as it was sent if it is no time. */
	occurredAt: string | null;
	propertyId: string | null;
	bookingNumber: string | null;
	/** As it was sent. */
	payload: IDataObject[string];
}

export interface Selection {
	/** Types of events, or `*` among them. */
	events: readonly string[];
	/** Absent: all properties. */
	propertyIds?: readonly string[];
}

/** The provider sends no more in a delivery. */
export const MAX_DELIVERED_EVENTS = 1_000;

/** The events of a delivery, in its order. */
export interface Received {
	events: HotelEvent[];
	/** How many records are no events. */
	unreadable: number;
}

/** @returns `undefined` if the body is no array, and `tooMany` for a larger array than the provider sends */
export function readEvents(body: unknown): Received | 'tooMany' | undefined {
	const records: unknown = typeof body === 'string' ? parsed(body) : body;
	if (!Array.isArray(records)) return undefined;
	if (records.length > MAX_DELIVERED_EVENTS) return 'tooMany';
	const events = records.flatMap((record) => readEvent(record) ?? []);
	return { events, unreadable: records.length - events.length };
}

/** A thousand events are much shorter. */
const MAX_LENGTH = 2_000_000;

function parsed(text: string): unknown {
	if (text.length > MAX_LENGTH) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function readEvent(record: unknown): HotelEvent | undefined {
	if (!isRecord(record)) return undefined;
	const eventType = text(record, 'eventType');
	if (eventType === null) return undefined;
	const payload = field(record, 'payload') ?? null;
	const about = isRecord(payload) ? payload : {};
	return {
		eventId: text(record, 'eventId'),
		event: eventName(eventType),
		eventType,
		occurredAt: utcOf(text(record, 'creationTime')),
		propertyId: text(about, 'propertyId'),
		bookingNumber: text(about, 'bookingNumber'),
		payload,
	};
}

/** Payload keys begin with a capital letter, unlike those of the rest of the interface: both are read. */
function field(record: IDataObject, name: string): IDataObject[string] {
	return record[name] ?? record[name.charAt(0).toUpperCase() + name.slice(1)];
}

function text(record: IDataObject, name: string): string | null {
	return textIn({ value: field(record, name) }, 'value') ?? null;
}

/** The provider writes 3 or 7 fraction digits. */
function utcOf(time: string | null): string | null {
	const instant = DateTime.fromISO(time ?? '', { zone: 'utc' });
	return instant.isValid ? instant.toISO() : time;
}

/** An event that names no property passes every choice of properties: none is lost. */
export function isWanted({ eventType, propertyId }: HotelEvent, { events, propertyIds }: Selection): boolean {
	const isChosen = events.includes(ANY_EVENT) || events.includes(eventType);
	return isChosen && (propertyIds === undefined || propertyId === null || propertyIds.includes(propertyId));
}

/** An event without a readable time is never old. */
export function isOlderThan({ occurredAt }: HotelEvent, hours: number, now: DateTime): boolean {
	const at = DateTime.fromISO(occurredAt ?? '');
	return at.isValid && now.diff(at, 'hours').hours > hours;
}
