import { DAY_SECONDS, wallText } from '../shared/dates/wallClock';
import { LISTED, recall } from './knownReservations';
import { instantOfReading } from './searchWindow';
import type { PropertyState, TriggerState } from './state';

/** How long a reservation is remembered after its last stay: payments and corrections follow. */
const AFTER_DEPARTURE_SECONDS = 14 * DAY_SECONDS;
/** The search lists a change again for less than this. */
const REPEATED_SECONDS = 3 * DAY_SECONDS;

/** Characters of all properties together: 2.5 MB. */
const MOST_REMEMBERED = 2_500_000;
/** Quotes, colon and comma. */
const AROUND_ENTRY = 6;

/** Forgets reservations that are long over. */
export function forgetOld(property: PropertyState): void {
	if (property.oldBefore === undefined) return;
	const now = instantOfReading(property);
	const horizon = wallText(now - AFTER_DEPARTURE_SECONDS, property.zone?.name ?? 'utc').slice(0, 16);
	for (const number of Object.keys(property.known)) {
		const memory = recall(property.known, number);
		if (memory === undefined || 'listedAs' in memory || memory.until === '' || memory.until >= horizon)
			continue;
		if (latestOf(memory) < now - REPEATED_SECONDS) delete property.known[number];
	}
	if (property.oldBefore < horizon) property.oldBefore = horizon;
}

/** A change may be listed again for a while after it was made, and after it was seen. */
function latestOf({ modified, seenAt }: { modified: number; seenAt: number }): number {
	return Number.isNaN(modified) ? seenAt : modified;
}

/** Each property may remember its share, plus what the others leave unused. */
export function boundState({ properties }: TriggerState, most: number = MOST_REMEMBERED): void {
	const bySize = Object.values(properties)
		.map((property) => ({ property, size: sizeOf(property) }))
		.sort((one, other) => one.size - other.size);
	let left = most;
	for (const [position, { property, size }] of bySize.entries()) {
		const share = Math.floor(left / (bySize.length - position));
		if (size > share) keepWithin(property, share);
		left -= Math.min(size, share);
	}
}

function sizeOf({ known }: PropertyState): number {
	return Object.entries(known).reduce((sum, entry) => sum + sizeOfEntry(entry), 0);
}

function sizeOfEntry([number, value]: readonly [string, string]): number {
	return number.length + value.length + AROUND_ENTRY;
}

/**
 * Keeps only the number of those that were seen longest ago, and forgets those of which only the number is known if that
 * is not enough: they are `new` if they change again. What the search may list again keeps its state.
 */
function keepWithin(property: PropertyState, most: number): void {
	const { known } = property;
	const repeated = instantOfReading(property) - REPEATED_SECONDS;
	let size = sizeOf(property);
	const lookedAt = Object.keys(known).flatMap((number) => {
		const memory = recall(known, number);
		return memory !== undefined && 'fingerprint' in memory && latestOf(memory) < repeated
			? [{ number, cancelled: memory.cancelled, at: memory.seenAt }]
			: [];
	});
	for (const { number, cancelled } of lookedAt.sort((one, other) => one.at - other.at)) {
		if (size <= most) return;
		size -= (known[number] as string).length - 1;
		known[number] = cancelled ? LISTED.cancelled : LISTED.alone;
	}
	for (const [number, value] of Object.entries(known)) {
		if (size <= most) return;
		if (value.length > 1) continue;
		size -= sizeOfEntry([number, value]);
		delete known[number];
	}
}
