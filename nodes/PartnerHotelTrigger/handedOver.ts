import { randomUUID } from 'crypto';

import type { BookingSummary } from '../shared/api/bookingsFeed';
import type { BookingEvent } from './bookingEvent';
import { propertyIn, type TriggerState } from './state';

/**
 * What the last execution got. Outside durable mode n8n saves first what a poll leaves and then the execution: killed
 * in between, it loses the bookings of that execution. Once the same process polls again, it was not killed there.
 */

export interface HandedOver {
	process: string;
	bookings: HandedOverBooking[];
}

/** Enough to fetch the booking again; nothing of a guest is kept. */
export interface HandedOverBooking {
	property: string;
	event: BookingEvent;
	summary: BookingSummary;
}

/** A booking of the backlog that was handed over before. It keeps its event, and its item shows both fields. */
export interface Redelivery extends BookingSummary {
	event: BookingEvent;
	redelivered: true;
}

/** Some 200 bytes each are kept. */
export const MOST_HANDED_OVER = 1_000;

/** Each process of n8n has its own, and gets another one at each start. */
const THIS_PROCESS = randomUUID();

export function markHandedOver(state: TriggerState, bookings: HandedOverBooking[]): void {
	if (bookings.length > 0) state.handedOver = { process: THIS_PROCESS, bookings };
}

/** What this process handed over has arrived. What another one did goes to the front of the backlog. */
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
