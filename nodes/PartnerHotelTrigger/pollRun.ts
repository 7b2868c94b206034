import type { IDataObject } from 'n8n-workflow';

import { AnswerError, isRecord } from '../shared/answers';
import { fetchBookingPage, findBooking, MAX_BOOKINGS_PAGE } from '../shared/bookingsFeed';
import { mapConcurrently } from '../shared/concurrency';
import { namesOf, noNames, type Names } from '../shared/names';
import type { Api, SendOptions } from '../shared/transport/types';
import { isRedelivery, type HandedOverBooking } from './handedOver';
import { SUMMARY_ALONE } from './emittedBookings';
import {
	itemsOf,
	passesFilter,
	wantsDetails,
	type BookingFilter,
	type Emission,
	type OutputForm,
} from './output';
import {
	absorbPage,
	asShown,
	eventOf,
	positionOf,
	restart,
	settle,
	tidy,
	type BookingEvent,
	type PropertyState,
	type WaitingBooking,
} from './changeDetection';
import { inTurn, nextTurn } from './pageBudget';
import { boundState, propertyIn, type TriggerState } from './state';
import { LEAST_MS, sendOptionsWithin, type TimeLeft } from './deadline';

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

export interface TickResult {
	items: IDataObject[];
	/** The bookings of these items. */
	emitted: HandedOverBooking[];
	/** By property id: what went wrong there. Its cursor stays and its bookings wait. */
	failures: Map<string, unknown>;
	/** Properties whose feed was read; single bookings of theirs may have failed. */
	read: string[];
	/** By property id: how many records of its feed had no booking number and were left out. */
	unreadable: Map<string, number>;
}

/**
 * The details of a booking: `null` when there are none (any more), `unneeded` for an event that is not
 * emitted anyway, `later` when there was no time or place for them.
 */
type Details = IDataObject | null | 'unneeded' | 'later' | 'failed';

const PROPERTIES_AT_ONCE = 3;
const DETAILS_AT_ONCE = 5;
/** Details are limited to 200 a minute: more would only wait in the state. */
const MOST_WAITING = 200;
/** So many bookings of a property whose details fail end its turn; the next tick begins with the others. */
const MAX_FAILURES = 3;

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
	private readonly emitted: HandedOverBooking[] = [];
	private readonly failures = new Map<string, unknown>();
	private readonly cutShort = new Map<string, unknown>();
	private readonly started = new Set<string>();
	private readonly read = new Set<string>();
	private readonly unreadable = new Map<string, number>();
	private readonly withDetails: boolean;
	private readonly leastMs: number;
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
		this.leastMs = Math.min(LEAST_MS, Math.max(timeLeft.atMost() / 4, 1));
	}

	/** First what waits, then one page after the other, in turn. */
	async run(propertyIds: readonly string[]): Promise<TickResult> {
		const ids = inTurn(this.state, propertyIds);
		await this.each(ids, async (id, property) => {
			await this.settleBacklog(id, property, 0);
			return false;
		});
		let waiting = ids;
		while (waiting.length > 0 && !this.isOver()) {
			waiting = await this.each(waiting, async (id, property) => await this.serve(id, property));
		}
		for (const id of this.started) tidy(propertyIn(this.state, id) as PropertyState);
		boundState(this.state);
		this.state.turn = nextTurn(this.state.turn, propertyIds, this.started);
		const nothingDone = this.read.size === 0 && this.items.length === 0;
		const failures = nothingDone ? new Map([...this.cutShort, ...this.failures]) : this.failures;
		return {
			items: this.items,
			emitted: this.emitted,
			failures,
			read: [...this.read],
			unreadable: this.unreadable,
		};
	}

	/** Works on several properties at once; what fails in one is its own. @returns those that have more */
	private async each(
		ids: readonly string[],
		work: (id: string, property: PropertyState) => Promise<boolean>,
	): Promise<string[]> {
		const more = await mapConcurrently(ids, PROPERTIES_AT_ONCE, async (id) => {
			const property = propertyIn(this.state, id);
			if (!property || this.isOver()) return false;
			return await work(id, property).catch((error) => this.takeFailure(id, error));
		});
		return ids.filter((_, position) => more[position]);
	}

	/** One turn of a property: one page. @returns whether its feed has more */
	private async serve(id: string, property: PropertyState): Promise<boolean> {
		if (this.listsUsedUp || this.lists >= this.settings.maxLists) return false;
		this.started.add(id);
		const held = property.backlog.length;
		if (held >= MOST_WAITING) return false;
		const hasMore = await this.readPage(id, property).catch((error) => this.couldNotRead(id, error));
		if (hasMore === undefined) return false;
		this.read.add(id);
		await this.settleBacklog(id, property, held);
		return hasMore && !this.failures.has(id);
	}

	private isOver(): boolean {
		return this.left() < this.leastMs || this.detailsUsedUp || this.isFull();
	}

	private left(): number {
		const hasSomething = this.bookings + this.reserved > 0;
		return hasSomething ? this.timeLeft.toHandOver() : this.timeLeft.atMost();
	}

	private isFull(): boolean {
		return this.bookings >= this.settings.maxBookings;
	}

	private sendOptions(): SendOptions {
		return sendOptionsWithin(this.left());
	}

	/** @returns whether the feed has more */
	private async readPage(id: string, property: PropertyState): Promise<boolean> {
		this.lists += 1;
		const largest = this.withDetails ? MOST_WAITING - property.backlog.length : MAX_BOOKINGS_PAGE;
		const count = Math.max(1, Math.min(largest, this.settings.maxBookings - this.bookings));
		const position = positionOf(property);
		const fetched = fetchBookingPage(this.api, id, position, count, this.sendOptions());
		const page = await fetched.catch((error) => this.startOver(id, property, error));
		if (page === undefined) return await this.readPage(id, property);
		if (
			page.hasMoreData &&
			page.bookingSummaries.length === 0 &&
			page.continueToken === position.continueToken
		) {
			throw new AnswerError('The partner API announces more bookings, yet gives none and no new token');
		}
		absorbPage(property, page);
		if (page.unreadable > 0) this.unreadable.set(id, (this.unreadable.get(id) ?? 0) + page.unreadable);
		return page.hasMoreData;
	}

	/** A token that the service does not take (any more) is given up; any other failure stays one. */
	private startOver(id: string, property: PropertyState, error: unknown): undefined {
		if (property.continueToken === undefined || !isRefusal(error)) throw error;
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

	/** What the end of the tick cut short is no failure, as long as anything else was done: the next tick goes on. */
	private takeFailure(id: string, error: unknown): false {
		const failures = this.left() < this.leastMs ? this.cutShort : this.failures;
		if (!failures.has(id)) failures.set(id, error);
		return false;
	}

	/**
	 * Settles the backlog from a position on, in feed order. A booking whose details cannot be had now stays,
	 * and with it what the feed tells of it later; those that were not tried are the first next time.
	 */
	private async settleBacklog(id: string, property: PropertyState, from: number): Promise<void> {
		const held = property.backlog.slice(0, from);
		const waiting = property.backlog.slice(from);
		const { details, reserved } = await this.fetchDetails(id, property, waiting);
		const names = await this.namesFor(id, reserved);
		this.reserved -= reserved;
		const behind = new Set(held.map(({ number }) => number));
		const untried: WaitingBooking[] = [];
		const failed: WaitingBooking[] = [];
		waiting.forEach((summary, position) => {
			const known = details[position] as Details;
			const mustWait = behind.has(summary.number);
			if (!mustWait && this.settleOne(id, property, summary, known, names)) return;
			const isUntried = !mustWait && known === 'later';
			(isUntried ? untried : failed).push(summary);
			behind.add(summary.number);
		});
		property.backlog = [...untried, ...held, ...failed];
	}

	/** @returns whether the booking is done with */
	private settleOne(
		id: string,
		property: PropertyState,
		summary: WaitingBooking,
		details: Details,
		names: Names,
	): boolean {
		if (this.isFull() || details === 'later' || details === 'failed') return false;
		const shown = details === 'unneeded' ? undefined : details;
		if (isRedelivery(summary)) {
			const again = { ...asShown(summary), redelivered: true };
			return this.emit(id, { event: summary.event, summary: again, details: shown }, names);
		}
		const { events } = this.settings;
		if (this.withDetails && details === 'unneeded' && events.includes(eventOf(property, summary)))
			return false;
		const event = settle(property, summary, isRecord(details) ? details : SUMMARY_ALONE);
		if (event === undefined || !events.includes(event)) return true;
		const emission = { event, summary: asShown(summary), details: shown };
		return !passesFilter(emission, this.settings.filter) || this.emit(id, emission, names);
	}

	private emit(property: string, emission: Emission, names: Names): true {
		this.items.push(...itemsOf(emission, this.settings.output, names));
		this.bookings += 1;
		this.emitted.push({ property, event: emission.event, summary: emission.summary });
		return true;
	}

	/** The details of each booking, as many at once as the limits allow, and how many had a place reserved. */
	private async fetchDetails(
		id: string,
		property: PropertyState,
		summaries: readonly WaitingBooking[],
	): Promise<{ details: Details[]; reserved: number }> {
		let failures = 0;
		let reserved = 0;
		const details = await mapConcurrently<WaitingBooking, Details>(
			summaries,
			DETAILS_AT_ONCE,
			async (summary) => {
				if (!this.needsDetails(property, summary)) return 'unneeded';
				const isFull = this.bookings + this.reserved >= this.settings.maxBookings;
				if (isFull || failures >= MAX_FAILURES || this.isOver()) return 'later';
				const within = this.sendOptions();
				this.reserved += 1;
				reserved += 1;
				const found = findBooking(this.api, id, summary.number, within);
				return await found.then(
					(booking) => booking ?? null,
					(error) => {
						if (isOwnWait(error)) {
							this.detailsUsedUp = true;
							return 'later';
						}
						failures += 1;
						this.takeFailure(id, error);
						return 'failed';
					},
				);
			},
		);
		return { details, reserved };
	}

	/** While changes are emitted, the details of every booking are part of its state. */
	private needsDetails(property: PropertyState, summary: WaitingBooking): boolean {
		const { events } = this.settings;
		return (
			this.withDetails &&
			(isRedelivery(summary) || events.includes('changed') || events.includes(eventOf(property, summary)))
		);
	}

	/** Names are a convenience: no booking waits for them. */
	private async namesFor(id: string, bookings: number): Promise<Names> {
		const { output } = this.settings;
		if (bookings === 0 || (output !== 'simplified' && output !== 'roomStays')) return noNames;
		return await namesOf(this.api, id, this.sendOptions()).catch(() => noNames);
	}
}

/** The service itself refused the request, and thereby its token. */
function isRefusal(error: unknown): boolean {
	return (
		isRecord(error) && error.httpCode === '400' && isRecord(error.context) && error.context.kind === 'status'
	);
}

/** The node's own queue would have taken longer than the tick may wait. */
function isOwnWait(error: unknown): boolean {
	return isRecord(error) && isRecord(error.context) && error.context.kind === 'wait';
}
