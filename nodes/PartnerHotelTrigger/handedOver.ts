import { randomUUID } from 'crypto';

import type { BookingSummary } from '../shared/bookingsFeed';
import type { BookingEvent } from './changeDetection';
import { propertyIn, type TriggerState } from './state';

/**
 * What the last execution was given. Outside durable mode n8n saves what a poll leaves, and then the execution:
 * killed between the two, it loses the bookings of that execution. A later poll of the same process shows that it
 * was not killed there.
 */

export interface HandedOver {
	process: string;
	bookings: HandedOverBooking[];
}

/** Items are made from it anew: nothing of a guest is kept. */
export interface HandedOverBooking {
	property: string;
	event: BookingEvent;
	summary: BookingSummary;
}

/** A booking of the backlog that was handed over before. Its event is settled; the item shows both fields. */
export interface Redelivery extends BookingSummary {
	event: BookingEvent;
	redelivered: true;
}

/** Some 200 bytes each are kept. */
export const MOST_HANDED_OVER = 1_000;

/** Another one after each start of n8n, and in each of its processes. */
const THIS_PROCESS = randomUUID();

export function markHandedOver(state: TriggerState, bookings: HandedOverBooking[]): void {
	if (bookings.length > 0) state.handedOver = { process: THIS_PROCESS, bookings };
}

/** What this process handed over has arrived; what another one did waits once more, before everything else. */
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
