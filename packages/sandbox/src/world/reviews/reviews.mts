import type { Booking } from '../bookings/types.mts';
import type { Property } from '../properties.mts';
import { hash, Random } from '../random.mts';
import { DAY_MS, dayOf } from '../time.mts';
import type { World } from '../world.mts';
import { REVIEW_TEXTS } from './texts.mts';
import type { Review } from './types.mts';

/** The share of guests who write a review. */
const SHARE = 0.2;
const MAX_DAYS_AFTER_DEPARTURE = 10;
/** Stays of this period are reviewed. */
const HISTORY_DAYS = 400;
/** The last source has no published name. */
const SOURCE_IDS = ['1', '1', '1', '2', '5', '12', '26', '27', '31'];

/**
 * The reviews that are published by now, newest first: of guests who left, and those that the control interface wrote.
 */
export function reviewsOf(world: World, property: Property, nowMs: number): Review[] {
	const { feed } = world.bookings(property);
	const reviews = [...(world.writtenReviews.get(property.id) ?? [])];
	for (let index = 0; index < feed.size; index += 1) {
		const booking = feed.at(index);
		const review = booking && reviewOf(world, property, booking, nowMs);
		if (review !== undefined) reviews.push(review);
	}
	return reviews
		.filter(({ publishedMs }) => publishedMs <= nowMs)
		.sort((one, other) => other.publishedMs - one.publishedMs || Number(other.id) - Number(one.id));
}

/** Of a booking: drawn from its number, so that it stays the same whatever else happens. */
function reviewOf(world: World, property: Property, booking: Booking, nowMs: number): Review | undefined {
	const random = new Random(world.plan.seed, 'review', booking.number);
	const daysAgo = dayOf(nowMs) - booking.arrivalDay;
	if (!random.chance(SHARE) || booking.status !== 'Active' || booking.detailRemoved === true)
		return undefined;
	if (daysAgo < 0 || daysAgo > HISTORY_DAYS) return undefined;
	const { roomStays } = world.detail(property, booking);
	const departures = roomStays.map(({ stayDates }) => Date.parse(`${stayDates.departureDateTime}Z`));
	const guest = roomStays[0]?.guests?.[0];
	const names = [guest?.firstName, guest?.lastName].filter((part) => typeof part === 'string');
	const rating = random.chance(0.8) ? random.integer(7, 10) : random.integer(2, 6);
	return {
		id: reviewId(booking.number),
		authorName: names.length === 0 || random.chance(0.2) ? null : names.join(' '),
		publishedMs: Math.max(...departures) + random.integer(DAY_MS, MAX_DAYS_AFTER_DEPARTURE * DAY_MS),
		rating,
		text: random.pick(REVIEW_TEXTS[rating >= 7 ? 'good' : 'bad']),
		sourceId: random.pick(SOURCE_IDS),
	};
}

/** A number as text. */
export function reviewId(of: string): string {
	return String(hash(`review ${of}`));
}
