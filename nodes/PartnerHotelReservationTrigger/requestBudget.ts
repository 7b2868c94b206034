import { MINUTE_MS } from '../shared/rateLimit/windows';

/**
 * How many requests a poll may send. All methods without limits of their own share 3,000 requests per hour
 * (specification, Request rate limits): a fifth of them is left to other workflows.
 */
const PER_MINUTE = 40;
/** After a pause: what 200 per minute allow. */
const MOST = 160;
/** Polls in quick succession still make progress. */
const FEWEST = 10;

/** @param sinceLastPollMs unknown: a minute */
export function requestBudget(sinceLastPollMs: number = MINUTE_MS): number {
	const earned = Math.round((sinceLastPollMs / MINUTE_MS) * PER_MINUTE);
	return Math.min(Math.max(earned, FEWEST), MOST);
}

/** The requests of a poll that are left. */
export class Requests {
	constructor(private left: number) {}

	/** @param reserve requests that must be left for others */
	take(reserve = 0): boolean {
		if (this.left <= reserve) return false;
		this.left -= 1;
		return true;
	}
}
