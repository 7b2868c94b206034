import { DAY_SECONDS } from '../dates/wallClock';
import { secondsOf } from './feedTime';
import type { EmptyLists } from './watchedProperties';

/** What the last execution got, and from which process. */
interface HandedOver<Emitted> {
	process: string;
	emitted: Emitted[];
}

/** What every polling trigger keeps between two polls; each adds what it needs. */
export interface PollState<Property = object, Emitted = object> {
	/** By property ID. */
	properties: Record<string, Property>;
	/** With all properties: the server time of their last list. Properties added later start here. */
	listedAt?: string;
	/** By property ID: since when it is no longer among all properties; also of those that were forgotten. */
	left?: Record<string, string>;
	/** With *After a Crash: Hand It Over Again*: what the last execution got. */
	handedOver?: HandedOver<Emitted>;
}

/** Forgets properties that are no longer chosen, and all lists: chosen again, they start as the settings say. */
export function keepChosen(state: PollState, propertyIds: readonly string[]): void {
	const chosen = new Set(propertyIds);
	for (const id of Object.keys(state.properties)) if (!chosen.has(id)) delete state.properties[id];
	delete state.listedAt;
	delete state.left;
}

/** A property that the lists leave out for as long has left the API connection; if it returns, it is an added one. */
const LEFT_AFTER_SECONDS = DAY_SECONDS;

/**
 * Forgets properties that have left. Before one returns, it was away up to the last list without it: between two lists,
 * nobody knows.
 * @param listedAt the server time of the list of all properties
 * @param emptyLists those before it; what was not in them starts with the last one
 */
export function keepListed(
	state: PollState,
	propertyIds: readonly string[],
	listedAt: string,
	emptyLists?: EmptyLists,
): void {
	const listed = new Set(propertyIds);
	const leftBefore = new Map(Object.entries(state.left ?? {}));
	const away = new Map([...leftBefore].filter(([id]) => !Object.hasOwn(state.properties, id)));
	for (const id of Object.keys(state.properties)) {
		const isListed = listed.has(id);
		const since = leftBefore.get(id) ?? emptyLists?.since ?? (isListed ? undefined : listedAt);
		if (since === undefined) continue;
		const until = isListed ? (emptyLists?.until ?? state.listedAt) : listedAt;
		const isGone = secondsOf(until) - secondsOf(since) > LEFT_AFTER_SECONDS;
		if (isGone) delete state.properties[id];
		if (isGone || !isListed) away.set(id, since);
	}
	keepLeft(state, away);
	if (emptyLists) state.listedAt = emptyLists.until;
}

/** Those that returned have started. */
export function forgetReturned(state: PollState, propertyIds: readonly string[]): void {
	const returned = new Set(propertyIds);
	keepLeft(state, new Map(Object.entries(state.left ?? {}).filter(([id]) => !returned.has(id))));
}

function keepLeft(state: PollState, left: ReadonlyMap<string, string>): void {
	if (left.size > 0) state.left = Object.fromEntries(left);
	else delete state.left;
}

/** IDs are user input: one such as `constructor` must not match an inherited property. */
export function propertyIn<Property>({ properties }: PollState<Property>, id: string): Property | undefined {
	return Object.hasOwn(properties, id) ? properties[id] : undefined;
}
