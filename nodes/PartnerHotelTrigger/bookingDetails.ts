import type { IDataObject } from 'n8n-workflow';

import { findBooking } from '../shared/api/bookingsFeed';
import { isRateLimitWait } from '../shared/transport/errors';
import { mapConcurrently } from '../shared/util/mapConcurrently';
import type { Api } from '../shared/transport/types';
import type { RunProgress } from '../shared/polling/runProgress';
import { knownOf, possibleEvents } from './bookingEvent';
import { isRedelivery, type HandedOverBooking } from './handedOver';
import type { OutputSettings } from './output';
import type { PropertyState, WaitingBooking } from './propertyState';

/**
 * The details of a booking; `null` if the API no longer has them. `unused`: neither the output nor a filter needs
 * them. `unwanted`: the booking is none of the chosen events. `later`: there was no time or place for them.
 */
export type Details = IDataObject | null | 'unused' | 'unwanted' | 'later' | 'failed';

const DETAILS_AT_ONCE = 5;
/** After this many failures, the other bookings of the property wait for the next poll, which starts with them. */
const MAX_FAILURES = 3;

/** Max retries per poll of bookings that failed before: they must not use up the limit of details. */
const MAX_TRIED_AGAIN = 20;

export class DetailsReader {
	private triedAgain = 0;

	constructor(
		private readonly api: Api,
		private readonly settings: OutputSettings,
		private readonly withDetails: boolean,
		private readonly progress: RunProgress<HandedOverBooking>,
	) {}

	/**
	 * @param isAgain their details failed in an earlier poll: one attempt is enough
	 * @returns the details of each booking, and how many places of the execution were reserved for them
	 */
	async readAll(
		id: string,
		property: PropertyState,
		waiting: readonly WaitingBooking[],
		isAgain: boolean,
	): Promise<{ details: Details[]; reserved: number }> {
		let reserved = 0;
		let failures = 0;
		const details = await mapConcurrently<WaitingBooking, Details>(waiting, DETAILS_AT_ONCE, async (one) => {
			if (!this.withDetails) return 'unused';
			if (!this.mayBeWanted(property, one)) return 'unwanted';
			if (this.progress.willBeFull() || failures >= MAX_FAILURES || this.progress.isOver()) return 'later';
			if (isAgain && this.triedAgain >= MAX_TRIED_AGAIN) return 'later';
			if (isAgain) this.triedAgain += 1;
			const within = { ...this.progress.sendOptions(), ...(isAgain && { maxAttempts: 1 }) };
			this.progress.reserve();
			reserved += 1;
			return await findBooking(this.api, id, one.number, within).then(
				(booking) => booking ?? null,
				(error) => {
					const outcome = this.failed(id, error);
					if (outcome === 'failed') failures += 1;
					return outcome;
				},
			);
		});
		return { details, reserved };
	}

	private failed(id: string, error: unknown): 'later' | 'failed' {
		if (isRateLimitWait(error)) {
			this.progress.stop();
			return 'later';
		}
		this.progress.fail(id, error);
		return 'failed';
	}

	/** A change may show in the details alone, so the details of every booking are needed if changes are emitted. */
	private mayBeWanted(property: PropertyState, waiting: WaitingBooking): boolean {
		const { events } = this.settings;
		if (isRedelivery(waiting) || events.includes('changed')) return true;
		return possibleEvents(waiting, knownOf(property, waiting)).some((event) => events.includes(event));
	}
}
