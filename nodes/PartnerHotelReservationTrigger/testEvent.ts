import { DateTime } from 'luxon';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { at } from '../shared/api/records';
import { wallText } from '../shared/dates/wallClock';
import { deadlineIn, LEAST_MS, withinDeadline } from '../shared/polling/deadline';
import { watchedProperties } from '../shared/polling/watchedProperties';
import { createApi } from '../shared/transport/request';
import type { Api } from '../shared/transport/types';
import { mapConcurrently } from '../shared/util/mapConcurrently';
import { ParameterError } from '../shared/util/parameterError';
import { chunks } from '../shared/util/chunks';
import { itemsOf, readAdditions } from './output';
import { zoneOf } from './propertyZone';
import type { Occurrence, ReservationEvent } from './reservationEvents';
import { fetchSearchPage, findDetails, type ReservationSummary } from './reservationSearch';
import { staysOf, type Stay } from './roomStays';
import { readSettings, type Settings } from './settings';
import { emptyState, type SearchState } from './state';

/** A user is waiting in the editor. */
const TEST_EVENT_MS = 30_000;
const DAY_SECONDS = 86_400;
/** Only the first properties are searched. */
const PROPERTIES_TRIED = 5;
const MAX_PAGES = 40;
const MAX_DETAILS = 100;
const AT_ONCE = 5;

interface Period {
	/** What happened in it: a change, or a stay. */
	of: 'change' | 'stay';
	/** Up to now. */
	days: number;
}

/** A busy hotel has a change today, a quiet one last year. */
const CHANGES: readonly Period[] = [1, 7, 30, 360].map((days) => ({ of: 'change', days }));
/** Whoever is there, or left lately, has checked in. */
const GUESTS: Period = { of: 'stay', days: 2 };

/**
 * The items of the editor's "Fetch Test Event": one of the reservations changed last, with the first of the chosen
 * events that fits its state. What it was before is not known. The stored state does not change.
 * @throws when no reservation fits the settings
 */
export async function fetchTestEvent(context: IPollFunctions): Promise<IDataObject[]> {
	const settings = readSettings(context);
	const { atMost } = deadlineIn(TEST_EVENT_MS);
	const api = withinDeadline(createApi(context, { readOnly: true }), atMost);
	const { ids } = await watchedProperties(api, settings, {}, emptyState());
	return await new TestEventSearch(api, settings, atMost).find(ids.slice(0, PROPERTIES_TRIED));
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
	private readonly checked = new Set<string>();
	private readonly failures: unknown[] = [];
	private pages = 0;
	private details = 0;

	constructor(
		private readonly api: Api,
		private readonly settings: Settings,
		private readonly leftMs: () => number,
	) {}

	/** @throws the failure of the first property when nothing was found and a property failed */
	async find(propertyIds: readonly string[]): Promise<IDataObject[]> {
		for (const period of this.periods()) {
			for (const some of chunks(await this.candidates(propertyIds, period), AT_ONCE)) {
				const examples = await mapConcurrently(some, AT_ONCE, async (one) => await this.exampleOf(one));
				const found = examples.find((one) => one !== undefined);
				if (found) return await this.itemsOf(found);
			}
		}
		if (this.failures.length > 0) throw this.failures[0];
		throw noneFits(this.details);
	}

	/** Those that were not checked yet, the latest first. */
	private async candidates(propertyIds: readonly string[], period: Period): Promise<Candidate[]> {
		const found: Candidate[] = [];
		for (const property of propertyIds) {
			for (const state of this.states()) {
				const listed = await this.search(property, state, period).catch((error) => this.failed(error) ?? []);
				found.push(...listed.map((summary) => ({ property, state, summary })));
			}
		}
		const unseen = found.filter((one) => !this.checked.has(keyOf(one)));
		for (const one of unseen) this.checked.add(keyOf(one));
		return unseen.reverse().sort((one, other) => later(other.summary) - later(one.summary));
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
		const zone = await zoneOf(this.api, property, {}, this.settings.timeZone);
		const now = Math.floor(DateTime.utc().toSeconds());
		const minute = (instant: number) => wallText(instant, zone).slice(0, 16);
		const start = minute(now - days * DAY_SECONDS);
		const range =
			of === 'change'
				? { startModifyDateTime: start, endModifyDateTime: minute(now + DAY_SECONDS) }
				: { startAffectPeriodDateTime: start, endAffectPeriodDateTime: minute(now) };
		const listed: ReservationSummary[] = [];
		let token: string | undefined;
		do {
			if (this.pages >= MAX_PAGES || this.leftMs() < LEAST_MS) break;
			this.pages += 1;
			const { reservations, next } = await fetchSearchPage(this.api, property, state, range, token);
			listed.push(...reservations);
			token = next;
		} while (token !== undefined);
		return listed;
	}

	private async exampleOf(one: Candidate): Promise<Example | undefined> {
		if (this.details >= MAX_DETAILS || this.leftMs() < LEAST_MS) return undefined;
		this.details += 1;
		const { events, languageCode } = this.settings;
		const { number } = one.summary;
		const found = await findDetails(this.api, one.property, number, languageCode).catch((error) =>
			this.failed(error),
		);
		const reservation = found?.reservation;
		if (!reservation) return undefined;
		const isCancelled = one.state === 'Cancelled' || at(reservation, 'reservationStatus') === 'Cancelled';
		const stays = staysOf(number, reservation);
		const occurrence = ORDER.filter((event) => events.includes(event))
			.map((event) => exampleOf(event, stays, isCancelled))
			.find((example) => example !== undefined);
		return occurrence && { ...one, reservation, occurrence };
	}

	private async itemsOf({ property, summary, reservation, occurrence }: Example): Promise<IDataObject[]> {
		const additions = await readAdditions(this.api, property, [reservation], this.settings);
		const emission = { number: summary.number, propertyId: property, occurrence, reservation };
		return itemsOf(emission, this.settings, additions);
	}

	private failed(error: unknown): undefined {
		this.failures.push(error);
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

/** The event as it would have come, if it fits the state of the reservation. */
function exampleOf(
	event: ReservationEvent,
	stays: readonly Stay[],
	isCancelled: boolean,
): Occurrence | undefined {
	if (event === 'cancelled' || isCancelled) {
		return event === 'cancelled' && isCancelled ? { event, stays: [] } : undefined;
	}
	if (event === 'new' || event === 'changed') return { event, stays: [] };
	const fits = {
		checkedIn: ({ status }: Stay) => status === 'in' || status === 'out',
		checkedOut: ({ status }: Stay) => status === 'out',
		roomChanged: ({ roomId }: Stay) => roomId !== '',
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
function later({ modifiedDateTime = '' }: ReservationSummary): number {
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
