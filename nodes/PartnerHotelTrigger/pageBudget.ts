import { MINUTE_MS } from '../shared/rateLimit/windows';

/**
 * The sustainable number per minute of the 3,000 booking lists per hour (specification, Request rate limits). With
 * more, polls would use up the hour early and read nothing for the rest of it.
 */
const PAGES_PER_MINUTE = 50;
/** After a pause: what 100 per minute allow within the longest poll. */
const MOST_PAGES = 400;
/** Polls in quick succession still make progress. */
const FEWEST_PAGES = 10;

/**
 * How many pages of the feed a poll may read.
 * @param sinceLastPollMs unknown: a minute
 */
export function pageBudget(sinceLastPollMs: number = MINUTE_MS): number {
	const earned = Math.round((sinceLastPollMs / MINUTE_MS) * PAGES_PER_MINUTE);
	return Math.min(Math.max(earned, FEWEST_PAGES), MOST_PAGES);
}
