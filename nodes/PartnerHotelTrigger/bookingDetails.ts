import type { IDataObject } from 'n8n-workflow';

import { findBooking } from '../shared/api/bookings/bookingsFeed';
import { DetailsReading, type NotRead } from '../shared/polling/detailsReading';
import type { RunProgress } from '../shared/polling/runProgress';
import type { Api } from '../shared/transport/types';
import { knownOf, possibleEvents } from './bookingEvent';
import { isRedelivery } from './handedOver';
import type { OutputSettings } from './output';
import type { PropertyState, WaitingBooking } from './propertyState';

/**
 * The details of a booking; `null` if the API no longer has them. `unused`: neither the output nor a filter needs
 * them. `unwanted`: the booking is none of the chosen events.
 */
export type DetailsResult = IDataObject | null | 'unused' | 'unwanted' | NotRead;

export class DetailsReader {
	private readonly reading: DetailsReading;

	constructor(
		private readonly api: Api,
		private readonly settings: OutputSettings,
		private readonly withDetails: boolean,
		progress: RunProgress<unknown>,
	) {
		this.reading = new DetailsReading(progress);
	}

	/**
	 * @param isAgain their details failed in an earlier poll: one attempt is enough, ...
	 * @param overdue ... but not for those that are emitted without details if it fails
	 * @returns the details of each booking, and how many places of the execution were reserved for them
	 */
	async readAll(
		id: string,
		property: PropertyState,
		waiting: readonly WaitingBooking[],
		isAgain: boolean,
		overdue: ReadonlySet<string>,
	): Promise<{ details: DetailsResult[]; reserved: number }> {
		return await this.reading.readAll<WaitingBooking, DetailsResult>(id, waiting, isAgain, {
			without: (one) => {
				if (!this.withDetails) return 'unused';
				return this.mayBeWanted(property, one) ? undefined : 'unwanted';
			},
			isLastTime: ({ number }) => overdue.has(number),
			fetch: async ({ number }, within) => (await findBooking(this.api, id, number, within)) ?? null,
		});
	}

	/** A change may show in the details alone, so the details of every booking are needed if changes are emitted. */
	private mayBeWanted(property: PropertyState, waiting: WaitingBooking): boolean {
		const { events } = this.settings;
		if (isRedelivery(waiting) || events.includes('changed')) return true;
		return possibleEvents(waiting, knownOf(property, waiting)).some((event) => events.includes(event));
	}
}
