import { propertyIn } from '../shared/polling/pollState';
import { THIS_PROCESS } from '../shared/polling/processMemory';
import type { Occurrence } from './reservationEvents';
import type { TriggerState } from './state';

/**
 * The events of the last execution. Without durable mode, n8n saves the state of a poll first and then the execution:
 * if it is killed in between, the events are lost. If the same process polls again, it was not killed there.
 */
export interface HandedOver {
	process: string;
	reservations: HandedOverReservation[];
}

/** Enough to fetch the reservation again; it names no guest. */
export interface HandedOverReservation {
	property: string;
	number: string;
	occurrences: Occurrence[];
}

export function markHandedOver(state: TriggerState, reservations: HandedOverReservation[]): void {
	if (reservations.length > 0) state.handedOver = { process: THIS_PROCESS, reservations };
}

/** What this process handed over has arrived. What another one did goes to the front of the backlog. */
export function takeBack(state: TriggerState): void {
	const { handedOver } = state;
	if (!handedOver || handedOver.process === THIS_PROCESS) return;
	for (const { property, number, occurrences } of [...handedOver.reservations].reverse()) {
		propertyIn(state, property)?.backlog.unshift({ number, state: 'Active', redelivered: occurrences });
	}
}
