import type { IDataObject } from 'n8n-workflow';

import type { Api, ApiRequest, ApiResponse } from '../../../nodes/shared/transport/types';

/** One booking of the model, as it is now. Every change counts `version` up. */
export interface ModelBooking {
	propertyId: string;
	number: string;
	version: number;
	cancelled: boolean;
	/** Seconds of the model's clock. */
	created: number;
	modified: number;
	/** Its place in the feed. */
	place: number;
	/** The details answer 404. */
	gone: boolean;
}

/** What a request may meet. */
export interface Weather {
	/** Of the requests of a tick, which fail (in turn): a status, or `wait` for a limit that is used up. */
	failures: ReadonlyArray<number | 'wait' | undefined>;
	/** Of the pages of a tick, how many places each goes back (in turn). */
	repeats: readonly number[];
}

const START = Date.UTC(2026, 5, 1) / 1000;
/** The memory of the trigger reaches 49 hours back; what the feed repeats lies within. */
const REPEATED_WITHIN_SECONDS = 48 * 3600;

/** A bookings feed in memory, by the rules of the specification: the newest state of each booking, in order of change. */
export class ModelFeed {
	readonly bookings: ModelBooking[] = [];
	/** What pages showed since the last `forgetShown`. */
	shown: IDataObject[] = [];
	private now = START;
	private places = 0;
	private generation = 0;
	private requests = 0;
	private pages = 0;
	private weather: Weather = { failures: [], repeats: [] };

	advance(seconds: number): void {
		this.now += seconds;
	}

	create(propertyId: string): void {
		this.bookings.push({
			propertyId,
			number: `${propertyId}-${this.bookings.length}`,
			version: 1,
			cancelled: false,
			created: this.now,
			modified: this.now,
			place: ++this.places,
			gone: false,
		});
	}

	change(index: number, change: Partial<Pick<ModelBooking, 'cancelled' | 'gone'>> = {}): void {
		const booking = this.bookings[index % this.bookings.length];
		if (!booking) return;
		Object.assign(booking, change);
		booking.version += 1;
		booking.modified = this.now;
		booking.place = ++this.places;
	}

	/** All tokens given out so far are refused from now on. */
	revokeTokens(): void {
		this.generation += 1;
	}

	/** A new tick begins: so much goes wrong in it. */
	face(weather: Weather): void {
		this.weather = weather;
		this.requests = 0;
		this.pages = 0;
		this.shown = [];
	}

	get requestsSinceFaced(): number {
		return this.requests;
	}

	readonly api: Api = {
		client: async () => 'model',
		send: async (request) => this.answer(request),
	};

	private answer(request: ApiRequest): ApiResponse {
		const failure = this.weather.failures[this.requests % Math.max(this.weather.failures.length, 1)];
		this.requests += 1;
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
			.sort((one, other) => one.place - other.place);
		const repeatable = ({ place, modified }: ModelBooking) =>
			place > from - back && modified >= this.now - REPEATED_WITHIN_SECONDS;
		const ahead = after.filter((booking) => booking.place > from || repeatable(booking));
		const page = ahead.slice(0, (count as number | undefined) ?? 1000);
		const last = Math.max(from, ...page.map(({ place }) => place));
		const bookingSummaries = page.map(summaryOf);
		this.shown.push(...bookingSummaries);
		return {
			continueToken: `${this.generation}:${last}`,
			hasMoreData: after.some(({ place }) => place > last),
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
		return { booking: { number, version: booking.version } };
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

function instant(seconds: number): string {
	return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

function problem(kind: 'status' | 'wait', status?: number): Error {
	return Object.assign(new Error(`${kind} ${status}`), { httpCode: String(status), context: { kind } });
}
