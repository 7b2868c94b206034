import { DAY_MS, parseDate } from './time.mts';

/** Local times of the hotels: `YYYY-MM-DDThh:mm` without an offset, as the PMS writes them. */

const MINUTE_MS = 60_000;
const LOCAL_MINUTE = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d$/;

const KEPT_DAYS = 5_000;

const formats = new Map<string, Intl.DateTimeFormat>();
/** By zone and UTC day. */
const offsets = new Map<string, Map<number, number | 'changes'>>();

/** The wall clock of a time zone at an instant. */
export function toLocalMinute(epochMs: number, timeZone: string): string {
	return new Date(epochMs + offsetMs(epochMs, timeZone)).toISOString().slice(0, 16);
}

/** The instant at which a wall clock shows the local time; of two such instants the earlier one. */
export function fromLocalMinute(local: string, timeZone: string): number {
	const { shown, skipped } = instantsOf(local, timeZone);
	return shown.length > 0 ? Math.min(...shown) : skipped;
}

/** As `fromLocalMinute`, but of two such instants the later one. */
export function latestLocalMinute(local: string, timeZone: string): number {
	const { shown, skipped } = instantsOf(local, timeZone);
	return shown.length > 0 ? Math.max(...shown) : skipped;
}

/** The instants at which a clock shows the local time; where clocks skip it, as much later as they skip. */
function instantsOf(local: string, timeZone: string): { shown: number[]; skipped: number } {
	const asUtc = Date.parse(`${local}:00Z`);
	const candidates = [-1, 1].map((side) => asUtc - offsetMs(asUtc + side * 24 * 60 * MINUTE_MS, timeZone));
	return {
		shown: candidates.filter((instant) => toLocalMinute(instant, timeZone) === local),
		skipped: Math.max(...candidates),
	};
}

/** Whether the text is a local time of a real day. */
export function isLocalMinute(text: string): boolean {
	const date = LOCAL_MINUTE.exec(text)?.[1];
	return date !== undefined && parseDate(date) !== undefined;
}

/** The day, counted from 1970-01-01, of a local time. */
export function localDay(local: string): number {
	const day = parseDate(local.slice(0, 10));
	if (day === undefined) throw new Error(`${local} is not a local time`);
	return day;
}

/** A local time so many minutes later, on a calendar without clock changes. */
export function plusMinutes(local: string, minutes: number): string {
	return new Date(Date.parse(`${local}:00Z`) + minutes * MINUTE_MS).toISOString().slice(0, 16);
}

/** Milliseconds to add to UTC at an instant. A day that begins and ends with the same offset has no other one. */
function offsetMs(epochMs: number, timeZone: string): number {
	const known = offsets.get(timeZone) ?? new Map<number, number | 'changes'>();
	offsets.set(timeZone, known);
	const day = Math.floor(epochMs / DAY_MS);
	let offset = known.get(day);
	if (offset === undefined) {
		const atStart = shownOffsetMs(day * DAY_MS, timeZone);
		offset = atStart === shownOffsetMs((day + 1) * DAY_MS, timeZone) ? atStart : 'changes';
		if (known.size >= KEPT_DAYS) known.clear();
		known.set(day, offset);
	}
	return offset === 'changes' ? shownOffsetMs(epochMs, timeZone) : offset;
}

function shownOffsetMs(epochMs: number, timeZone: string): number {
	const wholeMinute = Math.floor(epochMs / MINUTE_MS) * MINUTE_MS;
	const shown = formatOf(timeZone).format(wholeMinute).replace(' ', 'T');
	return Date.parse(`${shown}:00Z`) - wholeMinute;
}

/** The Swedish format is that of ISO 8601. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
	const known = formats.get(timeZone);
	if (known !== undefined) return known;
	const twoDigits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
	const format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', ...twoDigits });
	formats.set(timeZone, format);
	return format;
}
