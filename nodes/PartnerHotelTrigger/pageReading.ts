import { ResponseError } from '../shared/util/json';
import { fetchBookingPage, MAX_BOOKINGS_PAGE, type BookingPage } from '../shared/api/bookings/bookingsFeed';
import { counted } from '../shared/polling/counted';
import { rejectsToken } from '../shared/polling/rejectedToken';
import { isRateLimitWait } from '../shared/transport/errors';
import type { Allowance } from '../shared/rateLimit/triggerAllowance';
import type { Api } from '../shared/transport/types';
import type { RunProgress } from '../shared/polling/runProgress';
import { absorbPage } from './backlog';
import { positionOf, restart } from './feedPosition';
import type { HandedOverBooking } from './handedOver';
import type { PropertyState } from './propertyState';

export interface PageSettings {
	/** Called when the service refuses a stored token and the feed is read again from further back. */
	onLostToken: (propertyId: string) => void;
}

/** Details are limited to 200 a minute: more bookings would only wait in the state. */
const MAX_WAITING = 200;

/** Reads the feeds, page by page, into the backlogs. */
export class PageReader {
	/** Properties that had their turn. */
	readonly served = new Set<string>();
	/** Properties of which a page was read. */
	readonly read = new Set<string>();
	/** Properties whose feed had records, or came to its end: nothing is forgotten of the others. */
	readonly moved = new Set<string>();
	/** By property id: how many records were skipped because they have no booking number. */
	readonly unreadable = new Map<string, number>();
	private readonly api: Api;

	constructor(
		api: Api,
		private readonly settings: PageSettings,
		private readonly allowance: Allowance,
		private readonly withDetails: boolean,
		private readonly progress: RunProgress<HandedOverBooking>,
	) {
		this.api = counted(api, allowance);
	}

	/** @returns whether the feed has more; `undefined` if no page was read */
	async readNext(id: string, property: PropertyState): Promise<boolean | undefined> {
		const isFull = property.backlog.length >= MAX_WAITING;
		if (this.progress.isLimitUsedUp || (!isFull && !this.allowance.mayRequest())) return undefined;
		this.served.add(id);
		if (isFull) return undefined;
		const page = await this.readPage(id, property).catch((error) => this.couldNotRead(id, error));
		if (page !== undefined) this.read.add(id);
		return page?.hasMoreData;
	}

	private async readPage(id: string, property: PropertyState): Promise<BookingPage> {
		const position = positionOf(property);
		const count = this.countFor(property);
		const fetched = fetchBookingPage(this.api, id, position, count, this.progress.sendOptions());
		const page = await fetched.catch((error) => this.startOver(id, property, error));
		if (page === undefined) return await this.readPage(id, property);
		const { hasMoreData, bookingSummaries, continueToken } = page;
		if (hasMoreData && bookingSummaries.length === 0 && continueToken === position.continueToken) {
			throw new ResponseError('The partner API announces more bookings but returned none and no new token');
		}
		const wasCaughtUp = property.caughtUp;
		absorbPage(property, page);
		if (bookingSummaries.length > 0 || !wasCaughtUp) this.moved.add(id);
		if (page.unreadable > 0) this.unreadable.set(id, (this.unreadable.get(id) ?? 0) + page.unreadable);
		return page;
	}

	private countFor({ backlog }: PropertyState): number {
		const max = this.withDetails ? MAX_WAITING - backlog.length : MAX_BOOKINGS_PAGE;
		return Math.max(1, Math.min(max, this.progress.freePlaces()));
	}

	/** @throws the error, unless it is about the token */
	private startOver(id: string, property: PropertyState, error: unknown): undefined {
		if (property.continueToken === undefined || !rejectsToken(error)) throw error;
		restart(property);
		this.settings.onLostToken(id);
	}

	private couldNotRead(id: string, error: unknown): undefined {
		if (isRateLimitWait(error)) {
			this.progress.isLimitUsedUp = true;
			this.served.delete(id);
		} else {
			this.progress.fail(id, error);
		}
	}
}
