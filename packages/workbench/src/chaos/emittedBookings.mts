import { createHash } from 'node:crypto';
import type { Change } from './states.mts';

/*
 * Reads the trigger's record of emitted bookings, which nodes/PartnerHotelTrigger/emittedBookings.ts writes; a test
 * checks that they agree.
 */

interface SavedState {
	bookings?: { properties?: Record<string, { seen: Record<string, string> }> };
}

const KEY_LENGTH = 8;
/** The position after the status and two fingerprints. */
const TIME_AT = 11;

/**
 * Whether the saved state has this state of the booking as emitted.
 * @param saved as JSON: the static data of the workflow, or the cursor of durable polling
 */
export function remembers(saved: string | null, { propertyId, number, status, modified }: Change): boolean {
	const { bookings } = saved === null ? {} : triggerPart(JSON.parse(saved));
	const entry = bookings?.properties?.[propertyId]?.seen[keyOf(number)];
	if (entry === undefined) return false;
	const sameStatus = entry.startsWith('c') === (status === 'Cancelled');
	return sameStatus && parseInt(entry.slice(TIME_AT), 36) === Date.parse(modified) / 1000;
}

/** The static data of a workflow holds a record per node; this one has a single node that keeps something. */
function triggerPart(saved: SavedState & Record<string, SavedState>): SavedState {
	return saved.bookings === undefined ? (Object.values(saved).find(({ bookings }) => bookings) ?? {}) : saved;
}

function keyOf(number: string): string {
	return createHash('sha256').update(number).digest('base64url').slice(0, KEY_LENGTH);
}
