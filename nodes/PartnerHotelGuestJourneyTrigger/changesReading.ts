import { fetchBookingPage, MAX_BOOKINGS_PAGE } from '../shared/api/bookings/bookingsFeed';
import { DAY_SECONDS, wallText } from '../shared/dates/wallClock';
import { earliestLook } from '../shared/journey/earliestLook';
import type { ListedStay } from '../shared/journey/nearStays';
import { feedTime, instantOf, knownSeconds, secondsOf } from '../shared/polling/feedTime';
import { firstMinute } from '../shared/polling/firstMinute';
import { zoneOf } from '../shared/polling/propertyZone';
import { rejectsToken } from '../shared/polling/rejectedToken';
import { fetchSearchPage } from '../shared/polling/reservationSearch';
import type { RunProgress } from '../shared/polling/runProgress';
import { isRateLimitWait } from '../shared/transport/errors';
import type { Api } from '../shared/transport/types';
import type { Settings } from './settings';
import {
	addWaiting,
	DAY_MINUTES,
	hotelDay,
	knownStay,
	minutesAt,
	noteTime,
	rememberStay,
	UNSENT_DAYS,
	wasSetBack,
	type KnownStay,
	type PropertyState,
	type ListReading,
} from './state';

/** More would only wait in the state. */
const MAX_WAITING = 200;
/** Minutes are cut off, and a change may be listed after its time. */
const OVERLAP_SECONDS = 600;
/** Polls are not whole minutes apart to the second. */
const EARLY_SECONDS = 5;
/** A range is at most 365 days long (specification, Other limits). */
const MAX_SECONDS = 300 * DAY_SECONDS;
/** After a continue token was refused (specification, feed rule 6). */
const RESTART_SECONDS = 2 * DAY_SECONDS;

/** Reads which stays there are and which have changed, page by page, into the backlogs. */
export class ChangesReader {
	/** Properties that are read as far as is needed now. */
	readonly read = new Set<string>();
	/** By property ID: how many records were skipped because they have no number. */
	readonly unreadable = new Map<string, number>();
	private readonly restarted = new Set<string>();

	constructor(
		private readonly api: Api,
		private readonly settings: Settings,
		private readonly mayRequest: () => boolean,
		private readonly progress: RunProgress<unknown>,
	) {}

	/** Reads one page, if it is time for one. @returns whether there is more to read now */
	async readNext(id: string, property: PropertyState, now: number): Promise<boolean> {
		if (!this.hasMore(id, property, now)) return false;
		if (this.progress.isLimitUsedUp || property.backlog.length >= MAX_WAITING || !this.mayRequest())
			return false;
		const isOfBookings = this.settings.source === 'bookings';
		const read = isOfBookings ? this.readFeed(id, property, now) : this.search(id, property, now);
		return await read.then(
			() => this.hasMore(id, property, now),
			(error) => this.couldNotRead(id, property, error),
		);
	}

	private hasMore(id: string, property: PropertyState, now: number): boolean {
		const hasMore = this.isTime(property, now);
		if (!hasMore) this.read.add(id);
		return hasMore;
	}

	private isTime(property: PropertyState, now: number): boolean {
		const { reading, listedAt, readUntil } = property;
		if (reading || readUntil === undefined || wasSetBack(property)) return true;
		if (now - secondsOf(readUntil) >= this.settings.readEverySeconds - EARLY_SECONDS) return true;
		return this.settings.source === 'reservations' && !(now - secondsOf(listedAt) < DAY_SECONDS);
	}

	private async search(id: string, property: PropertyState, now: number): Promise<void> {
		const zone = await zoneOf(this.api, id, property, this.settings.timeZone, this.progress.sendOptions());
		const reading = (property.reading ??= this.nextReading(property, zone, now));
		const { of, from, to, pageToken } = reading;
		const range =
			of === 'changes'
				? { startModifyDateTime: from, endModifyDateTime: to }
				: { startAffectPeriodDateTime: from, endAffectPeriodDateTime: to };
		const page = await fetchSearchPage(this.api, id, 'Active', range, pageToken, this.progress.sendOptions());
		this.skipped(id, page.unreadable);
		noteTime(property, secondsOf(page.servedAt));
		reading.readAt ??= page.servedAt;
		for (const { number, createdDateTime } of page.reservations) {
			const bookedAt = knownSeconds(createdDateTime);
			if (of === 'nextNear')
				rememberArrival(property, { number, bookedAt }, reading, this.settings, zone, now);
			else if (of === 'changes' || !arrivesBy(to, knownStay(property, number)))
				addWaiting(property, { number, ...(bookedAt !== null && { bookedAt }) });
		}
		reading.pageToken = page.next;
		if (page.next === undefined) this.close(property, reading, zone, now);
	}

	/** Those that are near come once a day: the first time with all that left lately. */
	private nextReading(property: PropertyState, zone: string, now: number): ListReading {
		const { backDays } = this.settings;
		const minute = (instant: number) => wallText(instant, zone).slice(0, 16);
		const { listedAt, listedUntil, readUntil } = property;
		if (!(now - secondsOf(listedAt) < DAY_SECONDS)) {
			const back = listedAt === undefined ? backDays : 1;
			const from = minute(now - back * DAY_SECONDS);
			const isAhead = listedUntil !== undefined && listedUntil > minute(now);
			return { of: 'near', from, to: isAhead ? listedUntil : this.nearUntil(zone, now) };
		}
		// Who booked before the start can be due after it.
		const back = readUntil === undefined ? this.settings.dueAfterBookingSeconds : 0;
		const since = secondsOf(readUntil ?? property.start) - back - OVERLAP_SECONDS;
		const from = Math.max(since, now - MAX_SECONDS);
		return { of: 'changes', from: firstMinute(from, zone), to: minute(now + DAY_SECONDS) };
	}

	/** Midnight, so that those of the next list arrive on a day that is known. */
	private nearUntil(zone: string, now: number): string {
		return `${wallText(now + (this.settings.aheadDays + 1) * DAY_SECONDS, zone).slice(0, 10)}T00:00`;
	}

	/** The list of those that are near goes on with those that come near by the next day. */
	private close(property: PropertyState, reading: ListReading, zone: string, now: number): void {
		const { of, to, readAt = property.start } = reading;
		delete property.reading;
		if (of === 'changes') property.readUntil = readAt;
		else property.listedUntil = to;
		if (of !== 'near') return;
		property.listedAt = readAt;
		const until = this.nearUntil(zone, now);
		if (to < until) property.reading = { of: 'nextNear', from: to, to: until };
	}

	private async readFeed(id: string, property: PropertyState, now: number): Promise<void> {
		const { continueToken } = property;
		const first = secondsOf(property.start) - this.settings.bookedWithinSeconds;
		const lastModification = property.feedSince ?? feedTime(first);
		const position = continueToken === undefined ? { lastModification } : { continueToken };
		const count = Math.min(MAX_WAITING - property.backlog.length, MAX_BOOKINGS_PAGE);
		const page = await fetchBookingPage(this.api, id, position, count, this.progress.sendOptions());
		this.skipped(id, page.unreadable);
		const servedAt = instantOf(page.servedAt) ?? feedTime(now);
		noteTime(property, secondsOf(servedAt));
		for (const { number, status } of page.bookingSummaries)
			if (status !== 'Cancelled' || knownStay(property, number)) addWaiting(property, { number });
		property.continueToken = page.continueToken;
		property.readUntil = page.hasMoreData ? undefined : servedAt;
	}

	private skipped(id: string, records: number): void {
		if (records > 0) this.unreadable.set(id, (this.unreadable.get(id) ?? 0) + records);
	}

	private couldNotRead(id: string, property: PropertyState, error: unknown): boolean {
		if (isRateLimitWait(error)) {
			this.progress.isLimitUsedUp = true;
			return false;
		}
		const hasToken = property.reading?.pageToken !== undefined || property.continueToken !== undefined;
		if (!hasToken || !rejectsToken(error) || this.restarted.has(id)) {
			this.progress.fail(id, error);
			return false;
		}
		// The token is refused: what is listed again is looked at again.
		this.restarted.add(id);
		delete property.reading?.pageToken;
		delete property.continueToken;
		if (property.readUntil !== undefined)
			property.feedSince = feedTime(secondsOf(property.readUntil) - RESTART_SECONDS);
		return true;
	}
}

/** So a stay that is listed before it arrives is one that was moved. */
function arrivesBy(minute: string, stay: KnownStay | undefined): boolean {
	return stay !== undefined && stay.arrival <= minutesAt(minute);
}

/** One that was not listed for the days before arrives on those of this list: nothing is due for it until then. */
function rememberArrival(
	property: PropertyState,
	{ number, bookedAt }: ListedStay,
	{ from }: ListReading,
	{ moments, rules }: Settings,
	zone: string,
	now: number,
): void {
	if (knownStay(property, number) || property.backlog.some((one) => one.number === number)) return;
	const arrival = minutesAt(from);
	const outline = { arrival: arrival * 60, departure: null, bookedAt };
	const lookAt = earliestLook(outline, moments, { ...rules, zone }, now);
	const untilDay = Math.max(Math.floor(arrival / DAY_MINUTES), hotelDay(lookAt, zone)) + UNSENT_DAYS;
	rememberStay(property, number, { lookAt, bookedAt, arrival, untilDay, sent: '' });
}
