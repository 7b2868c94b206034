import { isRateLimitWait } from '../shared/transport/errors';
import { earlier, secondsOf } from '../shared/polling/feedTime';
import { rejectsToken } from '../shared/polling/rejectedToken';
import type { RunProgress } from '../shared/polling/runProgress';
import { withChanges } from '../shared/polling/readingOrder';
import type { Allowance } from '../shared/rateLimit/triggerAllowance';
import type { Api } from '../shared/transport/types';
import { isLookedAt, recall, rememberListed } from './knownReservations';
import { zoneOf } from '../shared/polling/propertyZone';
import {
	fetchSearchPage,
	type ReservationSummary,
	type SearchPage,
	type SearchState,
} from '../shared/polling/reservationSearch';
import {
	beginListing,
	closeListing,
	closeReading,
	isListingNext,
	listedPart,
	nextListing,
	nextReading,
	noteListRead,
	type WatchedChanges,
} from './searchWindow';
import { canWaitForNextSearch, isExplained } from './listedAgain';
import type {
	HandedOverReservation,
	ReservationListing,
	PropertyState,
	SearchReading,
	WaitingReservation,
} from './state';

/** More reservations would only wait in the state. */
const MAX_WAITING = 200;
/** Details read this long after a change show everything of that second. */
export const SETTLED_SECONDS = 5;
/** Numbers that wait for a look at their rooms. */
const MAX_UNSEEN_ROOMS = 200;

interface SearchSettings extends WatchedChanges {
	timeZone?: string;
	/** What happens to cancelled reservations is an event, too. */
	watchesCancelled: boolean;
	/** Share of the requests that is left for others, from 0 to 1. */
	reserved: number;
}

/** Reads the searches, page by page, into the backlogs. */
export class SearchReader {
	/** Properties that had their turn. */
	readonly served = new Set<string>();
	/** Properties of which a page was read. */
	readonly read = new Set<string>();
	/** Properties whose changes were read to the end. */
	readonly complete = new Set<string>();
	/** By property ID: how many records were skipped because they have no number. */
	readonly unreadable = new Map<string, number>();
	/** Properties with a search that was begun again in this poll. */
	private readonly restarted = new Set<string>();

	constructor(
		private readonly api: Api,
		private readonly settings: SearchSettings,
		private readonly allowance: Allowance,
		private readonly progress: RunProgress<HandedOverReservation>,
		private readonly now: number,
	) {}

	/** Reads one page. @returns whether there is more; `undefined` if no page was read */
	async readNext(id: string, property: PropertyState): Promise<boolean | undefined> {
		const mayRead = !this.progress.isLimitUsedUp && property.backlog.length < MAX_WAITING;
		if (!mayRead || !this.allowance.mayRequest(this.settings.reserved)) return undefined;
		this.served.add(id);
		return await this.readPage(id, property).then(
			(hasMore) => {
				this.read.add(id);
				if (!hasMore) this.complete.add(id);
				return hasMore;
			},
			(error) => this.couldNotRead(id, property, error),
		);
	}

	private async readPage(id: string, property: PropertyState): Promise<boolean> {
		const zone = await zoneOf(this.api, id, property, this.settings.timeZone, this.progress.sendOptions());
		const now = Math.floor(this.now / 1000);
		if (!property.listing) {
			property.listing = nextListing(property, now, this.settings);
			if (property.listing) beginListing(property, property.listing, zone);
		}
		if (property.listing && isListingNext(property.listing, property.reading))
			return await this.readListing(id, property, property.listing, zone, now);
		const hasMore = await this.readChanges(id, property, zone, now);
		return hasMore || property.listing !== undefined;
	}

	/** The reservations that there are: without them, an old one that changes would be new. */
	private async readListing(
		id: string,
		property: PropertyState,
		listing: ReservationListing,
		zone: string,
		now: number,
	): Promise<boolean> {
		const { state, from, to, isLast } = listedPart(listing, zone);
		const range = { startAffectPeriodDateTime: from, endAffectPeriodDateTime: to };
		noteListRead(listing, now);
		const { reservations, next, servedAt } = await this.fetch(id, state, range, listing.pageToken);
		for (const summary of reservations) this.takeListed(property, listing, state, summary);
		listing.pageToken = next;
		if (next !== undefined) return true;
		listing.part += 1;
		if (isLast) closeListing(property, listing, servedAt);
		return true;
	}

	private takeListed(
		property: PropertyState,
		{ part }: ReservationListing,
		state: SearchState,
		{ number, createdDateTime, modifiedDateTime }: ReservationSummary,
	): void {
		if (createdDateTime !== undefined) property.listsTimes = true;
		const memory = recall(property, number);
		const isNews = isSinceStart(property, createdDateTime);
		const areThese = part === 0 && state === 'Active' && !isNews && !isLookedAt(memory);
		if (areThese && property.unseenRooms.length < MAX_UNSEEN_ROOMS && !property.unseenRooms.includes(number))
			property.unseenRooms.push(number);
		const isDaily = property.listedAt !== undefined;
		if (isDaily || isNews || memory !== undefined) return;
		// Cancelled since the start: what it was before is not known, but it was there.
		rememberListed(property, number, state === 'Cancelled' && !isSinceStart(property, modifiedDateTime));
	}

	private async readChanges(
		id: string,
		property: PropertyState,
		zone: string,
		now: number,
	): Promise<boolean> {
		const reading = property.reading ?? nextReading(property, zone, now, property.listsTimes === true);
		const range = { startModifyDateTime: reading.from, endModifyDateTime: reading.to };
		const page = await this.fetch(id, reading.state, range, reading.pageToken);
		this.absorb(property, reading, page);
		// Not before: a range whose first page comes much later would end too early.
		property.reading = reading;
		reading.readAt ??= page.servedAt;
		reading.pageToken = page.next;
		if (page.next !== undefined) return true;
		if (reading.state === 'Active' && this.settings.watchesCancelled) {
			reading.state = 'Cancelled';
			return true;
		}
		closeReading(property, reading, now);
		return secondsOf(reading.until) < secondsOf(reading.readAt);
	}

	private async fetch(
		id: string,
		state: SearchState,
		range: Record<string, string>,
		pageToken: string | undefined,
	): Promise<SearchPage> {
		const page = await fetchSearchPage(this.api, id, state, range, pageToken, this.progress.sendOptions());
		if (page.unreadable > 0) this.unreadable.set(id, (this.unreadable.get(id) ?? 0) + page.unreadable);
		return page;
	}

	/** Adds what may have changed to the backlog. */
	private absorb(
		property: PropertyState,
		{ state, since: searchedSince }: SearchReading,
		{ reservations, servedAt }: SearchPage,
	): void {
		const waiting = new Map(
			property.backlog.filter(({ redelivered }) => !redelivered).map((one) => [one.number, one]),
		);
		const added: ReservationSummary[] = [];
		const canWait = canWaitForNextSearch(property, servedAt);
		const mayBeEarlier = isListNewer(property);
		for (const summary of reservations) {
			const { number, createdDateTime, modifiedDateTime } = summary;
			if (createdDateTime !== undefined) property.listsTimes = true;
			const since = shownSince(modifiedDateTime, servedAt);
			const before = waiting.get(number);
			if (before) Object.assign(before, { state, since });
			else if (!isKnown(property, summary)) {
				const one: WaitingReservation = { number, state, since };
				const others = property.listedAgain?.filter((other) => other.number !== number) ?? [];
				const isOpen = modifiedDateTime === undefined && canWait;
				if (isOpen && isExplained(recall(property, number), state, searchedSince)) {
					property.listedAgain = [...others, one];
					continue;
				}
				if (property.listedAgain) property.listedAgain = others;
				if (createdDateTime !== undefined) one.createdDateTime = createdDateTime;
				// Made after the start, it can be among those that were listed as earlier ones.
				else if (mayBeEarlier) one.unsure = true;
				property.backlog.push(one);
				waiting.set(number, one);
				added.push({ ...summary, modifiedDateTime: modifiedDateTime ?? new Date(this.now).toISOString() });
			}
		}
		property.activity = withChanges(property.activity, added, this.now);
	}

	private couldNotRead(id: string, property: PropertyState, error: unknown): boolean | undefined {
		if (isRateLimitWait(error)) {
			this.progress.isLimitUsedUp = true;
			this.served.delete(id);
			return undefined;
		}
		const place = property.listing ?? property.reading;
		if (place?.pageToken === undefined || !rejectsToken(error) || this.restarted.has(id)) {
			this.progress.fail(id, error);
			return undefined;
		}
		// The token is refused: the search begins again, and what it lists again is recognized.
		delete place.pageToken;
		this.restarted.add(id);
		return true;
	}
}

/** When details show what is listed, in epoch seconds; a search shows it again for minutes, so a lag is made up for. */
function shownSince(modifiedDateTime: string | undefined, servedAt: string): number {
	const settled = secondsOf(modifiedDateTime) + SETTLED_SECONDS + 1;
	return earlier(secondsOf(servedAt), settled);
}

/** Whether changes were not read since the list of what was there was complete. */
export function isListNewer({ readUntil, listedAt }: PropertyState): boolean {
	return !(secondsOf(readUntil) >= secondsOf(listedAt));
}

/** False if the time is unknown. */
function isSinceStart({ start, fresh }: PropertyState, time: string | undefined): boolean {
	const seconds = secondsOf(time);
	return fresh ? seconds > secondsOf(start) : seconds >= secondsOf(start);
}

/** Whether a listed state was looked at, or was there before the start. Unknown where the search tells no times. */
function isKnown(property: PropertyState, { number, modifiedDateTime }: ReservationSummary): boolean {
	const modified = secondsOf(modifiedDateTime);
	if (Number.isNaN(modified)) return false;
	const memory = recall(property, number);
	if (!isLookedAt(memory)) return modified < secondsOf(property.start);
	return memory.modified === modified && memory.seenAt > modified + SETTLED_SECONDS;
}
