import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import type { Api, ApiRequest, ApiResponse } from '../../../nodes/shared/transport/types';
import { problem } from '../../support/problems';

export interface ModelStay {
	id: string;
	status: 'New' | 'CheckedIn' | 'CheckedOut' | 'Cancelled';
	room: string | null;
	checkIn: string | null;
	checkOut: string | null;
}

/** One reservation at one version. Every change counts the version up. */
export interface Snapshot {
	version: number;
	cancelled: boolean;
	stays: ModelStay[];
}

export interface ModelReservation {
	propertyId: string;
	number: string;
	/** By version. */
	history: Snapshot[];
	/** Epoch seconds. */
	created: number;
	modified: number;
	/** When the search shows the last change. */
	shownFrom: number;
	rank: number;
	/** Days from its creation to the arrival. */
	startsIn: number;
	nights: number;
	broken: boolean | 'wait';
}

/** What the requests of a poll meet, in turn: a status, or `wait` for a limit that is used up. */
export type Weather = ReadonlyArray<number | 'wait' | undefined>;

export type Change =
	| { kind: 'pay' | 'cancel' | 'revive' }
	| { kind: 'checkIn' | 'checkOut' | 'withdraw' | 'correct'; stay: number }
	| { kind: 'room'; stay: number; room: string | null };

export const ZONE = 'Europe/Berlin';
let clients = 0;
const DAY = 86_400;

/** A PMS in memory, by the rules of the specification: hotel-local minutes, pages, two states. */
export class ModelPms {
	readonly reservations: ModelReservation[] = [];
	requests = 0;
	/** Of all polls. */
	detailsRead = 0;
	/** Reservations on a page of the search. */
	pageSize = 3;
	/** Each reservation has a booking of its number, which tells when it was made. */
	hasBookings = false;
	/** What each request for a booking meets: a status, or `wait` for a limit that is used up. */
	bookingFailure: number | 'wait' | undefined;
	private readonly client = `model-${clients++}`;
	private ranks = 0;
	private tokens = 0;
	private readonly minutes = new Map<number, string>();
	private refusal?: { status: number; from: number | undefined };
	private weather: Weather = [];

	/** @param listsTimes the search shows when reservations were made and changed */
	constructor(
		public now: number,
		private readonly listsTimes: boolean,
	) {}

	create(propertyId: string, stays: number, nights = 60): ModelReservation {
		const number = `${propertyId}-${this.reservations.length}`;
		const made: ModelReservation = {
			propertyId,
			number,
			history: [
				{
					version: 0,
					cancelled: false,
					stays: Array.from({ length: stays }, (_, position) => ({
						id: `${number}-${position}`,
						status: 'New' as const,
						room: null,
						checkIn: null,
						checkOut: null,
					})),
				},
			],
			created: this.now,
			modified: this.now,
			shownFrom: this.now,
			rank: this.ranks++,
			startsIn: 1,
			nights,
			broken: false,
		};
		this.reservations.push(made);
		return made;
	}

	/** @param late seconds until the search shows the change */
	change(index: number, change: Change, late = 0): void {
		const one = this.reservations[index % Math.max(this.reservations.length, 1)];
		const last = one?.history.at(-1);
		if (!one || !last) return;
		const next = { ...last, version: last.version + 1, stays: last.stays.map((stay) => ({ ...stay })) };
		if (!this.apply(next, change)) return;
		one.history.push(next);
		one.modified = this.now;
		one.shownFrom = this.now + late;
		one.rank = this.ranks++;
	}

	/** @returns whether the change is possible */
	private apply(next: Snapshot, change: Change): boolean {
		if (change.kind === 'cancel' || change.kind === 'revive') {
			if (next.cancelled === (change.kind === 'cancel')) return false;
			next.cancelled = change.kind === 'cancel';
			const status = next.cancelled ? ('Cancelled' as const) : ('New' as const);
			for (const stay of next.stays)
				Object.assign(stay, { status, room: null, checkIn: null, checkOut: null });
			return true;
		}
		if (next.cancelled) return false;
		if (change.kind === 'pay' || !('stay' in change)) return true;
		const stay = next.stays[change.stay % next.stays.length] as ModelStay;
		const minute = this.local(this.now);
		if (change.kind === 'room') {
			if (stay.room === change.room) return false;
			stay.room = change.room;
			return true;
		}
		if (change.kind === 'correct') {
			if (stay.checkIn === null) return false;
			stay.checkIn = this.local(this.instantOf(stay.checkIn) + 60);
			return true;
		}
		const from = { checkIn: 'New', checkOut: 'CheckedIn', withdraw: 'CheckedIn' }[change.kind];
		if (stay.status !== from) return false;
		if (change.kind === 'checkIn') Object.assign(stay, { status: 'CheckedIn', checkIn: minute });
		if (change.kind === 'checkOut') Object.assign(stay, { status: 'CheckedOut', checkOut: minute });
		if (change.kind === 'withdraw') Object.assign(stay, { status: 'New', checkIn: null });
		return true;
	}

	/** Page tokens given up to the next use of one are refused from then on. */
	refuseTokens(status: number): void {
		this.refusal = { status, from: undefined };
	}

	face(weather: Weather): void {
		this.weather = weather;
		this.requests = 0;
	}

	readonly api: Api = {
		maxDurationMs: () => 300_000,
		client: async () => await Promise.resolve(this.client),
		recipient: async () => await Promise.resolve('model'),
		send: async (request) => await Promise.resolve().then(() => this.answer(request)),
	};

	private answer(request: ApiRequest): ApiResponse {
		if (request.area === 'bookings') return this.booking(request.pathParameters?.number);
		const failure = this.weather[this.requests % Math.max(this.weather.length, 1)];
		this.requests += 1;
		if (failure === 'wait') throw problem('wait');
		if (failure !== undefined) throw problem('status', failure);
		const { propertyId = '', number, pmsPersonId } = request.pathParameters ?? {};
		if (pmsPersonId !== undefined) {
			return { statusCode: 200, headers: {}, body: { guest: { pmsPersonId, firstName: 'Jane' } } };
		}
		const body = number === undefined ? this.search(propertyId, request.query ?? {}) : this.details(number);
		const headers = { date: new Date(this.now * 1000).toUTCString() };
		return { statusCode: 200, headers, body };
	}

	/** Requests for bookings have limits of their own. */
	private booking(number: string | undefined): ApiResponse {
		const one = this.reservations.find((candidate) => candidate.number === number);
		if (this.bookingFailure === 'wait') throw problem('wait');
		if (this.bookingFailure !== undefined) throw problem('status', this.bookingFailure);
		if (!one || !this.hasBookings) throw problem('status', 404);
		const body = { booking: { number, createdDateTime: instant(one.created) } };
		return { statusCode: 200, headers: {}, body };
	}

	search(propertyId: string, query: IDataObject): IDataObject {
		const { startModifyDateTime, endModifyDateTime, startAffectPeriodDateTime, pageToken } = query;
		const found = this.reservations
			.filter((one) => one.propertyId === propertyId)
			.filter(({ history }) => (history.at(-1)?.cancelled ? 'Cancelled' : 'Active') === query.state)
			.filter(({ shownFrom }) => startAffectPeriodDateTime !== undefined || shownFrom <= this.now)
			.filter(({ modified }) => {
				if (startModifyDateTime === undefined) return true;
				const text = `${this.local(modified)}:${String(modified % 60).padStart(2, '0')}`;
				return `${startModifyDateTime as string}:00` <= text && text <= `${endModifyDateTime as string}:00`;
			})
			.filter((one) => startAffectPeriodDateTime === undefined || this.stays(one, query))
			.sort((one, other) => one.modified - other.modified || one.rank - other.rank);
		const after = this.after(found, pageToken as string | undefined);
		const page = after.slice(0, this.pageSize);
		const hasNextPage = after.length > this.pageSize;
		return {
			reservations: page.map(({ number, created, modified }) => ({
				number,
				...(this.listsTimes && { createdDateTime: instant(created), modifiedDateTime: instant(modified) }),
			})),
			hasNextPage,
			nextPageToken: hasNextPage ? `${this.tokens++}-${page.at(-1)?.rank}` : null,
		};
	}

	private after(found: ModelReservation[], pageToken: string | undefined): ModelReservation[] {
		if (pageToken === undefined) return found;
		const [token, last] = pageToken.split('-').map(Number) as [number, number];
		if (this.refusal) {
			this.refusal.from ??= this.tokens;
			if (token < this.refusal.from) throw problem('status', this.refusal.status);
		}
		return found.filter(({ rank }) => rank > last);
	}

	details(number: string): IDataObject {
		const one = this.reservations.find((candidate) => candidate.number === number);
		this.detailsRead += 1;
		if (!one) throw problem('status', 404);
		if (one.broken === 'wait') throw problem('wait');
		if (one.broken) throw problem('status', 500);
		const { version, cancelled, stays } = one.history.at(-1) as Snapshot;
		return {
			reservation: {
				number,
				customerComment: String(version),
				modifyDateTime: instant(one.modified),
				reservationStatus: cancelled ? 'Cancelled' : 'Confirmed',
				customer: { personName: { lastName: 'Doe' } },
				roomStays: stays.map((stay) => ({
					pmsRoomStayId: stay.id,
					roomId: stay.room,
					status: stay.status,
					guestsIds: [1, 2, 3].map((guest) => `${stay.id}-${guest}`),
					checkInDateTime: this.local(one.created + one.startsIn * DAY),
					checkOutDateTime: this.local(this.endOf(one)),
					actualCheckInDateTime: stay.checkIn,
					actualCheckOutDateTime: stay.checkOut,
				})),
			},
		};
	}

	/** When the guests are to leave, in epoch seconds. */
	endOf({ created, startsIn, nights }: ModelReservation): number {
		return created + (startsIn + nights) * DAY;
	}

	private stays(one: ModelReservation, query: IDataObject): boolean {
		const { startAffectPeriodDateTime: from, endAffectPeriodDateTime: to } = query as Record<string, string>;
		const isMade = one.created <= this.now;
		const arrival = this.local(one.created + one.startsIn * DAY);
		return isMade && this.local(this.endOf(one)) >= (from as string) && arrival <= (to as string);
	}

	private instantOf(minute: string): number {
		return DateTime.fromISO(minute, { zone: ZONE }).toSeconds();
	}

	/** The minute that the clock of the hotels shows. */
	local(at: number): string {
		const known = this.minutes.get(at);
		if (known !== undefined) return known;
		const minute = DateTime.fromSeconds(at, { zone: ZONE }).toFormat("yyyy-MM-dd'T'HH:mm");
		this.minutes.set(at, minute);
		return minute;
	}
}

export function instant(seconds: number): string {
	return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
