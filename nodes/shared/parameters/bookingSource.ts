import { DateTime } from 'luxon';

import {
	fetchBookingPage,
	findBooking,
	MAX_BOOKINGS_PAGE,
	type BookingSummary,
} from '../api/bookings/bookingsFeed';
import { simplifyBooking } from '../api/bookings/bookingViews';
import { noNames } from '../api/property/names';
import { absenceOf } from '../api/property/propertyCache';
import { utcSeconds } from '../dates/instants';
import { isBeyondShare, isScarce } from '../transport/errors';
import type { Api } from '../transport/types';
import { mapConcurrently, REQUESTS_AT_ONCE } from '../util/mapConcurrently';
import { ListCache } from './listCache';

/** What the list shows of a booking besides its number; days are `YYYY-MM-DD`. */
export interface BookingDetails {
	guest: string | null;
	arrival: string | null;
	departure: string | null;
}

/** How far back to look, in days: a busy hotel has many bookings today, a quiet one few in a year. */
const LOOK_BACK_DAYS = [1, 7, 30, 365];
/** Of one look back: the feed lists the oldest changes first. */
const MAX_PAGES = 4;

const feeds = new ListCache<BookingSummary[]>();
/** Null: the API has no such booking. */
const records = new ListCache<BookingDetails | null>(undefined, 2_000);

/** The bookings of a property as far as a list may ask for them: what was read lately takes no request. */
export class BookingSource {
	/** Whether nothing was left out because of the limits or a failure. */
	isComplete = true;
	private mayAsk = true;

	constructor(
		private readonly api: Api,
		private readonly propertyId: string,
	) {}

	/** Those changed last, the last one first. @param enough when to look no further back */
	async latest(enough: number): Promise<BookingSummary[]> {
		const found = new Map<string, BookingSummary>();
		for (const days of LOOK_BACK_DAYS) {
			const changed = await this.changedSince(days).catch((error) => {
				if (found.size === 0) throw error;
				return this.withoutMore(error) ?? [];
			});
			for (const one of changed) if (!found.has(one.number)) found.set(one.number, one);
			if (found.size >= enough) break;
		}
		return [...found.values()];
	}

	private async changedSince(days: number): Promise<BookingSummary[]> {
		return await feeds.recall(this.api, [this.propertyId, days], async () => {
			const found = new Map<string, BookingSummary>();
			let position: { lastModification?: string; continueToken?: string } = {
				lastModification: utcSeconds(DateTime.utc().minus({ days })),
			};
			for (let pages = 0; pages < MAX_PAGES; pages += 1) {
				const page = await fetchBookingPage(this.api, this.propertyId, position, MAX_BOOKINGS_PAGE);
				for (const one of page.bookingSummaries) {
					// A booking that is listed again has changed since.
					found.delete(one.number);
					found.set(one.number, one);
				}
				if (!page.hasMoreData) break;
				position = { continueToken: page.continueToken };
			}
			return [...found.values()].reverse();
		});
	}

	/** By number, those whose details are known or may be asked for; the first ones first. */
	async details(numbers: readonly string[]): Promise<Map<string, BookingDetails>> {
		const read = await mapConcurrently(numbers, REQUESTS_AT_ONCE, async (number) => {
			return [number, await this.detailsOf(number)] as const;
		});
		return new Map(read.filter((entry): entry is [string, BookingDetails] => entry[1] !== undefined));
	}

	/** `undefined` if it does not exist, cannot be read, or may not be asked for. */
	async detailsOf(number: string): Promise<BookingDetails | undefined> {
		const { api, propertyId } = this;
		const known = await records.known(api, [propertyId, number]);
		if (known !== undefined || !this.mayAsk) return known ?? undefined;
		const read = async () => {
			const booking = await findBooking(api, propertyId, number, { maxAttempts: 1 });
			return booking ? shownOf(simplifyBooking(booking, noNames)) : null;
		};
		const found = await records
			.recall(api, [propertyId, number], read)
			.catch((error) => this.withoutDetails(error));
		return found ?? undefined;
	}

	/** Goes on with what is known. @throws any error but that the list may not ask for more */
	private withoutMore(error: unknown): undefined {
		if (!isBeyondShare(error)) throw error;
		this.mayAsk = false;
		if (isScarce(error)) this.isComplete = false;
	}

	/** @throws what is no failure of a request */
	private withoutDetails(error: unknown): undefined {
		if (absenceOf(error) === undefined) return this.withoutMore(error);
		this.isComplete = false;
	}
}

function shownOf({ guestName, arrival, departure }: ReturnType<typeof simplifyBooking>): BookingDetails {
	const text = (value: unknown) => (typeof value === 'string' ? value : null);
	return { guest: text(guestName), arrival: text(arrival), departure: text(departure) };
}
