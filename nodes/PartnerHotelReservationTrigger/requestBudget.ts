import { MINUTE_MS } from '../shared/rateLimit/windows';
import type { Api } from '../shared/transport/types';

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

/** The requests of a poll. */
export class Requests {
	private sent = 0;

	constructor(private readonly most: number) {}

	/** @param reserved share of all that is left for others, from 0 to 1 */
	mayContinue(reserved = 0): boolean {
		return this.sent < this.most - Math.floor(this.most * reserved);
	}

	/** Counts everything that is sent. */
	counted(api: Api): Api {
		return {
			...api,
			send: async (request, options) => {
				this.sent += 1;
				return await api.send(request, options);
			},
		};
	}
}
