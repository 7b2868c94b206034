import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../shared/answers';
import {
	fetchBookingPage,
	findBooking,
	MAX_BOOKINGS_PAGE,
	type BookingSummary,
} from '../shared/bookingsFeed';
import { mapConcurrently } from '../shared/concurrency';
import { namesOf, noNames, type Names } from '../shared/names';
import type { Api, SendOptions } from '../shared/transport/types';
import { SUMMARY_ALONE } from './ledger';
import { itemsOf, passesFilter, wantsDetails, type BookingFilter, type OutputForm } from './output';
import {
	absorbPage,
	eventOf,
	positionOf,
	restart,
	settle,
	tidy,
	type BookingEvent,
	type PropertyState,
} from './poll';
import { nextTurn, servingOrder } from './round';
import { boundState, type TriggerState } from './state';

export interface TickSettings {
	events: readonly BookingEvent[];
	output: OutputForm;
	filter: BookingFilter;
	/** The most bookings one execution gets; the rest waits for the next tick. */
	maxBookings: number;
	/** The most pages of the feed to read, of all properties together. */
	maxLists: number;
	/** Told once when the service refuses a stored token, and reading starts again further back. */
	onLostToken: (propertyId: string) => void;
}

/** How long the tick may still run, in ms: at most, and before it should hand over what it has. */
export interface TimeLeft {
	atMost: () => number;
	toHandOver: () => number;
}

export interface TickResult {
	items: IDataObject[];
	/** By property id: what went wrong there. Its cursor stays and its bookings wait. */
	failures: Map<string, unknown>;
	/** Properties that were read without a failure. */
	served: string[];
}

/**
 * The details of a booking: `null` when there are none (any more), `unneeded` for an event that is not
 * emitted anyway, `later` when they could not be had now.
 */
type Details = IDataObject | null | 'unneeded' | 'later';

/** Less is too little for another request. */
const MIN_REQUEST_MS = 1_500;
/** One request that hangs, or is repeated again and again, must not use up the tick of all properties. */
const LONGEST_WAIT_MS = 30_000;
const LONGEST_REQUEST_MS = 15_000;
const PROPERTIES_AT_ONCE = 3;
const DETAILS_AT_ONCE = 5;
/** Details are limited to 200 a minute: a larger page would only wait in the state. */
const PAGE_WITH_DETAILS = 200;
/** One booking whose details fail does not stop its property; several do, until the next tick. */
const MAX_FAILURES = 3;
const MAX_HELD_BACK = 50;

/**
 * Reads on from `state`, which it changes: property by property, until each feed is read to its end, the time
 * or the pages are used up, or the execution is full. What was not settled stays in a backlog or behind a cursor.
 */
export async function runTick(
	api: Api,
	state: TriggerState,
	propertyIds: readonly string[],
	settings: TickSettings,
	timeLeft: TimeLeft,
): Promise<TickResult> {
	return await new Tick(api, state, settings, timeLeft).run(propertyIds);
}

class Tick {
	private readonly items: IDataObject[] = [];
	private readonly failures = new Map<string, unknown>();
	private readonly started = new Set<string>();
	private readonly caughtUp = new Set<string>();
	private readonly withDetails: boolean;
	private bookings = 0;
	/** Bookings whose details are being fetched or wait to be settled: they will want a place, too. */
	private reserved = 0;
	private lists = 0;
	/** A limit of the service is used up for longer than the tick may wait. */
	private listsUsedUp = false;
	private detailsUsedUp = false;

	constructor(
		private readonly api: Api,
		private readonly state: TriggerState,
		private readonly settings: TickSettings,
		private readonly timeLeft: TimeLeft,
	) {
		this.withDetails = wantsDetails(settings.output, settings.filter);
	}

	async run(propertyIds: readonly string[]): Promise<TickResult> {
		let waiting = servingOrder(this.state, propertyIds);
		while (waiting.length > 0 && !this.isOver()) {
			const more = await mapConcurrently(waiting, PROPERTIES_AT_ONCE, async (id) => await this.serve(id));
			waiting = waiting.filter((_, position) => more[position]);
		}
		for (const id of this.started) tidy(this.propertyOf(id), this.caughtUp.has(id));
		boundState(this.state);
		this.state.turn = nextTurn(this.state.turn, propertyIds, this.started);
		const served = [...this.started].filter((id) => !this.failures.has(id));
		return { items: this.items, failures: this.failures, served };
	}

	private propertyOf(id: string): PropertyState {
		return this.state.properties[id] as PropertyState;
	}

	/** One turn of a property: what waits, then one page. @returns whether its feed has more */
	private async serve(id: string): Promise<boolean> {
		if (this.isOver()) return false;
		const property = this.propertyOf(id);
		const held = await this.settleBacklog(id, property, 0);
		if (this.isOver() || !this.mayRead()) return false;
		this.started.add(id);
		if (held > MAX_HELD_BACK) return false;
		const hasMore = await this.readPage(id, property).catch((error) => this.couldNotRead(id, error));
		if (hasMore === undefined) return false;
		await this.settleBacklog(id, property, held);
		if (!hasMore && property.backlog.length === 0) this.caughtUp.add(id);
		return hasMore;
	}

	private isOver(): boolean {
		return this.left() < MIN_REQUEST_MS || this.detailsUsedUp || this.isFull();
	}

	private left(): number {
		const hasSomething = this.bookings + this.reserved > 0;
		return hasSomething ? this.timeLeft.toHandOver() : this.timeLeft.atMost();
	}

	private isFull(): boolean {
		return this.bookings >= this.settings.maxBookings;
	}

	private mayRead(): boolean {
		return !this.listsUsedUp && this.lists < this.settings.maxLists;
	}

	/** Waits and attempts together end while there is time left. */
	private sendOptions(): SendOptions {
		const half = Math.floor(this.left() / 2);
		return { maxWaitMs: Math.min(half, LONGEST_WAIT_MS), timeoutMs: Math.min(half, LONGEST_REQUEST_MS) };
	}

	/** @returns whether the feed has more */
	private async readPage(id: string, property: PropertyState): Promise<boolean> {
		this.lists += 1;
		const largest = this.withDetails ? PAGE_WITH_DETAILS : MAX_BOOKINGS_PAGE;
		const count = Math.max(1, Math.min(largest, this.settings.maxBookings - this.bookings));
		const fetched = fetchBookingPage(this.api, id, positionOf(property), count, this.sendOptions());
		const page = await fetched.catch((error) => this.startOver(id, property, error));
		if (page === undefined) return await this.readPage(id, property);
		absorbPage(property, page);
		return page.hasMoreData;
	}

	/** A token that the service does not take (any more) is given up; any other failure stays one. */
	private startOver(id: string, property: PropertyState, error: unknown): undefined {
		const refused = isRecord(error) && error.httpCode === '400' && property.continueToken !== undefined;
		if (!refused) throw error;
		restart(property);
		this.settings.onLostToken(id);
	}

	private couldNotRead(id: string, error: unknown): undefined {
		if (isOwnWait(error)) {
			this.listsUsedUp = true;
			this.started.delete(id);
		} else {
			this.takeFailure(id, error);
		}
	}

	/** What the end of the tick cut short is no failure: the next tick goes on. */
	private takeFailure(id: string, error: unknown): void {
		if (this.left() >= MIN_REQUEST_MS && !this.failures.has(id)) this.failures.set(id, error);
	}

	/**
	 * Settles the backlog from a position on, in feed order. A booking whose details cannot be had now stays,
	 * and with it what the feed tells of it later.
	 * @returns how many bookings stay
	 */
	private async settleBacklog(id: string, property: PropertyState, from: number): Promise<number> {
		const waiting = property.backlog.slice(from);
		const reserved: BookingSummary[] = [];
		const details = await this.fetchDetails(id, property, waiting, reserved);
		const names = await this.namesFor(id, reserved.length);
		this.reserved -= reserved.length;
		const stays = property.backlog.slice(0, from);
		const heldBack = new Set(stays.map(({ number }) => number));
		waiting.forEach((summary, position) => {
			const known = details[position] as Details;
			if (!heldBack.has(summary.number) && this.settleOne(property, summary, known, names)) return;
			heldBack.add(summary.number);
			stays.push(summary);
		});
		property.backlog = stays;
		return stays.length;
	}

	/** @returns whether the booking is done with */
	private settleOne(
		property: PropertyState,
		summary: BookingSummary,
		details: Details,
		names: Names,
	): boolean {
		if (this.isFull() || details === 'later') return false;
		const isWanted = this.settings.events.includes(eventOf(property, summary));
		if (isWanted && this.withDetails && details === 'unneeded') return false;
		const event = settle(property, summary, isRecord(details) ? details : SUMMARY_ALONE);
		if (event === undefined || !isWanted) return true;
		const emission = { event, summary, details: details === 'unneeded' ? undefined : details };
		if (!passesFilter(emission, this.settings.filter)) return true;
		this.items.push(...itemsOf(emission, this.settings.output, names));
		this.bookings += 1;
		return true;
	}

	/** The details of each booking, as many at once as the limits allow. */
	private async fetchDetails(
		id: string,
		property: PropertyState,
		summaries: readonly BookingSummary[],
		reserved: BookingSummary[],
	): Promise<Details[]> {
		let failures = 0;
		return await mapConcurrently(summaries, DETAILS_AT_ONCE, async (summary) => {
			if (!this.needsDetails(property, summary)) return 'unneeded';
			const isFull = this.bookings + this.reserved >= this.settings.maxBookings;
			if (isFull || failures >= MAX_FAILURES || this.isOver()) return 'later';
			this.reserved += 1;
			reserved.push(summary);
			const found = findBooking(this.api, id, summary.number, this.sendOptions());
			return await found.then(
				(booking) => booking ?? null,
				(error) => {
					failures += 1;
					if (isOwnWait(error)) this.detailsUsedUp = true;
					else this.takeFailure(id, error);
					return 'later';
				},
			);
		});
	}

	/** While changes are emitted, the details of every booking are part of its state. */
	private needsDetails(property: PropertyState, summary: BookingSummary): boolean {
		const { events } = this.settings;
		return this.withDetails && (events.includes('changed') || events.includes(eventOf(property, summary)));
	}

	/** Names are a convenience: no booking waits for them. */
	private async namesFor(id: string, bookings: number): Promise<Names> {
		const { output } = this.settings;
		if (bookings === 0 || (output !== 'simplified' && output !== 'roomStays')) return noNames;
		return await namesOf(this.api, id, this.sendOptions()).catch(() => noNames);
	}
}

/** The node's own queue would have taken longer than the tick may wait. */
function isOwnWait(error: unknown): boolean {
	return isRecord(error) && isRecord(error.context) && error.context.kind === 'wait';
}
