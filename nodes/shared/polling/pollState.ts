import { DAY_SECONDS } from '../dates/wallClock';
import { secondsOf } from './feedTime';

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
	/** By property ID: since when it is no longer among all properties. */
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

/** A property that the list leaves out for as long has left the API connection; if it returns, it is an added one. */
const LEFT_AFTER_SECONDS = DAY_SECONDS;

/** Forgets properties that have left. @param listedAt the server time of the list of all properties */
export function keepListed(state: PollState, propertyIds: readonly string[], listedAt: string): void {
	const listed = new Set(propertyIds);
	const left = Object.keys(state.properties)
		.filter((id) => !listed.has(id) || wasAwayTooLong(state, id, listedAt))
		.map((id) => [id, state.left?.[id] ?? listedAt] as const);
	const gone = left.filter(([id]) => wasAwayTooLong(state, id, listedAt)).map(([id]) => id);
	for (const id of gone) delete state.properties[id];
	const away = left.filter(([id]) => !gone.includes(id));
	if (away.length > 0) state.left = Object.fromEntries(away);
	else delete state.left;
}

function wasAwayTooLong({ left }: PollState, id: string, now: string): boolean {
	const since = left !== undefined && Object.hasOwn(left, id) ? left[id] : undefined;
	return secondsOf(now) - secondsOf(since) > LEFT_AFTER_SECONDS;
}

/** IDs are user input: one such as `constructor` must not match an inherited property. */
export function propertyIn<Property>({ properties }: PollState<Property>, id: string): Property | undefined {
	return Object.hasOwn(properties, id) ? properties[id] : undefined;
}
