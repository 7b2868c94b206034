import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../shared/util/json';
import type { HotelEvent } from './hotelEvents';

/**
 * The events that were emitted last, by property and ID, with the time in seconds. Both are kept as hashes of a fixed
 * length, because they come from outside. A delivery that was not acknowledged is repeated before any newer event of
 * the property is sent, so that the last delivery of each of its API connections is enough.
 */
export type EmittedEvents = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** A property can have three API connections, and a delivery 1,000 events. */
export const MAX_OF_A_PROPERTY = 3_000;
/** About 1 MB; when there are more, the properties share it equally. */
export const MAX_REMEMBERED_EVENTS = 30_000;
/** Pauses between repeated deliveries grow up to 24 hours. */
export const KEPT_SECONDS = 3 * 24 * 3_600;
/** 96 bits, in the characters of Base64. */
const HASH_LENGTH = 16;

/** What identifies an event; `undefined` without an ID: it cannot be recognized. */
export interface EventKey {
	property: string;
	id: string;
}

export function keyOf({ eventId, propertyId }: HotelEvent): EventKey | undefined {
	return eventId === null ? undefined : { property: hashOf(propertyId ?? ''), id: hashOf(eventId) };
}

function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH);
}

/** Those that were not emitted yet, each once. */
export function newEvents(
	events: readonly HotelEvent[],
	isEmitted: (key: EventKey) => boolean,
): HotelEvent[] {
	const seen = new Set<string>();
	return events.filter((event) => {
		const key = keyOf(event);
		if (key === undefined) return true;
		const name = nameOf(key);
		if (seen.has(name) || isEmitted(key)) return false;
		seen.add(name);
		return true;
	});
}

export function nameOf({ property, id }: EventKey): string {
	return `${property} ${id}`;
}

export function has(emitted: EmittedEvents, { property, id }: EventKey): boolean {
	return emitted.get(property)?.has(id) ?? false;
}

/** @param now in seconds */
export function withEmitted(
	emitted: EmittedEvents,
	events: readonly HotelEvent[],
	now: number,
): EmittedEvents {
	const added = new Map<string, Map<string, number>>();
	for (const event of events) {
		const key = keyOf(event);
		if (key !== undefined) added.set(key.property, (added.get(key.property) ?? new Map()).set(key.id, now));
	}
	return bounded(merged(emitted, added), now);
}

/** Both; what is in the second one counts as later. */
export function merged(one: EmittedEvents, other: EmittedEvents): EmittedEvents {
	const all = new Map(one);
	for (const [property, ids] of other) {
		const together = new Map(all.get(property));
		for (const [id, at] of ids) {
			together.delete(id);
			together.set(id, at);
		}
		all.delete(property);
		all.set(property, together);
	}
	return all;
}

function bounded(emitted: EmittedEvents, now: number): EmittedEvents {
	const kept = [...emitted]
		.map(([property, ids]) => [property, latest(ids, MAX_OF_A_PROPERTY, now)] as const)
		.filter(([, ids]) => ids.size > 0)
		.slice(-MAX_REMEMBERED_EVENTS);
	const total = kept.reduce((sum, [, ids]) => sum + ids.size, 0);
	if (total <= MAX_REMEMBERED_EVENTS) return new Map(kept);
	const share = Math.floor(MAX_REMEMBERED_EVENTS / kept.length);
	return new Map(kept.map(([property, ids]) => [property, latest(ids, share, now)]));
}

function latest(ids: ReadonlyMap<string, number>, max: number, now: number): ReadonlyMap<string, number> {
	return new Map([...ids].filter(([, at]) => Math.abs(now - at) <= KEPT_SECONDS).slice(-max));
}

/** From n8n's static data. */
export function readEmitted(stored: unknown): EmittedEvents {
	const properties = isRecord(stored) ? Object.entries(stored) : [];
	return new Map(properties.flatMap(([property, ids]) => (isRecord(ids) ? [[property, timesIn(ids)]] : [])));
}

function timesIn(ids: IDataObject): Map<string, number> {
	return new Map(
		Object.entries(ids).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
	);
}

/** For n8n's static data. */
export function storedEmitted(emitted: EmittedEvents): Record<string, Record<string, number>> {
	return Object.fromEntries([...emitted].map(([property, ids]) => [property, Object.fromEntries(ids)]));
}
