import type { BookingFilter } from '../../../shared/api/bookings/bookingFilter';
import type { BookingSummary } from '../../../shared/api/bookings/bookingsFeed';
import { feedInstant } from '../../../shared/api/bookings/feedStart';
import { plusDays } from '../../../shared/dates/dateRules';
import type { HotelClock } from '../../../shared/dates/hotelClock';
import { periodDays } from '../../../shared/parameters/period';
import { lastChangeTime, secondOf } from './newestFirst';

/** As the feed has times: UTC, `YYYY-MM-DDThh:mm:ssZ`. Everything without both. */
interface FeedPeriod {
	since?: string;
	/** Not included. */
	before?: string;
}

interface ChosenPeriod {
	period: string;
	modifiedSince: string;
	filters: Pick<BookingFilter, 'arrival' | 'arrivalFrom' | 'arrivalTo'>;
}

/** @throws ParameterError when the date of a custom period cannot be used */
export async function feedPeriod(
	{ period, modifiedSince, filters }: ChosenPeriod,
	clock: HotelClock,
	timezone: string,
): Promise<FeedPeriod> {
	const named = period === 'automatic' ? automatic(filters) : period;
	if (named === 'everything') return {};
	const days = await periodDays(named, clock);
	if (days === undefined) return { since: feedInstant('modifiedSince', modifiedSince, timezone) };
	return { since: await clock.start(days.first), before: await clock.start(plusDays(days.last, 1)) };
}

/** When a booking was made says nothing of when the guests arrive. */
function automatic({
	arrival,
	arrivalFrom,
	arrivalTo,
}: ChosenPeriod['filters']): 'everything' | 'last30Days' {
	return (arrival ?? arrivalFrom ?? arrivalTo) === undefined ? 'last30Days' : 'everything';
}

/**
 * Whether a booking of a feed that starts with the period was made in it, or last changed in it. One without times is
 * not left out.
 */
export function isInPeriod(summary: BookingSummary, { since = '', before }: FeedPeriod): boolean {
	if (before === undefined) return true;
	const made = secondOf(summary.createdDateTime);
	return lastChangeTime(summary) < secondOf(before) || (made >= secondOf(since) && made < secondOf(before));
}
