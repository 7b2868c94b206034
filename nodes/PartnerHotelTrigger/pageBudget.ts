import { MINUTE_MS } from '../shared/transport/rateLimits';
import type { TriggerState } from './state';

/** Who is served when, and how much of the booking-list limit a tick may use. */

/**
 * The service allows 3,000 booking lists an hour (specification, Request rate limits): this many a minute can
 * be kept up for ever. Taking more would use the hour up early and leave the rest of it blind.
 */
const LISTS_PER_MINUTE = 50;
/** After a pause: as much as 100 a minute allow within the longest tick. */
const MOST_LISTS_PER_TICK = 400;
/** Ticks that follow each other closely still get somewhere. */
const FEWEST_LISTS_PER_TICK = 10;

/** How many pages of the feed a tick may read, by the time since the tick before; unknown: a minute. */
export function listAllowance(sinceLastTickMs: number = MINUTE_MS): number {
	const earned = Math.round((sinceLastTickMs / MINUTE_MS) * LISTS_PER_MINUTE);
	return Math.min(Math.max(earned, FEWEST_LISTS_PER_TICK), MOST_LISTS_PER_TICK);
}

/** The properties in the order of their turns, from the one that is next. */
export function inTurn({ turn }: TriggerState, propertyIds: readonly string[]): string[] {
	return rotatedTo(turn, propertyIds);
}

/** Whose turn is next: the first that was not served. */
export function nextTurn(
	turn: string | undefined,
	propertyIds: readonly string[],
	served: ReadonlySet<string>,
): string | undefined {
	const rotated = rotatedTo(turn, propertyIds);
	return rotated.find((id) => !served.has(id)) ?? rotated[0];
}

function rotatedTo(turn: string | undefined, propertyIds: readonly string[]): string[] {
	const start = Math.max(propertyIds.indexOf(turn ?? ''), 0);
	return [...propertyIds.slice(start), ...propertyIds.slice(0, start)];
}
