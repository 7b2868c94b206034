import type { Sandbox } from '../../sandbox.mts';
import { locateId } from '../../world/pms/ids.mts';
import type { Property } from '../../world/properties.mts';
import type { World } from '../../world/world.mts';
import type { Message } from '../messages.mts';

/** A booking that a message mentions. */
export interface Cause {
	property: Property;
	number: string;
}

const SHOWN_CAUSES = 3;
const SEPARATORS = /[^\p{L}\p{N}_-]+/u;
const TAGS = /<[^>]*>/g;
/** Mailboxes of guests are this prefix and their id. */
const GUEST = /^guest-(\d{16})$/;

/** A cache: each page needs those of all messages. */
const known = new WeakMap<Message, Cause[]>();

/** The bookings whose numbers or guests' addresses are in a message: at most three. */
export function causesOf({ world }: Pick<Sandbox, 'world'>, message: Message): Cause[] {
	const causes = known.get(message) ?? causesIn(world, message);
	if (causes.length > 0) known.set(message, causes);
	return causes;
}

function causesIn(world: World, message: Message): Cause[] {
	const found = new Map<string, Cause>();
	for (const word of new Set(textOf(message).split(SEPARATORS))) {
		if (word === '') continue;
		for (const property of world.properties) {
			const number = bookingIn(world, property, word);
			if (number !== undefined) found.set(number, { property, number });
			if (found.size === SHOWN_CAUSES) return [...found.values()];
		}
	}
	return [...found.values()];
}

/** The whole text of a message, with the addresses. */
function textOf(message: Message): string {
	if (message.kind === 'slack') return message.text;
	const { to, subject, text, html } = message;
	return [...to, subject, text, html.replace(TAGS, ' ')].join(' ');
}

function bookingIn(world: World, property: Property, word: string): string | undefined {
	if (world.hasShownBooking(property, word)) return word;
	const place = locateId(GUEST.exec(word)?.[1] ?? '');
	if (place === undefined || !world.hasOpenedPms(property)) return undefined;
	return world.pms(property).stay(place.recordId)?.bookingNumber;
}
