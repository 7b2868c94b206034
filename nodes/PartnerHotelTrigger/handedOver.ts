import type { BookingSummary } from '../shared/api/bookings/bookingsFeed';
import type { BookingEvent } from './bookingEvent';
import type { PropertyState } from './propertyState';

/** Enough to fetch the booking again; it names no guest. */
export interface HandedOverBooking {
	property: string;
	event: BookingEvent;
	summary: BookingSummary;
}

/** A booking of the backlog that was handed over before. It keeps its event; its item has both fields. */
interface Redelivery extends BookingSummary {
	event: BookingEvent;
	redelivered: true;
}

export function putFirst({ backlog }: PropertyState, { event, summary }: HandedOverBooking): void {
	const again: Redelivery = { ...summary, event, redelivered: true };
	backlog.unshift(again);
}

export function isRedelivery(summary: BookingSummary): summary is Redelivery {
	return summary.redelivered === true;
}
