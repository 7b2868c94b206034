import type { Sandbox } from '../../sandbox.mts';
import { openPmsView } from '../../world/pms/pmsView.mts';
import type { Message } from '../messages.mts';
import { bookingView, type BookingView } from './bookings.mts';
import { causesOf } from './causes.mts';

/** A message with the bookings that it mentions. */
export interface ShownMessage {
	message: Message;
	/** Later messages of other workflows about the same. */
	repeats: Message[];
	causes: Array<{ propertyName: string; timeZone: string; booking: BookingView }>;
}

const SHOWN = 20;

export function shownMessages(sandbox: Sandbox): ShownMessage[] {
	const { world, clock, page } = sandbox;
	return withoutRepeats(page.messages.latest(2 * SHOWN))
		.slice(0, SHOWN)
		.map(({ message, repeats }) => ({
			message,
			repeats,
			causes: causesOf(sandbox, message).flatMap(({ property, number }) => {
				const view = openPmsView(world, property, clock.now());
				const booking = bookingView(view, world, number);
				const { name, timeZone } = view.content;
				return booking === undefined ? [] : [{ propertyName: name, timeZone: timeZone.id, booking }];
			}),
		}));
}

/**
 * Groups messages about the same change: those of other workflows belong to the first one.
 * @param messages the latest first
 */
export function withoutRepeats(
	messages: readonly Message[],
): Array<{ message: Message; repeats: Message[] }> {
	const shown: Array<{ message: Message; repeats: Message[] }> = [];
	for (const message of [...messages].reverse()) {
		const first = shown.find((one) => repeatsOf(message, one));
		if (first === undefined) shown.unshift({ message, repeats: [] });
		else first.repeats.push(message);
	}
	return shown;
}

function repeatsOf(
	message: Message,
	{ message: first, repeats }: { message: Message; repeats: readonly Message[] },
): boolean {
	return (
		message.workflow !== undefined &&
		first.workflow !== undefined &&
		message.kind === first.kind &&
		headlineOf(message) === headlineOf(first) &&
		[first, ...repeats].every(({ workflow }) => workflow !== message.workflow)
	);
}

/** The subject of a mail, the first line of a Slack message. */
function headlineOf(message: Message): string {
	return message.kind === 'mail' ? message.subject : (message.text.split('\n', 1)[0] ?? '');
}
