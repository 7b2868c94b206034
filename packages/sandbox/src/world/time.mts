/** Conversions between instants, days and the wire forms of the partner API. */

export const DAY_MS = 86_400_000;

/** The earliest instant the bookings feed knows (specification, Other limits). */
export const EARLIEST_MODIFICATION_MS = Date.UTC(2009, 0, 1);

/** `YYYY-MM-DDThh:mm:ssZ`: whole seconds, so two changes within a second look alike. */
export function toWireInstant(epochMs: number): string {
	return `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
}

/** `YYYY-MM-DD` of a day counted from 1970-01-01. */
export function toWireDate(day: number): string {
	return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The day, counted from 1970-01-01, on which the instant falls in UTC. */
export function dayOf(epochMs: number): number {
	return Math.floor(epochMs / DAY_MS);
}

/** Reads `YYYY-MM-DD` as a day counted from 1970-01-01; undefined when it is no calendar date. */
export function parseDate(text: string): number | undefined {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
	const epochMs = Date.parse(`${text}T00:00:00Z`);
	return Number.isNaN(epochMs) || toWireDate(dayOf(epochMs)) !== text ? undefined : dayOf(epochMs);
}

/** Reads a UTC instant (`YYYY-MM-DDThh:mm[:ss[.f]]Z`); undefined when malformed or without the Z. */
export function parseInstant(text: string): number | undefined {
	const parts = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,7})?)?Z$/.exec(text);
	if (parts === null || parseDate(parts[1] ?? '') === undefined) return undefined;
	const epochMs = Date.parse(text);
	return Number.isNaN(epochMs) ? undefined : epochMs;
}
