import type { BookingSummary } from '../shared/api/bookingsFeed';
import { propertyIn } from '../shared/polling/pollState';
import { THIS_PROCESS } from '../shared/polling/processMemory';
import type { BookingEvent } from './bookingEvent';
import type { TriggerState } from './state';

/**
 * The bookings of the last execution. Without durable mode, n8n saves the state of a poll first and then the execution:
 * if it is killed in between, the bookings are lost. If the same process polls again, it was not killed there.
 */

export interface HandedOver {
	process: string;
	bookings: HandedOverBooking[];
}

/** Enough to fetch the booking again; it names no guest. */
export interface HandedOverBooking {
	property: string;
	event: BookingEvent;
	summary: BookingSummary;
}

/** A booking of the backlog that was handed over before. It keeps its event; its item has both fields. */
export interface Redelivery extends BookingSummary {
	event: BookingEvent;
	redelivered: true;
}

export function markHandedOver(state: TriggerState, bookings: HandedOverBooking[]): void {
	if (bookings.length > 0) state.handedOver = { process: THIS_PROCESS, bookings };
}

/** Bookings that this process handed over have arrived. Those of another one go to the front of the backlog. */
export function takeBack(state: TriggerState): void {
	const { handedOver } = state;
	if (!handedOver || handedOver.process === THIS_PROCESS) return;
	for (const { property, event, summary } of [...handedOver.bookings].reverse()) {
		const again: Redelivery = { ...summary, event, redelivered: true };
		propertyIn(state, property)?.backlog.unshift(again);
	}
}

export function isRedelivery(summary: BookingSummary): summary is Redelivery {
	return summary.redelivered === true;
}
