import { isRecord } from '../shared/answers';
import type { HandedOver } from './handedOver';
import { ledgerOfVersion1 } from './emittedBookings';
import { keepWithin, type PropertyState } from './changeDetection';

/** What n8n keeps for the trigger between two polls. It is built aside and replaced once per tick. */
export interface TriggerState {
	version: 3;
	/** By property id. */
	properties: Record<string, PropertyState>;
	/** The property whose turn is next. */
	turn?: string;
	/** With all properties: the service's clock when it listed them last. Those that join later start here. */
	listedAt?: string;
	/** With *After a Crash: Hand It Over Again*. */
	handedOver?: HandedOver;
}

const VERSION = 3;

/** Bookings, of all properties: about 1.6 MB, more than 200 properties need with a hundred changes a day each. */
const MOST_REMEMBERED = 50_000;

export function emptyState(): TriggerState {
	return { version: VERSION, properties: {} };
}

export function isFromNewerVersion(stored: unknown): boolean {
	return isRecord(stored) && typeof stored.version === 'number' && stored.version > VERSION;
}

/** The stored state in today's form, without what is damaged; nothing when there is none. */
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

/** Version 1 knew one property. */
function migrateVersion1(stored: Record<string, unknown>): TriggerState | undefined {
	const { propertyId } = stored;
	if (typeof propertyId !== 'string' || !isIntact(stored)) return undefined;
	const { continueToken, lastModification, newSince, newestModification, backlog, seen } = stored;
	const times = { lastModification, newSince, newestModification };
	const property = { continueToken, ...times, backlog, seen: ledgerOfVersion1(seen) };
	return { version: VERSION, properties: { [propertyId]: property } };
}

function isIntact(property: unknown): property is PropertyState {
	return isRecord(property) && Array.isArray(property.backlog) && isRecord(property.seen);
}

/** Forgets the properties that the user took out: chosen again, they start as the setting says. */
export function keepOnly(state: TriggerState, propertyIds: readonly string[]): void {
	const chosen = new Set(propertyIds);
	for (const id of Object.keys(state.properties)) if (!chosen.has(id)) delete state.properties[id];
}

/** Every property may remember its share; what one does not need, the others may have. */
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

/** @returns the state of a property; ids are the user's, so what every object has does not count */
export function propertyIn({ properties }: TriggerState, id: string): PropertyState | undefined {
	return Object.hasOwn(properties, id) ? properties[id] : undefined;
}
