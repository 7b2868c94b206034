import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { at } from '../shared/api/response/records';
import { readReservationAdditions } from '../shared/pms/additions';
import { DAY_SECONDS, wallText } from '../shared/dates/wallClock';
import { SearchLimits, testEventHost, type TestEventHost } from '../shared/polling/testEvent';
import { mapConcurrently } from '../shared/util/mapConcurrently';
import { ParameterError } from '../shared/util/parameterError';
import { chunks } from '../shared/util/chunks';
import { secondsOf } from '../shared/polling/feedTime';
import { zoneOf } from '../shared/polling/propertyZone';
import {
	fetchSearchPage,
	findDetails,
	serverTimeOf,
	type ReservationSummary,
	type SearchState,
} from '../shared/polling/reservationSearch';
import { reservationItems } from './output';
import type { Occurrence, ReservationEvent } from './occurrence';
import { staysOf, type RoomStay } from './roomStays';
import { readSettings, type Settings } from './settings';

const MAX_DETAILS = 100;
const AT_ONCE = 5;

interface Period {
	/** What happened in it: a change, or a stay. */
	of: 'change' | 'stay';
	/** Up to now, and of stays to the end of the hotel's day. */
	days: number;
}

/** A busy hotel has a change today, a quiet one last year. */
const CHANGES: readonly Period[] = [1, 7, 30, 360].map((days) => ({ of: 'change', days }));
const STATES: readonly SearchState[] = ['Active', 'Cancelled'];
/** Whoever is there, or left lately, has checked in, and some before the time of their arrival. */
const GUESTS: Period = { of: 'stay', days: 2 };

/**
 * The items of the editor's "Fetch Test Event": one of the reservations changed last, with the first of the chosen
 * events that fits its state. What it was before is not known. Where none fits, a sample with another event: `sample`
 * says so. The stored state does not change.
 * @throws when the hotels have no reservation
 */
export async function fetchTestEvent(context: IPollFunctions): Promise<IDataObject[]> {
	const settings = readSettings(context);
	return await new TestEventSearch(
		await testEventHost(context, settings, { readOnly: true }),
		settings,
	).find();
}

/** A reservation that was looked at. */
interface Looked extends Candidate {
	reservation: IDataObject;
	/** What may have happened to it, the most telling first. */
	occurrences: Occurrence[];
}

interface Candidate {
	property: string;
	state: SearchState;
	summary: ReservationSummary;
}

/** A reservation as an example of an event. */
interface Example extends Candidate {
	reservation: IDataObject;
	occurrence: Occurrence;
}

class TestEventSearch {
	/** None of them has one of the chosen events. */
	private readonly others: Looked[] = [];
	/** Epoch seconds at the service, as its first response had it. */
	private served: number | undefined;
	private readonly limits: SearchLimits<Candidate>;

	constructor(
		private readonly host: TestEventHost,
		private readonly settings: Settings,
	) {
		this.limits = new SearchLimits(host.leftMs, MAX_DETAILS, keyOf);
	}

	/** @throws the failure of the first property when nothing was found and a property failed */
	async find(): Promise<IDataObject[]> {
		for (const period of this.periods()) {
			for (const some of chunks(await this.candidates(period, this.states()), AT_ONCE)) {
				const examples = await this.examplesOf(some);
				const found = examples.find((one) => one !== undefined);
				if (found) return await this.itemsOf(found);
			}
		}
		this.limits.throwFailure();
		return await this.sample();
	}

	/** The nearest event there is, of the reservation that changed last. */
	private async sample(): Promise<IDataObject[]> {
		const { events } = this.settings;
		await this.lookAtOthers();
		const byLikeness = (one: Occurrence, other: Occurrence) =>
			distance(one.event, events) - distance(other.event, events);
		const samples = this.others.flatMap((one) =>
			one.occurrences.map((occurrence) => ({ ...one, occurrence })),
		);
		const [nearest] = samples.sort((one, other) => byLikeness(one.occurrence, other.occurrence));
		if (nearest === undefined) throw noneFits(this.limits.count());
		const seen = ORDER.filter((event) => samples.some(({ occurrence }) => occurrence.event === event));
		const sample =
			`None of the reservations changed last (${this.others.length} checked) had ${namesOf(events)}. ` +
			`They had ${namesOf(seen)}; this is one of them, as a sample.`;
		return (await this.itemsOf(nearest)).map((item) => ({ sample, ...item }));
	}

	/** The chosen events may be those of cancelled reservations, or of others, alone. */
	private async lookAtOthers(): Promise<void> {
		for (const period of CHANGES) {
			if (this.others.length > 0) return;
			await this.examplesOf((await this.candidates(period, STATES)).slice(0, AT_ONCE));
		}
	}

	private async examplesOf(candidates: readonly Candidate[]): Promise<Array<Example | undefined>> {
		return await mapConcurrently(candidates, AT_ONCE, async (one) => await this.exampleOf(one));
	}

	/** Those that were not checked yet, the latest first. */
	private async candidates(period: Period, states: readonly SearchState[]): Promise<Candidate[]> {
		const found: Candidate[] = [];
		for (const property of this.host.propertyIds) {
			for (const state of states) {
				const listed = await this.search(property, state, period).catch(this.limits.failed([]));
				found.push(...listed.map((summary) => ({ property, state, summary })));
			}
		}
		return this.limits
			.unchecked(found)
			.reverse()
			.sort((one, other) => changedAt(other.summary) - changedAt(one.summary));
	}

	private periods(): Period[] {
		const { events } = this.settings;
		return events.includes('checkedIn') || events.includes('checkedOut')
			? [GUESTS, ...CHANGES]
			: [...CHANGES];
	}

	private states(): SearchState[] {
		const { events } = this.settings;
		const others = events.some((event) => event !== 'cancelled');
		return [
			...(events.includes('cancelled') ? (['Cancelled'] as const) : []),
			...(others ? (['Active'] as const) : []),
		];
	}

	private async search(
		property: string,
		state: SearchState,
		{ of, days }: Period,
	): Promise<ReservationSummary[]> {
		const zone = await zoneOf(this.host.api, property, {}, this.settings.timeZone);
		const now = await this.servedAt(property);
		const minute = (instant: number) => wallText(instant, zone).slice(0, 16);
		const start = minute(now - days * DAY_SECONDS);
		const range =
			of === 'change'
				? { startModifyDateTime: start, endModifyDateTime: minute(now + DAY_SECONDS) }
				: { startAffectPeriodDateTime: start, endAffectPeriodDateTime: `${minute(now).slice(0, 10)}T23:59` };
		const listed: ReservationSummary[] = [];
		let token: string | undefined;
		do {
			if (!this.limits.mayReadPage()) break;
			const { reservations, next } = await fetchSearchPage(this.host.api, property, state, range, token);
			listed.push(...reservations);
			token = next;
		} while (token !== undefined);
		return listed;
	}

	/** The clock of n8n can be wrong, and the service can live in another time, as a sandbox whose clock was moved. */
	private async servedAt(property: string): Promise<number> {
		if (this.served === undefined) {
			this.served = secondsOf(await serverTimeOf(this.host.api, property));
		}
		return this.served;
	}

	private async exampleOf(one: Candidate): Promise<Example | undefined> {
		if (!this.limits.mayReadDetails()) return undefined;
		const { events, languageCode } = this.settings;
		const { number } = one.summary;
		const found = await findDetails(this.host.api, one.property, number, languageCode).catch(
			this.limits.failed(undefined),
		);
		const reservation = found?.reservation;
		if (!reservation) return undefined;
		const isCancelled = one.state === 'Cancelled' || at(reservation, 'reservationStatus') === 'Cancelled';
		const stays = staysOf(number, reservation);
		const occurrences = ORDER.flatMap((event) => exampleOf(event, stays, isCancelled) ?? []);
		const occurrence = occurrences.find(({ event }) => events.includes(event));
		if (occurrence === undefined) this.others.push({ ...one, reservation, occurrences });
		return occurrence && { ...one, reservation, occurrence };
	}

	private async itemsOf({ property, summary, reservation, occurrence }: Example): Promise<IDataObject[]> {
		const additions = await readReservationAdditions(this.host.api, property, [reservation], this.settings);
		const emission = { number: summary.number, propertyId: property, occurrence, reservation };
		return reservationItems(emission, this.settings, additions);
	}
}

/** The most telling first. */
const ORDER: readonly ReservationEvent[] = [
	'cancelled',
	'checkedOut',
	'checkedIn',
	'roomChanged',
	'changed',
	'new',
];

const NAMES: Readonly<Record<ReservationEvent, string>> = {
	cancelled: 'Reservation Cancelled',
	checkedOut: 'Checked Out',
	checkedIn: 'Checked In',
	roomChanged: 'Room Changed',
	changed: 'Reservation Changed',
	new: 'New Reservation',
};

function namesOf(events: readonly ReservationEvent[]): string {
	return events.map((event) => `'${NAMES[event]}'`).join(', ');
}

/** How far an event is from the nearest of those that were chosen. */
function distance(event: ReservationEvent, chosen: readonly ReservationEvent[]): number {
	const place = ORDER.indexOf(event);
	return Math.min(...chosen.map((one) => Math.abs(ORDER.indexOf(one) - place)));
}

/** The event as it would have come, if it fits the state of the reservation. */
function exampleOf(
	event: ReservationEvent,
	stays: readonly RoomStay[],
	isCancelled: boolean,
): Occurrence | undefined {
	if (event === 'cancelled' || isCancelled) {
		return event === 'cancelled' && isCancelled ? { event, stays: [] } : undefined;
	}
	if (event === 'new' || event === 'changed') return { event, stays: [] };
	const fits = {
		checkedIn: ({ status }: RoomStay) => status === 'in' || status === 'out',
		checkedOut: ({ status }: RoomStay) => status === 'out',
		roomChanged: ({ roomId }: RoomStay) => roomId !== '',
	}[event];
	const changed = stays.filter(fits).map(({ key, pmsRoomStayId, roomId }) => ({
		key,
		pmsRoomStayId,
		roomId: roomId || null,
		...(event === 'roomChanged' && { previousRoomId: null }),
	}));
	return changed.length > 0 ? { event, stays: changed } : undefined;
}

/** Epoch milliseconds; those without a time are in the order of the search. */
function changedAt({ modifiedDateTime = '' }: ReservationSummary): number {
	return Date.parse(modifiedDateTime) || 0;
}

function keyOf({ property, summary }: Candidate): string {
	return `${property} ${summary.number}`;
}

function noneFits(checked: number): ParameterError {
	return new ParameterError(
		'events',
		'',
		`match none of the ${checked} reservations checked, so there is no test event`,
		'Choose other {events} to get a test event. The active trigger works without one.',
	);
}
