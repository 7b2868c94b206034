import { DateTime } from 'luxon';

import { fetchBookingPage } from '../shared/bookingsFeed';
import { feedInstant, utcSeconds } from '../shared/dates';
import { ParameterError } from '../shared/parameterError';
import { visibleProperties } from '../shared/parameters/property';
import type { Api } from '../shared/transport/types';
import type { Starts } from './pollPersistence';
import {
	absorbPage,
	instantOf,
	positionOf,
	startProperty,
	takeAsKnown,
	type PropertyState,
} from './changeDetection';
import type { Settings } from './settings';
import { propertyIn, type TriggerState } from './state';

/** The properties of a trigger: which there are, and where those that are not known yet start. */

/** Where nothing tells the start exactly, and where a property may have been opened just after the list was read. */
const OVERLAP = { minutes: 2 };
/** Looking at every property on activation would take minutes where there are many. */
const LOOKED_AT_FIRST = 10;
/** New properties join within this time. */
const LIST_EVERY_MS = 5 * 60_000;
/** When the list could not be read. */
const LIST_AGAIN_MS = 60_000;

/** The properties the client can see, kept between ticks of this process. */
export interface Listing {
	ids: string[];
	/** Epoch ms on this machine. */
	readAgainAt: number;
}

export interface Selection {
	ids: string[];
	/** The service's clock when it listed the properties for this tick. */
	listedAt?: string;
	/** Why they could not be listed; those known before go on. */
	failure?: unknown;
}

/** The properties of this tick. @throws when there is none to go on with */
export async function selectProperties(
	api: Api,
	{ propertySelection, propertyIds }: Settings,
	memory: { listing?: Listing },
	state: TriggerState,
): Promise<Selection> {
	if (propertySelection !== 'all') return { ids: propertyIds };
	const { listing } = memory;
	const now = Date.now();
	const keptMs = (listing?.readAgainAt ?? 0) - now;
	// A trigger that starts anew wants those of this moment. More is left when the clock was set back.
	if (listing && state.listedAt !== undefined && keptMs > 0 && keptMs <= LIST_EVERY_MS)
		return { ids: listing.ids };
	const goOn = (failure: unknown): Selection => {
		const ids = [...(listing?.ids ?? Object.keys(state.properties))];
		if (ids.length === 0) throw failure;
		memory.listing = { ids, readAgainAt: now + LIST_AGAIN_MS };
		return { ids, failure };
	};
	return await visibleProperties(api).then(({ ids: listed, servedAt }) => {
		const ids = [...new Set(listed)];
		if (ids.length === 0) return goOn(noProperties());
		memory.listing = { ids, readAgainAt: now + LIST_EVERY_MS };
		return { ids, listedAt: instantOf(servedAt) ?? utcSeconds(DateTime.utc()) };
	}, goOn);
}

function noProperties(): ParameterError {
	return new ParameterError(
		'propertySelection',
		'',
		'finds no property that this API connection can see',
		'Ask the hotelier to share a property with the API connection.',
	);
}

/** What is known of where properties start. */
export interface Start {
	timezone: string;
	/** n8n has dropped what the poll on activation left. */
	stateWasDropped: boolean;
	/** What that poll could leave elsewhere. */
	noted: Starts;
}

/**
 * Where the chosen properties start that are not known yet.
 * @returns those that n8n, should it drop the state, must still know to be watched
 * @throws when the trigger knows no property yet and the first ones do not answer: on activation, the user is told
 */
export async function beginMissing(
	api: Api,
	state: TriggerState,
	{ ids, listedAt }: Selection,
	settings: Settings,
	{ timezone, stateWasDropped, noted }: Start,
): Promise<Starts> {
	const missing = ids.filter((id) => propertyIn(state, id) === undefined);
	const { startFrom, startDate, propertySelection } = settings;
	const isAll = propertySelection === 'all';
	const startAt = (instant: string | undefined, of = missing): Starts => {
		addProperties(state, of, instant);
		return {};
	};
	if (startFrom === 'everything') return startAt(undefined);
	if (startFrom === 'date') return startAt(feedInstant('startDate', startDate, timezone));
	if (state.listedAt !== undefined && isAll) return startAt(before(state.listedAt));
	const kept = Object.fromEntries(Object.entries(noted).filter(([id]) => missing.includes(id)));
	for (const [id, start] of Object.entries(kept)) addProperties(state, [id], start);
	const unknown = missing.filter((id) => !Object.hasOwn(kept, id));
	if (unknown.length === 0) return kept;
	const others = ids.filter((id) => !unknown.includes(id));
	const asked = [...unknown.slice(0, LOOKED_AT_FIRST), ...others.slice(0, 1)];
	const now = listedAt ?? (await serverTime(api, asked));
	if (stateWasDropped) return startAt(before(now), unknown);
	startAt(now, unknown);
	const looked = takeFirstAsKnown(api, state, unknown);
	await (isAll || others.length > 0 ? looked.catch(() => undefined) : looked);
	return { ...kept, ...Object.fromEntries(unknown.map((id) => [id, now])) };
}

/** A short while earlier: nothing is missed between two looks at the service. */
function before(now: string): string {
	return utcSeconds(DateTime.fromISO(now).minus(OVERLAP));
}

function addProperties(
	state: TriggerState,
	propertyIds: readonly string[],
	lastModification: string | undefined,
): void {
	for (const id of propertyIds) state.properties[id] = startProperty({ lastModification });
}

/**
 * The service's own clock, should it differ from the one of this machine.
 * @throws when none of the properties answers
 */
async function serverTime(api: Api, [id = '', ...others]: readonly string[]): Promise<string> {
	const local = utcSeconds(DateTime.utc());
	const asked = fetchBookingPage(api, id, { lastModification: local }, 1);
	return await asked.then(
		({ servedAt }) => instantOf(servedAt) ?? local,
		async (error) => await (others.length > 0 ? serverTime(api, others) : Promise.reject(error)),
	);
}

/** What was changed within the second of the start, yet before it, is not news. */
async function takeFirstAsKnown(
	api: Api,
	state: TriggerState,
	propertyIds: readonly string[],
): Promise<void> {
	for (const id of propertyIds.slice(0, LOOKED_AT_FIRST)) {
		const property = propertyIn(state, id) as PropertyState;
		absorbPage(property, await fetchBookingPage(api, id, positionOf(property)));
		takeAsKnown(property);
	}
}
