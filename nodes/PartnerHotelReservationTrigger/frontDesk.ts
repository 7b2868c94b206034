import { packMinute, unpackMinute } from './knownReservations';
import type { RoomStay } from './roomStays';

/**
 * Check-ins and check-outs as the front desk recorded them, by the key of the room stay, whatever reservation it belongs
 * to: hotel-local minutes, `in.out`. Each is told once.
 */
export type RecordedTimes = Record<string, string>;

export type Kind = 'in' | 'out';

/** What is recorded of a stay. */
export type Recorded = Partial<Record<Kind, string>>;

export function recordedOf(times: RecordedTimes, key: string): Recorded {
	const [checkIn, checkOut] = (Object.hasOwn(times, key) ? (times[key] as string) : '').split('.');
	return {
		...(checkIn ? { in: unpackMinute(checkIn) } : {}),
		...(checkOut ? { out: unpackMinute(checkOut) } : {}),
	};
}

/** What the stay tells now. A time that is not recorded is that of the look at it. @param seenAt hotel-local minute */
export function recordedNow({ status, recorded }: RoomStay, before: Recorded, seenAt: string): Recorded {
	const timeOf = (kind: Kind) => recorded[kind] ?? before[kind] ?? seenAt;
	return {
		...((status === 'in' || status === 'out') && { in: timeOf('in') }),
		...(status === 'out' && { out: timeOf('out') }),
	};
}

/** Replaces what is remembered of a stay: a time that was withdrawn is forgotten. */
export function rememberRecorded(times: RecordedTimes, key: string, recorded: Recorded): void {
	if (recorded.in === undefined && recorded.out === undefined) delete times[key];
	else times[key] = `${packMinute(recorded.in)}.${packMinute(recorded.out)}`;
}

/** Forgets stays of which all times are earlier. @param minute hotel-local */
export function forgetRecorded(times: RecordedTimes, minute: string): void {
	for (const key of Object.keys(times)) if (latestOf(times, key) < minute) delete times[key];
}

/**
 * Keeps the latest.
 * @returns the latest minute that was forgotten, if any
 */
export function keepLatestTimes(times: RecordedTimes, max: number): string | undefined {
	const byTime = Object.keys(times)
		.map((key) => ({ key, latest: latestOf(times, key) }))
		.sort((one, other) => one.latest.localeCompare(other.latest));
	const forgotten = byTime.slice(0, Math.max(0, byTime.length - max));
	for (const { key } of forgotten) delete times[key];
	return forgotten.at(-1)?.latest;
}

function latestOf(times: RecordedTimes, key: string): string {
	const { in: checkIn = '', out = '' } = recordedOf(times, key);
	return [checkIn, out].sort().at(-1) as string;
}
