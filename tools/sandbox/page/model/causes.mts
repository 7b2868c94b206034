import type { Sandbox } from '../../sandbox.mts';
import type { Property } from '../../world/properties.mts';
import type { Message } from '../messages.mts';

/** A booking that a message speaks of. */
export interface Cause {
	property: Property;
	number: string;
}

const SHOWN_CAUSES = 3;
const SEPARATORS = /[^\p{L}\p{N}_-]+/u;
const TAGS = /<[^>]*>/g;

/** The bookings whose numbers stand in a message: at most three. */
export function causesOf({ world }: Pick<Sandbox, 'world'>, message: Message): Cause[] {
	const text =
		message.kind === 'slack'
			? message.text
			: [message.subject, message.text, message.html.replace(TAGS, ' ')].join(' ');
	const found = new Map<string, Cause>();
	for (const word of new Set(text.split(SEPARATORS))) {
		if (word === '') continue;
		for (const property of world.properties) {
			if (world.hasShownBooking(property, word)) found.set(word, { property, number: word });
			if (found.size === SHOWN_CAUSES) return [...found.values()];
		}
	}
	return [...found.values()];
}
