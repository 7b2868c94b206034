import { boundMemory } from '../shared/polling/memoryBound';
import type { StateFormat, StoredState } from '../shared/polling/storedState';
import { isRecord } from '../shared/util/json';
import type { HandedOverBooking } from './handedOver';
import type { PropertyState } from './propertyState';
import { keepWithin } from './retention';

export type TriggerState = StoredState<PropertyState, HandedOverBooking>;

export const stateFormat: StateFormat = {
	key: 'bookings',
	version: 1,
	isIntact: ({ backlog, seen }) => Array.isArray(backlog) && isRecord(seen),
};

/** Emitted bookings of all properties: about 2.4 MB. 200 properties with a hundred changes a day each need less. */
const MAX_REMEMBERED = 45_000;

/** @returns whether something had to be forgotten */
export function boundBookingMemory({ properties }: TriggerState, max: number = MAX_REMEMBERED): boolean {
	return boundMemory(properties, max, ({ seen }) => Object.keys(seen).length, keepWithin);
}
