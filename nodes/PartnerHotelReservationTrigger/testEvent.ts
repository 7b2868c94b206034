import { DateTime } from 'luxon';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { wallText } from '../shared/dates/wallClock';
import { deadlineIn, LEAST_MS, withinDeadline } from '../shared/polling/deadline';
import { watchedProperties } from '../shared/polling/watchedProperties';
import { createApi } from '../shared/transport/request';
import type { Api } from '../shared/transport/types';
import { ParameterError } from '../shared/util/parameterError';
import { staysOf, type Stay } from './knownReservations';
import { itemsOf, readAdditions } from './output';
import { zoneOf } from './propertyZone';
import type { Occurrence, ReservationEvent } from './reservationEvents';
import { fetchSearchPage, findDetails, type ReservationSummary } from './reservationSearch';
import { readSettings, type Settings } from './settings';
import { emptyState, type SearchState } from './state';

/** A user is waiting in the editor. */
const TEST_EVENT_MS = 30_000;
/** How far back to look, in days: a busy hotel has a change today, a quiet one last year. */
const LOOK_BACK_DAYS = [1, 7, 30, 360];
const DAY_SECONDS = 86_400;
/** Only the first properties are searched. */
const PROPERTIES_TRIED = 5;
const MOST_PAGES = 40;
const MOST_DETAILS = 20;

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
	summary: ReservationSummary;
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
		for (const days of LOOK_BACK_DAYS) {
			for (const candidate of await this.changedWithin(propertyIds, days)) {
				const items = await this.itemsOf(candidate).catch((error) => this.failed(error));
				if (items.length > 0) return items;
			}
		}
		if (this.failures.length > 0) throw this.failures[0];
		throw noneFits(this.details);
	}

	/** Those that were not checked yet, the latest first. */
	private async changedWithin(propertyIds: readonly string[], days: number): Promise<Candidate[]> {
		const found: Candidate[] = [];
		for (const property of propertyIds) {
			for (const state of this.states()) {
				const listed = await this.search(property, state, days).catch((error) => this.failed(error));
				found.push(...listed.map((summary) => ({ property, summary })));
			}
		}
		const unseen = found.filter((one) => !this.checked.has(keyOf(one)));
		for (const one of unseen) this.checked.add(keyOf(one));
		return unseen.reverse().sort((one, other) => later(other.summary) - later(one.summary));
	}

	private states(): SearchState[] {
		const { events } = this.settings;
		const others = events.some((event) => event !== 'cancelled');
		return [
			...(events.includes('cancelled') ? (['Cancelled'] as const) : []),
			...(others ? (['Active'] as const) : []),
		];
	}

	private async search(property: string, state: SearchState, days: number): Promise<ReservationSummary[]> {
		const zone = await zoneOf(this.api, property, {}, this.settings.timeZone);
		const now = Math.floor(DateTime.utc().toSeconds());
		const minute = (at: number) => wallText(at, zone).slice(0, 16);
		const range = {
			startModifyDateTime: minute(now - days * DAY_SECONDS),
			endModifyDateTime: minute(now + DAY_SECONDS),
		};
		const listed: ReservationSummary[] = [];
		let token: string | undefined;
		do {
			if (this.pages >= MOST_PAGES || this.leftMs() < LEAST_MS) break;
			this.pages += 1;
			const { reservations, next } = await fetchSearchPage(this.api, property, state, range, token);
			listed.push(...reservations);
			token = next;
		} while (token !== undefined);
		return listed;
	}

	private async itemsOf({ property, summary: { number } }: Candidate): Promise<IDataObject[]> {
		if (this.details >= MOST_DETAILS || this.leftMs() < LEAST_MS) return [];
		this.details += 1;
		const { events, languageCode } = this.settings;
		const { reservation } = await findDetails(this.api, property, number, languageCode);
		const stays = staysOf(reservation);
		const isCancelled = stays.length > 0 && stays.every(({ status }) => status === 'C');
		const occurrence = ORDER.filter((event) => events.includes(event))
			.map((event) => exampleOf(event, stays, isCancelled))
			.find((one) => one !== undefined);
		if (!reservation || !occurrence) return [];
		const additions = await readAdditions(this.api, property, [reservation], this.settings);
		return itemsOf({ number, propertyId: property, occurrence, reservation }, this.settings, additions);
	}

	private failed(error: unknown): never[] {
		this.failures.push(error);
		return [];
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
		checkedIn: ({ status }: Stay) => status === 'I' || status === 'O',
		checkedOut: ({ status }: Stay) => status === 'O',
		roomChanged: ({ roomId }: Stay) => roomId !== '',
	}[event];
	const changed = stays.filter(fits).map(({ pmsRoomStayId, roomId }) => ({
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
