import { createHash } from 'node:crypto';
import type { Change } from './states.mts';

/*
 * Reads what the trigger remembers of bookings. Its own words for it: nodes/PartnerHotelTrigger/poll.ts.
 */

const KEY_LENGTH = 10;

interface Remembered {
	cancelled: boolean;
	/** Epoch seconds of the modification. */
	modifiedAt: number;
}

/** Whether what n8n saved for the trigger counts this state of the booking as reported. */
export function remembers(saved: string | null, change: Change): boolean {
	const known = saved === null ? [] : rememberedOf(JSON.parse(saved), change);
	const [modifiedAt, cancelled] = [Date.parse(change.modified) / 1000, change.status === 'Cancelled'];
	return known.some((entry) => entry.modifiedAt === modifiedAt && entry.cancelled === cancelled);
}

/** Looked up wherever a record of the state has the booking's key: the state holds one record per property. */
function rememberedOf(state: unknown, { number }: Change): Remembered[] {
	const key = createHash('sha256').update(number).digest('base64url').slice(0, KEY_LENGTH);
	return valuesAt(state, key).map((value) => {
		const [status = '', , , modifiedAt = ''] = value.split('.');
		return { cancelled: status === 'c', modifiedAt: parseInt(modifiedAt, 36) };
	});
}

function valuesAt(value: unknown, key: string): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
		name === key && typeof inner === 'string' ? [inner] : valuesAt(inner, key),
	);
}
