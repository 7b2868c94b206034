import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { filterAt } from '../shared/api/bookings/bookingFilter';
import {
	fetchBookingPage,
	findBooking,
	MAX_BOOKINGS_PAGE,
	type BookingSummary,
	type FeedPosition,
} from '../shared/api/bookings/bookingsFeed';
import { mapConcurrently } from '../shared/util/mapConcurrently';
import { utcSeconds } from '../shared/dates/instants';
import { EARLIEST_MODIFICATION } from '../shared/api/bookings/feedStart';
import { SearchLimits, type TestEventHost } from '../shared/polling/testEvent';
import { changedAt, eventOf, possibleEvents, type Known } from './bookingEvent';
import { isCancelled, SUMMARY_ALONE } from './emittedBookings';
import { readBookingAdditions } from './additions';
import { bookingItems, passesFilter, wantsDetails, type OutputSettings } from './output';

interface TestEvent {
	/** Empty if no booking fits the settings. */
	items: IDataObject[];
	/** How many bookings were checked. */
	bookings: number;
}

/** How far back to look, in days: a busy hotel has a booking today, a quiet one last year. */
const LOOK_BACK_DAYS = [1, 7, 30, 365];
const PROPERTIES_AT_ONCE = 3;
const MAX_DETAILS = 20;
/** Polls are a minute apart: changes within a minute are one event. */
const POLL_INTERVAL_SECONDS = 60;

/**
 * Finds the latest booking that the settings would emit.
 * @throws the failure of the first property when nothing was found and a property failed
 */
export async function findTestEvent(host: TestEventHost, settings: OutputSettings): Promise<TestEvent> {
	return await new TestEventSearch(host, settings).find();
}

interface Candidate {
	property: string;
	summary: BookingSummary;
}

class TestEventSearch {
	private readonly limits: SearchLimits<Candidate>;

	constructor(
		private readonly host: TestEventHost,
		private readonly settings: OutputSettings,
	) {
		this.limits = new SearchLimits(host.leftMs, MAX_DETAILS, keyOf);
	}

	async find(): Promise<TestEvent> {
		const now = DateTime.utc();
		const starts = LOOK_BACK_DAYS.map((days) => utcSeconds(now.minus({ days })));
		for (const lastModification of [...starts, EARLIEST_MODIFICATION]) {
			for (const candidate of await this.changedSince(lastModification)) {
				const items = await this.itemsOf(candidate).catch(this.limits.failed([]));
				if (items.length > 0) return { items, bookings: this.limits.count() };
			}
		}
		this.limits.throwFailure();
		return { items: [], bookings: this.limits.count() };
	}

	/** The bookings that were not checked yet, the latest first. */
	private async changedSince(lastModification: string): Promise<Candidate[]> {
		const lists = await mapConcurrently(this.host.propertyIds, PROPERTIES_AT_ONCE, async (property) => {
			const read = this.readPages(property, { lastModification });
			return (await read.catch(this.limits.failed([]))).map((summary) => ({ property, summary }));
		});
		return this.limits.unchecked(lists.flat()).sort((one, other) => latestFirst(one.summary, other.summary));
	}

	private async readPages(property: string, position: FeedPosition): Promise<BookingSummary[]> {
		if (!this.limits.mayReadPage()) return [];
		const page = await fetchBookingPage(this.host.api, property, position, MAX_BOOKINGS_PAGE);
		const { bookingSummaries, hasMoreData, continueToken } = page;
		const further = hasMoreData ? await this.readPages(property, { continueToken }) : [];
		return [...bookingSummaries, ...further];
	}

	private async itemsOf({ property, summary }: Candidate): Promise<IDataObject[]> {
		const { events, filter } = this.settings;
		const known = aPollBefore(summary);
		const mayBeWanted = possibleEvents(summary, known).some((event) => events.includes(event));
		if (!mayBeWanted || !passesFilter({ event: 'new', summary }, filter)) return [];
		const withDetails = wantsDetails(this.settings);
		const details = withDetails || isCancelled(summary) ? await this.detailsOf(property, summary) : undefined;
		if (details === 'too many') return [];
		const event = eventOf(summary, details ?? SUMMARY_ALONE, known);
		const emission = {
			event,
			summary,
			...(event !== 'new' && { changes: null }),
			...(withDetails && { details }),
		};
		if (!events.includes(event)) return [];
		const additions = await readBookingAdditions(this.host.api, property, this.settings);
		if (!passesFilter(emission, filterAt(filter, additions.names.timeZone))) return [];
		return bookingItems(emission, this.settings, additions);
	}

	private async detailsOf(
		property: string,
		{ number }: BookingSummary,
	): Promise<IDataObject | null | 'too many'> {
		if (!this.limits.mayReadDetails()) return 'too many';
		return (await findBooking(this.host.api, property, number)) ?? null;
	}
}

/** As if the previous poll was right before the last change of the booking. */
function aPollBefore(summary: BookingSummary): Known {
	return { newSince: changedAt(summary) - POLL_INTERVAL_SECONDS };
}

/** Bookings without a time come last. */
function latestFirst(one: BookingSummary, other: BookingSummary): number {
	return (changedAt(other) || 0) - (changedAt(one) || 0);
}

function keyOf({ property, summary }: Candidate): string {
	return `${property} ${summary.number}`;
}
