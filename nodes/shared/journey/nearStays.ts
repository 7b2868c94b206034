import { DateTime } from 'luxon';

import { fetchBookingPage, MAX_BOOKINGS_PAGE } from '../api/bookings/bookingsFeed';
import { utcSeconds } from '../dates/instants';
import { DAY_SECONDS, wallText } from '../dates/wallClock';
import { feedTime, instantOf, knownSeconds, secondsOf } from '../polling/feedTime';
import { fetchSearchPage, serverTimeOf } from '../polling/reservationSearch';
import type { Api } from '../transport/types';

/** A reservation or booking as a list has it. */
export interface ListedStay {
	number: string;
	bookedAt: number | null;
}

interface NearStays {
	stays: ListedStay[];
	/** The time of the service. */
	now: number;
}

interface NearRange {
	/** Days before and after now. */
	backDays: number;
	aheadDays: number;
	/** Bookings are listed by their last change: so many days before now. */
	bookedWithinDays: number;
	/** Reservations that changed so lately are listed wherever their stay is. */
	changedWithinSeconds: number;
	/** Asked before each page. */
	mayRead?: () => boolean;
}

/** The time of the service in ISO, or of this machine where the feed of bookings does not have it. */
export async function readServiceTime(
	api: Api,
	propertyId: string,
	source: 'bookings' | 'reservations',
): Promise<string> {
	if (source === 'reservations') return await serverTimeOf(api, propertyId);
	const local = utcSeconds(DateTime.utc());
	const { servedAt } = await fetchBookingPage(api, propertyId, { lastModification: local }, 1);
	return instantOf(servedAt) ?? local;
}

/**
 * The reservations whose stay is near now or that changed lately, or the bookings that were made or changed lately.
 * Cancelled ones are left out.
 */
export async function nearStays(
	api: Api,
	propertyId: string,
	source: 'bookings' | 'reservations',
	zone: string,
	range: NearRange,
): Promise<NearStays> {
	return source === 'bookings'
		? await lateBookings(api, propertyId, range)
		: await nearReservations(api, propertyId, zone, range);
}

async function nearReservations(
	api: Api,
	propertyId: string,
	zone: string,
	{ backDays, aheadDays, changedWithinSeconds, mayRead = () => true }: NearRange,
): Promise<NearStays> {
	const now = secondsOf(await serverTimeOf(api, propertyId));
	const minute = (days: number) => wallText(now + days * DAY_SECONDS, zone).slice(0, 16);
	const near = { startAffectPeriodDateTime: minute(-backDays), endAffectPeriodDateTime: minute(aheadDays) };
	const changed = {
		startModifyDateTime: minute(-changedWithinSeconds / DAY_SECONDS),
		endModifyDateTime: minute(1),
	};
	const found = new Map<string, ListedStay>();
	for (const range of changedWithinSeconds > 0 ? [near, changed] : [near]) {
		let token: string | undefined;
		do {
			if (!mayRead()) break;
			const { reservations, next } = await fetchSearchPage(api, propertyId, 'Active', range, token);
			for (const { number, createdDateTime } of reservations)
				found.set(number, { number, bookedAt: knownSeconds(createdDateTime) });
			token = next;
		} while (token !== undefined);
	}
	return { stays: [...found.values()], now };
}

async function lateBookings(
	api: Api,
	propertyId: string,
	{ bookedWithinDays, mayRead = () => true }: NearRange,
): Promise<NearStays> {
	let now = secondsOf(await readServiceTime(api, propertyId, 'bookings'));
	const found = new Map<string, ListedStay>();
	let position: Parameters<typeof fetchBookingPage>[2] = {
		lastModification: feedTime(now - bookedWithinDays * DAY_SECONDS),
	};
	for (let hasMore = true; hasMore && mayRead(); ) {
		const page = await fetchBookingPage(api, propertyId, position, MAX_BOOKINGS_PAGE);
		for (const { number, status, createdDateTime } of page.bookingSummaries) {
			found.delete(number);
			if (status !== 'Cancelled') found.set(number, { number, bookedAt: knownSeconds(createdDateTime) });
		}
		now = knownSeconds(instantOf(page.servedAt)) ?? now;
		hasMore = page.hasMoreData;
		position = { continueToken: page.continueToken };
	}
	return { stays: [...found.values()].reverse(), now };
}
