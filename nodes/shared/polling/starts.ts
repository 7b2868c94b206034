import { DateTime } from 'luxon';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { utcSeconds } from '../dates/instants';
import { secondsOf } from './feedTime';
import { isDurable, notedStarts, type Starts } from './pollPersistence';
import type { PollState } from './pollState';
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

/** What a trigger does with the properties that start. */
interface Starter {
	isKnown(id: string): boolean;
	/** @param since as an instant of the API; absent: everything there is */
	add(id: string, since: string | undefined): void;
	/** The server time, which may differ from the local clock. @throws when the property does not respond */
	serverTime(id: string): Promise<string>;
	/** Takes what there was before the start as known. */
	takeAsKnown(id: string): Promise<void> | void;
}

/** Settings that define where properties start. */
interface StartSettings {
	propertySelection: string;
	/** The start, if the user set it. */
	fixed?: { since: string | undefined };
}

/**
 * In durable mode, n8n drops the state of the poll on activation, so the next poll finds none.
 * @param inMemory what the last poll of this process noted
 */
export function startContext(
	context: IPollFunctions,
	stored: IDataObject,
	{ properties }: { properties: object },
	inMemory: Starts = {},
): StartContext {
	const timezone = context.getTimezone();
	if (!isDurable(stored)) return { timezone, stateWasDropped: false, noted: {} };
	const stateWasDropped = Object.keys(properties).length === 0 && context.getActivationMode() === 'update';
	const noted = { ...(stateWasDropped && inMemory), ...notedStarts(context) };
	return { timezone, stateWasDropped, noted };
}

/**
 * Adds the watched properties that are not known yet.
 * @param before the last list of all properties, and since when some were not in it
 * @returns the starts to keep in case n8n drops the state
 * @throws when no property is known yet and the first ones do not respond, so that the user sees it on activation
 */
export async function startMissingProperties(
	starter: Starter,
	watched: WatchedProperties,
	{ propertySelection, fixed }: StartSettings,
	{ listedAt: listedBefore, left = {} }: Pick<PollState, 'listedAt' | 'left'>,
	start: StartContext,
): Promise<Starts> {
	const missing = watched.ids.filter((id) => !starter.isKnown(id));
	const joinsLater = listedBefore !== undefined && propertySelection === 'all';
	const position = fixed ?? (joinsLater ? { since: shortlyBefore(listedBefore) } : undefined);
	if (!position) return await startNow(starter, watched, missing, propertySelection, start);
	for (const id of missing) {
		// One that returned was read up to then.
		const leftAt = Object.hasOwn(left, id) ? shortlyBefore(left[id] as string) : undefined;
		starter.add(id, laterInstant(position.since, leftAt));
	}
	return {};
}

async function startNow(
	starter: Starter,
	{ ids, listedAt }: WatchedProperties,
	missing: readonly string[],
	propertySelection: string,
	{ stateWasDropped, noted }: StartContext,
): Promise<Starts> {
	const kept = Object.fromEntries(Object.entries(noted).filter(([id]) => missing.includes(id)));
	for (const [id, since] of Object.entries(kept)) starter.add(id, since);
	const added = missing.filter((id) => !Object.hasOwn(kept, id));
	if (added.length === 0) return kept;
	const others = ids.filter((id) => !added.includes(id));
	const now = listedAt ?? (await serverTime(starter, [...added.slice(0, READ_FIRST), ...others.slice(0, 1)]));
	const since = stateWasDropped ? shortlyBefore(now) : now;
	for (const id of added) starter.add(id, since);
	if (stateWasDropped) return {};
	const read = takeFirstAsKnown(starter, added);
	await (propertySelection === 'all' || others.length > 0 ? read.catch(() => undefined) : read);
	return { ...kept, ...Object.fromEntries(added.map((id) => [id, now])) };
}

function laterInstant(one: string | undefined, other: string | undefined): string | undefined {
	return secondsOf(other) > secondsOf(one) || one === undefined ? other : one;
}

function shortlyBefore(instant: string): string {
	return utcSeconds(DateTime.fromISO(instant).minus(OVERLAP));
}

/** @throws when none of the properties responds */
async function serverTime(starter: Starter, [id = '', ...others]: readonly string[]): Promise<string> {
	return await starter
		.serverTime(id)
		.catch(async (error) =>
			others.length > 0 ? await serverTime(starter, others) : await Promise.reject(error),
		);
}

/** What was changed before the start, but in the same second, is not news. */
async function takeFirstAsKnown(starter: Starter, ids: readonly string[]): Promise<void> {
	for (const id of ids.slice(0, READ_FIRST)) await starter.takeAsKnown(id);
}
