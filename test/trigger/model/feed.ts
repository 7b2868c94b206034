import type { IDataObject } from 'n8n-workflow';

import type { Api, ApiRequest, ApiResponse } from '../../../nodes/shared/transport/types';
import { problem } from '../../support/problems';

/** One booking of the model, as it is now. Every change counts `version` up. */
export interface ModelBooking {
	propertyId: string;
	number: string;
	version: number;
	cancelled: boolean;
	/** Seconds of the model's clock. */
	created: number;
	modified: number;
	cancelledAt: number | null;
	/** Its place in the feed; none while the feed does not show its last change yet. */
	place: number | undefined;
	/** When the feed shows its last change. */
	shownFrom: number;
	/** The details answer 404. */
	gone: boolean;
	/** The details answer 500. */
	broken: boolean;
}

/** What a request may meet. */
export interface Weather {
	/** Of the requests of a poll, which fail (in turn): a status, or `wait` for a limit that is used up. */
	failures: ReadonlyArray<number | 'wait' | undefined>;
	/** Of the pages of a poll, how many places each goes back (in turn). */
	repeats: readonly number[];
	/** The bookings of a page come in the opposite order. */
	reversed?: boolean;
}

export const START = Date.UTC(2026, 5, 1) / 1000;
/** The memory of the trigger reaches 49 hours back; what the feed repeats lies within. */
const REPEATED_WITHIN_SECONDS = 48 * 3600;

/** A bookings feed in memory, by the rules of the specification: the newest state of each booking, once it shows it. */
export class ModelFeed {
	readonly bookings: ModelBooking[] = [];
	/** Every state any booking was ever in, in order. */
	readonly history: IDataObject[] = [];
	/** What pages showed since the weather was last faced. */
	shown: IDataObject[] = [];
	/** Requests since the weather was last faced. */
	requests: ApiRequest[] = [];
	/** A last page comes without a token. */
	withoutLastToken = false;
	private readonly late = new Set<ModelBooking>();
	private now = START;
	private places = 0;
	private generation = 0;
	private pages = 0;
	private weather: Weather = { failures: [], repeats: [] };

	advance(seconds: number): void {
		this.now += seconds;
		const due = [...this.late].filter(({ shownFrom }) => shownFrom <= this.now);
		for (const booking of due.sort((one, other) => one.shownFrom - other.shownFrom)) this.show(booking);
	}

	/** @param made seconds before now; the feed shows it now */
	create(propertyId: string, made = 0): ModelBooking {
		const booking: ModelBooking = {
			propertyId,
			number: `${propertyId}-${this.bookings.length}`,
			version: 1,
			cancelled: false,
			created: this.now - made,
			modified: this.now,
			cancelledAt: null,
			place: undefined,
			shownFrom: this.now,
			gone: false,
			broken: false,
		};
		this.bookings.push(booking);
		this.history.push(summaryOf(booking));
		this.show(booking);
		return booking;
	}

	private show(booking: ModelBooking): void {
		booking.place = ++this.places;
		this.late.delete(booking);
	}

	/** @param late after so many seconds the feed shows the change */
	change(index: number, change: Partial<Pick<ModelBooking, 'cancelled' | 'gone'>> = {}, late = 0): void {
		const booking = this.bookings[index % this.bookings.length];
		if (!booking) return;
		if (change.cancelled === true && !booking.cancelled) booking.cancelledAt = this.now;
		if (change.cancelled === false) booking.cancelledAt = null;
		Object.assign(booking, change);
		booking.version += 1;
		booking.modified = this.now;
		this.history.push(summaryOf(booking));
		booking.shownFrom = this.now + late;
		if (late === 0) return this.show(booking);
		booking.place = undefined;
		this.late.add(booking);
	}

	/** Whether the details of a booking can be had, from now on. */
	breakDetails(index: number, broken: boolean): void {
		const booking = this.bookings[index % this.bookings.length];
		if (booking) booking.broken = broken;
	}

	/** All tokens given out so far are refused from now on. */
	revokeTokens(): void {
		this.generation += 1;
	}

	/** A new poll begins: so much goes wrong in it. */
	face(weather: Weather): void {
		this.weather = weather;
		this.requests = [];
		this.pages = 0;
		this.shown = [];
	}

	readonly api: Api = {
		maxDurationMs: () => 300_000,
		client: async () => 'model',
		recipient: async () => 'model',
		send: async (request) => this.answer(request),
	};

	private answer(request: ApiRequest): ApiResponse {
		const failure = this.weather.failures[this.requests.length % Math.max(this.weather.failures.length, 1)];
		this.requests.push(request);
		if (failure === 'wait') throw problem('wait');
		if (failure !== undefined) throw problem('status', failure);
		const { propertyId = '', number } = request.pathParameters ?? {};
		const body = number === undefined ? this.page(propertyId, request.query ?? {}) : this.details(number);
		return { statusCode: 200, headers: {}, body };
	}

	private page(propertyId: string, { continueToken, lastModification, count }: IDataObject): IDataObject {
		if (continueToken !== undefined && lastModification !== undefined) throw problem('status', 400);
		const from = continueToken === undefined ? 0 : this.placeOf(continueToken as string);
		const since = lastModification === undefined ? 0 : Date.parse(lastModification as string) / 1000;
		const back = this.weather.repeats[this.pages % Math.max(this.weather.repeats.length, 1)] ?? 0;
		this.pages += 1;
		const after = this.bookings
			.filter((booking) => booking.propertyId === propertyId && booking.modified >= since)
			.flatMap((booking) => (booking.place === undefined ? [] : [{ booking, place: booking.place }]))
			.sort((one, other) => one.place - other.place);
		const ahead = after.filter(
			({ booking: { modified }, place }) =>
				place > from || (place > from - back && modified >= this.now - REPEATED_WITHIN_SECONDS),
		);
		const page = ahead.slice(0, (count as number | undefined) ?? 1000);
		const last = Math.max(from, ...page.map(({ place }) => place));
		const bookingSummaries = page.map(({ booking }) => summaryOf(booking));
		if (this.weather.reversed) bookingSummaries.reverse();
		// A look at the feed beside the reading has no size, and what it shows is still to be read.
		if (count !== undefined) this.shown.push(...bookingSummaries);
		const hasMoreData = after.some(({ place }) => place > last);
		const continueNext = `${this.generation}:${last}`;
		return {
			continueToken: this.withoutLastToken && !hasMoreData ? null : continueNext,
			hasMoreData,
			bookingSummaries,
		};
	}

	private placeOf(token: string): number {
		const [generation, place] = token.split(':').map(Number);
		if (generation !== this.generation) throw problem('status', 400);
		return place ?? 0;
	}

	private details(number: string): IDataObject {
		const booking = this.bookings.find((one) => one.number === number);
		if (!booking || booking.gone) throw problem('status', 404);
		if (booking.broken) throw problem('status', 500);
		return { booking: detailsOf(booking) };
	}
}

export function summaryOf({ propertyId, number, cancelled, created, modified }: ModelBooking): IDataObject {
	return {
		number,
		propertyId,
		status: cancelled ? 'Cancelled' : 'Active',
		createdDateTime: instant(created),
		modifiedDateTime: instant(modified),
	};
}

/** Every version has another price. */
function detailsOf({ number, version, modified, cancelledAt }: ModelBooking): IDataObject {
	return {
		number,
		modifiedDateTime: instant(modified),
		total: { priceAfterTax: version },
		cancellation: { cancelledDateTime: cancelledAt === null ? null : instant(cancelledAt) },
	};
}

export function instant(seconds: number): string {
	return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
