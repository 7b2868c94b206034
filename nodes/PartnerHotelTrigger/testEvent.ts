import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import {
	fetchBookingPage,
	findBooking,
	MAX_BOOKINGS_PAGE,
	type BookingSummary,
	type FeedPosition,
} from '../shared/bookingsFeed';
import { mapConcurrently } from '../shared/concurrency';
import { EARLIEST_MODIFICATION, utcSeconds } from '../shared/dates';
import { namesOf, noNames } from '../shared/names';
import { at } from '../shared/simplify';
import type { Api } from '../shared/transport/types';
import { isCancelled } from './emittedBookings';
import { itemsOf, passesFilter, wantsDetails, type BookingFilter, type OutputForm } from './output';
import type { BookingEvent } from './changeDetection';

/** The editor's "Fetch Test Event": the latest booking that the settings would emit. */

export interface SampleSettings {
	events: readonly BookingEvent[];
	output: OutputForm;
	filter: BookingFilter;
}

export interface Sample {
	/** None where no booking fits. */
	items: IDataObject[];
	/** How many bookings were looked at. */
	bookings: number;
}

/** How far back to look, in days: a busy hotel has a booking today, a quiet one last year. */
const LOOK_BACK_DAYS = [1, 7, 30, 365];
/** Of many properties, the first. */
const PROPERTIES_TRIED = 5;
const PROPERTIES_AT_ONCE = 3;
/** Together they take some fifteen seconds of the request limits. */
const MOST_PAGES = 40;
const MOST_DETAILS = 20;
/** Polls are a minute apart: what happened within it is one event. */
const SAME_POLL_MS = 60_000;

/** @throws the failure of the first property when nothing was found and a property failed */
export async function findSample(
	api: Api,
	propertyIds: readonly string[],
	settings: SampleSettings,
	isOver: () => boolean,
): Promise<Sample> {
	return await new SampleSearch(api, settings, isOver).find(propertyIds.slice(0, PROPERTIES_TRIED));
}

interface Candidate {
	property: string;
	summary: BookingSummary;
}

class SampleSearch {
	private readonly seen = new Set<string>();
	private readonly failures: unknown[] = [];
	private pages = 0;
	private details = 0;

	constructor(
		private readonly api: Api,
		private readonly settings: SampleSettings,
		private readonly isOver: () => boolean,
	) {}

	async find(propertyIds: readonly string[]): Promise<Sample> {
		const now = DateTime.utc();
		const starts = LOOK_BACK_DAYS.map((days) => utcSeconds(now.minus({ days })));
		for (const lastModification of [...starts, EARLIEST_MODIFICATION]) {
			for (const candidate of await this.changedSince(propertyIds, lastModification)) {
				const items = await this.itemsOf(candidate).catch((error) => this.failed(error));
				if (items.length > 0) return { items, bookings: this.seen.size };
			}
		}
		if (this.failures.length > 0) throw this.failures[0];
		return { items: [], bookings: this.seen.size };
	}

	/** Those not looked at yet, the latest first. */
	private async changedSince(propertyIds: readonly string[], lastModification: string): Promise<Candidate[]> {
		const lists = await mapConcurrently(propertyIds, PROPERTIES_AT_ONCE, async (property) => {
			const read = this.readPages(property, { lastModification });
			return (await read.catch((error) => this.failed(error))).map((summary) => ({ property, summary }));
		});
		const unseen = lists.flat().filter((candidate) => !this.seen.has(keyOf(candidate)));
		for (const candidate of unseen) this.seen.add(keyOf(candidate));
		return unseen.sort((one, other) => changedAt(other.summary) - changedAt(one.summary));
	}

	private async readPages(property: string, position: FeedPosition): Promise<BookingSummary[]> {
		if (this.pages >= MOST_PAGES || this.isOver()) return [];
		this.pages += 1;
		const page = await fetchBookingPage(this.api, property, position, MAX_BOOKINGS_PAGE);
		const { bookingSummaries, hasMoreData, continueToken } = page;
		const further = hasMoreData ? await this.readPages(property, { continueToken }) : [];
		return [...bookingSummaries, ...further];
	}

	private async itemsOf({ property, summary }: Candidate): Promise<IDataObject[]> {
		const { events, output, filter } = this.settings;
		if (!this.mayFit(summary)) return [];
		const withDetails = wantsDetails(output, filter);
		const details = withDetails || isCancelled(summary) ? await this.detailsOf(property, summary) : undefined;
		if (details === 'too many') return [];
		const event = lastEventOf(summary, details);
		const emission = { event, summary, ...(withDetails && { details }) };
		if (!events.includes(event) || !passesFilter(emission, filter)) return [];
		const named = output === 'simplified' || output === 'roomStays';
		const names = named ? await namesOf(this.api, property).catch(() => noNames) : noNames;
		return itemsOf(emission, output, names);
	}

	/** As far as the summary tells: only the details say when a booking was cancelled. */
	private mayFit(summary: BookingSummary): boolean {
		const { events, filter } = this.settings;
		const possible: BookingEvent[] = isCancelled(summary) ? ['cancelled', 'changed'] : [lastEventOf(summary)];
		return (
			possible.some((event) => events.includes(event)) && passesFilter({ event: 'new', summary }, filter)
		);
	}

	private async detailsOf(
		property: string,
		{ number }: BookingSummary,
	): Promise<IDataObject | null | 'too many'> {
		if (this.details >= MOST_DETAILS || this.isOver()) return 'too many';
		this.details += 1;
		return (await findBooking(this.api, property, number)) ?? null;
	}

	private failed(error: unknown): never[] {
		this.failures.push(error);
		return [];
	}
}

/** What led to the newest state of a booking. */
export function lastEventOf(summary: BookingSummary, details?: IDataObject | null): BookingEvent {
	const cancelled = isCancelled(summary);
	const happened = cancelled
		? (details && at(details, 'cancellation', 'cancelledDateTime')) || undefined
		: summary.createdDateTime;
	const changedLater = changedAt(summary) - Date.parse(String(happened)) > SAME_POLL_MS;
	return changedLater ? 'changed' : cancelled ? 'cancelled' : 'new';
}

/** Epoch ms. A booking that was never changed may show only when it was made. */
function changedAt({ modifiedDateTime, createdDateTime }: BookingSummary): number {
	return [modifiedDateTime, createdDateTime].map((time) => Date.parse(time ?? '')).find((ms) => ms > 0) ?? 0;
}

function keyOf({ property, summary }: Candidate): string {
	return `${property} ${summary.number}`;
}
