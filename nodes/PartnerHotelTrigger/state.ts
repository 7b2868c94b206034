import { isRecord } from '../shared/answers';
import { boundLedgers, ledgerOfVersion1 } from './ledger';
import type { PropertyState } from './poll';

/** What n8n keeps for the trigger between two polls. It is built aside and replaced once per tick. */
export interface TriggerState {
	version: 2;
	/** By property id. */
	properties: Record<string, PropertyState>;
	/** The property whose turn is next. */
	turn?: string;
	/** With all properties: the service's clock when it listed them last. Those that join later start here. */
	listedAt?: string;
}

const VERSION = 2;

/** About 1.6 MB, a little more than 200 properties need with a hundred changes a day each. */
const MOST_REMEMBERED = 50_000;

export function emptyState(): TriggerState {
	return { version: VERSION, properties: {} };
}

export function isFromNewerVersion(stored: unknown): boolean {
	return isRecord(stored) && typeof stored.version === 'number' && stored.version > VERSION;
}

/** The stored state in today's form, or nothing when there is none or it is damaged. */
export function readState(stored: unknown): TriggerState | undefined {
	if (!isRecord(stored)) return undefined;
	if (stored.version === 1) return migrateVersion1(stored);
	const properties = stored.version === VERSION ? stored.properties : undefined;
	const intact = isRecord(properties) && Object.values(properties).every(isIntact);
	return intact ? (stored as unknown as TriggerState) : undefined;
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

export function boundState({ properties }: TriggerState): void {
	boundLedgers(
		Object.values(properties).map(({ seen }) => seen),
		MOST_REMEMBERED,
	);
}
