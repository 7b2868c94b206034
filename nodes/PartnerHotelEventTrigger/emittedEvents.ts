import type { HotelEvent } from './hotelEvents';

/**
 * The events that were emitted last, by ID, with the time in seconds. A delivery that was not acknowledged is repeated
 * before any newer event is sent, so that a few deliveries of at most 1,000 events are enough.
 */
export type EmittedEvents = Record<string, number>;

export const MOST_EVENTS = 3_000;
/** Pauses between repeated deliveries grow up to 24 hours. */
export const KEPT_SECONDS = 3 * 24 * 3_600;

/** Those that were not emitted yet, each once. An event without an ID cannot be recognized. */
export function newEvents(events: readonly HotelEvent[], isEmitted: (id: string) => boolean): HotelEvent[] {
	const seen = new Set<string>();
	return events.filter(({ eventId }) => {
		if (eventId === null) return true;
		if (seen.has(eventId) || isEmitted(eventId)) return false;
		seen.add(eventId);
		return true;
	});
}

/** @param now in seconds */
export function withEmitted(
	emitted: EmittedEvents,
	events: readonly HotelEvent[],
	now: number,
): EmittedEvents {
	const ids = events.flatMap(({ eventId }) => (eventId === null ? [] : [eventId]));
	const kept = Object.entries(emitted).filter(([, at]) => Math.abs(now - at) <= KEPT_SECONDS);
	const all = new Map([...kept, ...ids.map((id) => [id, now] as const)]);
	return Object.fromEntries([...all].slice(-MOST_EVENTS));
}
