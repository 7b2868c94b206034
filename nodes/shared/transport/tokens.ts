import { renewToken } from './authenticated';
import { readConnection, type Connection } from './connection';
import { judgeTokenFailure, type Failed } from './outcome';
import type { Clock, RateLimiter, RateSlot } from '../rateLimit/rateLimiter';
import { rateScopes } from './rateScopes';
import { tokenPauseMs } from './retry';
import { Mutex } from '../util/mutex';
import type { ApiContext } from './types';
import { TimeOverError, within } from './waiting';

/** Who needs a token, and how long it may take. */
export interface TokenWish {
	context: ApiContext;
	signal: AbortSignal;
	/** For n8n's request to the token address. */
	timeoutMs: number;
	attempts: number;
	/** Whether a credential has a token that was not refused. */
	mayUse(connection: Connection): boolean;
	/** A slot in the windows of token requests. */
	acquire(): Promise<RateSlot>;
}

const REFUSED_PAIR: Failed = {
	ok: false,
	problem: { kind: 'token', refused: true },
	trouble: { kind: 'final' },
};
export const LATE: Failed = {
	ok: false,
	problem: { kind: 'token', late: true },
	trouble: { kind: 'transient', unsent: true },
};
/** A pair that was refused is not asked with again for each of a thousand items. */
const REFUSAL_KEPT_MS = 10_000;

/** Has n8n fetch tokens: one at a time for each client, within the limits of the token address. */
export class Tokens {
	private readonly renewals = new Mutex();
	/** By client. */
	private readonly refused = new Map<string, { secret: unknown; until: number }>();
	/** Clients whose token address hung: n8n, which waits for minutes, would have us wait for that request. */
	private readonly hung = new Set<string>();

	constructor(
		private readonly limiter: RateLimiter,
		private readonly clock: Clock,
	) {}

	/** Ends when the token is there that is being fetched now, or is not to be had. */
	underWay(client: string): Promise<void> | undefined {
		return this.renewals.underWay(client);
	}

	/** @returns whether a token was fetched; if not, a look at the credential shows what to do */
	async renew(connection: Connection, wish: TokenWish): Promise<boolean | Failed> {
		if (this.isRefused(connection)) return REFUSED_PAIR;
		const leave = this.renewals.enter(connection.client);
		return await this.fetch(connection.client, wish).finally(leave);
	}

	private async fetch(client: string, wish: TokenWish): Promise<boolean | Failed> {
		const slot = await wish.acquire();
		const connection = await readConnection(wish.context).catch((error) => {
			slot.withdraw();
			throw error;
		});
		if (connection.client !== client || wish.mayUse(connection)) {
			slot.withdraw();
			return false;
		}
		const seen = this.hung.has(client) ? { ...connection, accessToken: undefined } : connection;
		const renewal = renewToken(wish.context, seen, wish.signal);
		return await within(renewal, wish.timeoutMs, wish.signal).then(
			() => {
				slot.release({ remaining: {}, refused: false });
				this.hung.delete(client);
				return true;
			},
			(error) => this.judged(error, connection, slot, wish),
		);
	}

	private judged(error: unknown, connection: Connection, slot: RateSlot, wish: TokenWish): Failed {
		if (wish.signal.aborted || error instanceof TimeOverError) {
			this.hung.add(connection.client);
			slot.release();
			return LATE;
		}
		const failed = judgeTokenFailure(error, Date.now());
		const { problem, trouble } = failed;
		if (problem.kind === 'token' && problem.refused) this.remember(connection);
		if (trouble.kind === 'rateLimited') {
			trouble.retryAfterMs = tokenPauseMs(trouble.retryAfterMs, wish.attempts);
			this.limiter.pause(connection.baseUrl, rateScopes.token, trouble.retryAfterMs);
		}
		slot.release({ remaining: {}, refused: trouble.kind === 'rateLimited' });
		return failed;
	}

	private isRefused({ client, credential }: Connection): boolean {
		const known = this.refused.get(client);
		return known !== undefined && known.until > this.clock.now() && known.secret === credential.clientSecret;
	}

	private remember({ client, credential }: Connection): void {
		const now = this.clock.now();
		for (const [other, { until }] of this.refused) if (until <= now) this.refused.delete(other);
		this.refused.set(client, { secret: credential.clientSecret, until: now + REFUSAL_KEPT_MS });
	}
}
