import type { Sandbox } from '../../sandbox.mts';
import { openPmsView } from '../../world/pms/pmsView.mts';
import type { Message } from '../messages.mts';
import { bookingView, type BookingView } from './bookings.mts';
import { causesOf } from './causes.mts';

/** A message with the bookings that it speaks of. */
export interface ShownMessage {
	message: Message;
	causes: Array<{ propertyName: string; timeZone: string; booking: BookingView }>;
}

const SHOWN = 20;

export function shownMessages(sandbox: Sandbox): ShownMessage[] {
	const { world, clock, page } = sandbox;
	return page.messages.latest(SHOWN).map((message) => ({
		message,
		causes: causesOf(sandbox, message).flatMap(({ property, number }) => {
			const view = openPmsView(world, property, clock.now());
			const booking = bookingView(view, world, number);
			const { name, timeZone } = view.content;
			return booking === undefined ? [] : [{ propertyName: name, timeZone: timeZone.id, booking }];
		}),
	}));
}
