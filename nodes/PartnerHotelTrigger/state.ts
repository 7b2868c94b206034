import type { PollState } from '../shared/polling/pollState';
import { isRecord } from '../shared/util/json';
import { migrateEmitted } from './emittedBookings';
import type { HandedOver } from './handedOver';
import type { PropertyState } from './propertyState';
import { keepWithin } from './retention';

/** What n8n keeps for the trigger between two polls. A poll works on a copy and replaces it as a whole. */
export interface TriggerState extends PollState<PropertyState> {
	version: 3;
	handedOver?: HandedOver;
}

const VERSION = 3;

/** Emitted bookings of all properties: about 2.4 MB. 200 properties with a hundred changes a day each need less. */
const MOST_REMEMBERED = 50_000;

export function emptyState(): TriggerState {
	return { version: VERSION, properties: {} };
}

export function isFromNewerVersion(stored: unknown): boolean {
	return isRecord(stored) && typeof stored.version === 'number' && stored.version > VERSION;
}

/** The stored state in the current format, without damaged properties; undefined if there is none. */
export function readState(stored: unknown): TriggerState | undefined {
	if (!isRecord(stored)) return undefined;
	if (stored.version === 1) return migrateVersion1(stored);
	const isKnown = stored.version === VERSION || stored.version === 2;
	if (!isKnown || !isRecord(stored.properties)) return undefined;
	const intact = Object.entries(stored.properties).filter(([, property]) => isIntact(property));
	return {
		...(stored as unknown as TriggerState),
		version: VERSION,
		properties: Object.fromEntries(intact) as TriggerState['properties'],
	};
}

/** Version 1 had a single property. */
function migrateVersion1(stored: Record<string, unknown>): TriggerState | undefined {
	const { propertyId } = stored;
	if (typeof propertyId !== 'string' || !isIntact(stored)) return undefined;
	const { continueToken, lastModification, newSince, newestModification, backlog, seen } = stored;
	const times = { lastModification, newSince, newestModification };
	const property = { continueToken, ...times, backlog, seen: migrateEmitted(seen) };
	return { version: VERSION, properties: { [propertyId]: property } };
}

function isIntact(property: unknown): property is PropertyState {
	return isRecord(property) && Array.isArray(property.backlog) && isRecord(property.seen);
}

/** Each property may remember its share of the bookings, plus what the others leave unused. */
export function boundState({ properties }: TriggerState, most: number = MOST_REMEMBERED): void {
	const bySize = Object.values(properties)
		.map((property) => ({ property, size: Object.keys(property.seen).length }))
		.sort((one, other) => one.size - other.size);
	let left = most;
	for (const [position, { property, size }] of bySize.entries()) {
		const share = Math.floor(left / (bySize.length - position));
		if (size > share) keepWithin(property, share);
		left -= Math.min(size, share);
	}
}
