import { MINUTE_MS } from '../shared/rateLimit/windows';

/**
 * Of the 3,000 booking lists an hour (specification, Request rate limits), as many a minute as can be kept up.
 * A poll that takes more uses the hour up early, and nothing is read for the rest of it.
 */
const PAGES_PER_MINUTE = 50;
/** After a pause: as much as 100 a minute allow within the longest poll. */
const MOST_PAGES = 400;
/** Polls that follow each other closely still make progress. */
const FEWEST_PAGES = 10;

/**
 * How many pages of the feed a poll may read.
 * @param sinceLastPollMs unknown: a minute
 */
export function pageBudget(sinceLastPollMs: number = MINUTE_MS): number {
	const earned = Math.round((sinceLastPollMs / MINUTE_MS) * PAGES_PER_MINUTE);
	return Math.min(Math.max(earned, FEWEST_PAGES), MOST_PAGES);
}
