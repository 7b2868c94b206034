import type { Random } from '../random.mts';
import { DAY_MS } from '../time.mts';
import type { Feed, FeedPage, FeedPosition } from './feed.mts';
import type { FeedKey } from './feedOrder.mts';
import type { Booking } from './types.mts';

/** The disorder of a feed. */
export interface Disorder {
	/** The probability that a booking is delayed, and that one is repeated. */
	share: number;
	random: Random;
	nowMs: number;
}

/** A change is held back at the end of the feed only this long after it was made. */
const HELD_BACK_MS = DAY_MS / 24;
/** The specification names two days as what is safe to read again. */
const REPEATED_MS = 2 * DAY_MS;
/** The continue token names what was held back. */
const MAX_HELD_BACK = 20;

/**
 * The next page of a disordered feed: some bookings are held back until the page after it, some of the last two days
 * are repeated, and the rest is shuffled.
 */
export function disorderedPage(
	feed: Feed,
	from: FeedPosition,
	count: number,
	{ share, random, nowMs }: Disorder,
): FeedPage {
	const due = from.late.flatMap((key) => feed.find(key) ?? []);
	if (due.length >= count) {
		const late = due.slice(count).map(keyOf);
		return { bookings: due.slice(0, count), next: { ...from, late }, hasMoreData: true };
	}
	const page = feed.page(from, count - due.length);
	const mayBeLate = ({ modifiedMs }: Booking) => page.hasMoreData || modifiedMs > nowMs - HELD_BACK_MS;
	const late = random.some(page.bookings.filter(mayBeLate), share).slice(0, MAX_HELD_BACK);
	const shown = page.bookings.filter((booking) => !late.includes(booking));
	const room = Math.min(count - due.length - shown.length, MAX_HELD_BACK);
	const repeatable = feed
		.justBefore(from, room)
		.filter((booking) => booking.modifiedMs > nowMs - REPEATED_MS && !due.includes(booking));
	return {
		bookings: shuffled([...due, ...shown, ...random.some(repeatable, share)], random),
		next: { ...page.next, late: late.map(keyOf) },
		hasMoreData: page.hasMoreData,
	};
}

function keyOf({ modifiedMs, sequence }: FeedKey): FeedKey {
	return { modifiedMs, sequence };
}

function shuffled(bookings: readonly Booking[], random: Random): Booking[] {
	const drawn = bookings.map((booking) => ({ booking, draw: random.fraction() }));
	return drawn.sort((one, other) => one.draw - other.draw).map(({ booking }) => booking);
}
