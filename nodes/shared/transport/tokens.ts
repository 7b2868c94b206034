import { renewToken } from './authenticated';
import { readConnection, type Connection } from './connection';
import { classifyTokenError, type TokenFailure } from './classifyResponse';
import type { Clock, RateLimiter, RateSlot } from '../rateLimit/rateLimiter';
import { rateScopes } from './rateScopes';
import { tokenPauseMs } from './retry';
import { Mutex } from '../util/mutex';
import type { ApiContext } from './types';
import { TimeOverError, within } from './waiting';

/** Who needs a token, and how long it may take. */
export interface TokenRequest {
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

const REFUSED_PAIR: TokenFailure = { kind: 'token', refused: true, retry: { kind: 'final' } };
export const LATE: TokenFailure = { kind: 'token', late: true, retry: { kind: 'transient', unsent: true } };
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
	async renew(connection: Connection, request: TokenRequest): Promise<boolean | TokenFailure> {
		if (this.isRefused(connection)) return REFUSED_PAIR;
		const leave = this.renewals.enter(connection.client);
		return await this.fetch(connection.client, request).finally(leave);
	}

	private async fetch(client: string, request: TokenRequest): Promise<boolean | TokenFailure> {
		const slot = await request.acquire();
		const connection = await readConnection(request.context).catch((error) => {
			slot.withdraw();
			throw error;
		});
		if (connection.client !== client || request.mayUse(connection)) {
			slot.withdraw();
			return false;
		}
		const seen = this.hung.has(client) ? { ...connection, accessToken: undefined } : connection;
		const renewal = renewToken(request.context, seen, request.signal);
		return await within(renewal, request.timeoutMs, request.signal).then(
			() => {
				slot.release({ remaining: {}, refused: false });
				this.hung.delete(client);
				return true;
			},
			(error) => this.failed(error, connection, slot, request),
		);
	}

	private failed(
		error: unknown,
		connection: Connection,
		slot: RateSlot,
		request: TokenRequest,
	): TokenFailure {
		if (request.signal.aborted || error instanceof TimeOverError) {
			this.hung.add(connection.client);
			slot.release();
			return LATE;
		}
		const failure = classifyTokenError(error, Date.now());
		const { refused, retry } = failure;
		if (refused) this.remember(connection);
		const isRateLimited = retry.kind === 'rateLimited';
		if (isRateLimited) {
			retry.retryAfterMs = tokenPauseMs(retry.retryAfterMs, request.attempts);
			this.limiter.pause(connection.baseUrl, rateScopes.token, retry.retryAfterMs);
		}
		slot.release({ remaining: {}, refused: isRateLimited });
		return failure;
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
