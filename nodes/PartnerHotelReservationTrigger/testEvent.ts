import { DateTime } from 'luxon';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { at } from '../shared/api/records';
import { DAY_SECONDS, wallText } from '../shared/dates/wallClock';
import { SearchLimits, testEventHost, type TestEventHost } from '../shared/polling/testEvent';
import { mapConcurrently } from '../shared/util/mapConcurrently';
import { ParameterError } from '../shared/util/parameterError';
import { chunks } from '../shared/util/chunks';
import { itemsOf, readAdditions } from './output';
import { zoneOf } from './propertyZone';
import type { Occurrence, ReservationEvent } from './reservationEvents';
import { fetchSearchPage, findDetails, type ReservationSummary } from './reservationSearch';
import { staysOf, type Stay } from './roomStays';
import { readSettings, type Settings } from './settings';
import type { SearchState } from './state';

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
	return await new TestEventSearch(
		await testEventHost(context, settings, { readOnly: true }),
		settings,
	).find();
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
			for (const some of chunks(await this.candidates(period), AT_ONCE)) {
				const examples = await mapConcurrently(some, AT_ONCE, async (one) => await this.exampleOf(one));
				const found = examples.find((one) => one !== undefined);
				if (found) return await this.itemsOf(found);
			}
		}
		this.limits.throwFailure();
		throw noneFits(this.limits.count());
	}

	/** Those that were not checked yet, the latest first. */
	private async candidates(period: Period): Promise<Candidate[]> {
		const found: Candidate[] = [];
		for (const property of this.host.propertyIds) {
			for (const state of this.states()) {
				const listed = await this.search(property, state, period).catch(this.limits.failed([]));
				found.push(...listed.map((summary) => ({ property, state, summary })));
			}
		}
		return this.limits
			.unchecked(found)
			.reverse()
			.sort((one, other) => later(other.summary) - later(one.summary));
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
			if (!this.limits.mayReadPage()) break;
			const { reservations, next } = await fetchSearchPage(this.host.api, property, state, range, token);
			listed.push(...reservations);
			token = next;
		} while (token !== undefined);
		return listed;
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
		const occurrence = ORDER.filter((event) => events.includes(event))
			.map((event) => exampleOf(event, stays, isCancelled))
			.find((example) => example !== undefined);
		return occurrence && { ...one, reservation, occurrence };
	}

	private async itemsOf({ property, summary, reservation, occurrence }: Example): Promise<IDataObject[]> {
		const additions = await readAdditions(this.host.api, property, [reservation], this.settings);
		const emission = { number: summary.number, propertyId: property, occurrence, reservation };
		return itemsOf(emission, this.settings, additions);
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
