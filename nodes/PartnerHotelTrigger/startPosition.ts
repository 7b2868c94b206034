import { DateTime } from 'luxon';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { fetchBookingPage, type FeedPosition } from '../shared/api/bookingsFeed';
import { utcSeconds } from '../shared/dates/instants';
import { feedInstant } from '../shared/api/feedStart';
import type { Api } from '../shared/transport/types';
import { absorbPage } from './backlog';
import { takeAsKnown } from './changeDetection';
import { positionOf } from './feedPosition';
import { instantOf } from './feedTime';
import { isDurable, notedStarts, type Starts } from './pollPersistence';
import { startProperty, type PropertyState } from './propertyState';
import type { Settings } from './settings';
import { propertyIn, type TriggerState } from './state';
import type { WatchedProperties } from './watchedProperties';

/** Where new properties start. */

/** For an approximate start, and for a property that was added right after the list was read. */
const OVERLAP = { minutes: 2 };
/** Reading every property on activation would take minutes where there are many. */
const READ_FIRST = 10;

export interface StartContext {
	timezone: string;
	/** n8n has dropped the state of the poll on activation. */
	stateWasDropped: boolean;
	/** The starts that this poll stored elsewhere. */
	noted: Starts;
}

/** In durable mode, n8n drops the state of the poll on activation, so the next poll finds none. */
export function startContext(
	context: IPollFunctions,
	stored: IDataObject,
	{ properties }: TriggerState,
): StartContext {
	const timezone = context.getTimezone();
	const stateWasDropped =
		isDurable(stored) && Object.keys(properties).length === 0 && context.getActivationMode() === 'update';
	return { timezone, stateWasDropped, noted: isDurable(stored) ? notedStarts(context) : {} };
}

/**
 * Adds the watched properties that are not known yet to the state.
 * @returns the starts to keep in case n8n drops the state
 * @throws when no property is known yet and the first ones do not respond, so that the user sees it on activation
 */
export async function startMissing(
	api: Api,
	state: TriggerState,
	watched: WatchedProperties,
	settings: Settings,
	start: StartContext,
): Promise<Starts> {
	const missing = watched.ids.filter((id) => propertyIn(state, id) === undefined);
	const fixed = fixedStart(state, settings, start);
	if (!fixed) return await startNow(api, state, watched, missing, settings, start);
	addProperties(state, missing, fixed);
	return {};
}

/** The start, if the settings or the last list of all properties define it. */
function fixedStart(
	{ listedAt }: TriggerState,
	{ startFrom, startDate, propertySelection }: Settings,
	{ timezone }: StartContext,
): FeedPosition | undefined {
	if (startFrom === 'everything') return {};
	if (startFrom === 'date') return { lastModification: feedInstant('startDate', startDate, timezone) };
	const joinsLater = listedAt !== undefined && propertySelection === 'all';
	return joinsLater ? { lastModification: shortlyBefore(listedAt) } : undefined;
}

async function startNow(
	api: Api,
	state: TriggerState,
	{ ids, listedAt }: WatchedProperties,
	missing: readonly string[],
	{ propertySelection }: Settings,
	{ stateWasDropped, noted }: StartContext,
): Promise<Starts> {
	const kept = Object.fromEntries(Object.entries(noted).filter(([id]) => missing.includes(id)));
	for (const [id, lastModification] of Object.entries(kept)) addProperties(state, [id], { lastModification });
	const added = missing.filter((id) => !Object.hasOwn(kept, id));
	if (added.length === 0) return kept;
	const others = ids.filter((id) => !added.includes(id));
	const now = listedAt ?? (await serverTime(api, [...added.slice(0, READ_FIRST), ...others.slice(0, 1)]));
	if (stateWasDropped) {
		addProperties(state, added, { lastModification: shortlyBefore(now) });
		return {};
	}
	addProperties(state, added, { lastModification: now });
	const read = takeFirstAsKnown(api, state, added);
	await (propertySelection === 'all' || others.length > 0 ? read.catch(() => undefined) : read);
	return { ...kept, ...Object.fromEntries(added.map((id) => [id, now])) };
}

function shortlyBefore(instant: string): string {
	return utcSeconds(DateTime.fromISO(instant).minus(OVERLAP));
}

function addProperties(state: TriggerState, ids: readonly string[], position: FeedPosition): void {
	for (const id of ids) state.properties[id] = startProperty(position);
}

/**
 * The server time, which may differ from the local clock.
 * @throws when none of the properties responds
 */
async function serverTime(api: Api, [id = '', ...others]: readonly string[]): Promise<string> {
	const local = utcSeconds(DateTime.utc());
	const response = fetchBookingPage(api, id, { lastModification: local }, 1);
	return await response.then(
		({ servedAt }) => instantOf(servedAt) ?? local,
		async (error) => await (others.length > 0 ? serverTime(api, others) : Promise.reject(error)),
	);
}

/** Bookings changed before the start, but in the same second, are not news. */
async function takeFirstAsKnown(api: Api, state: TriggerState, ids: readonly string[]): Promise<void> {
	for (const id of ids.slice(0, READ_FIRST)) {
		const property = propertyIn(state, id) as PropertyState;
		absorbPage(property, await fetchBookingPage(api, id, positionOf(property)));
		takeAsKnown(property);
	}
}
