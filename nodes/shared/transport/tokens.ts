import type { ApiArea } from './areas';
import { askWithoutSecret, renewToken } from './authenticated';
import { hostOf, readConnection, type Connection } from './connection';
import { classifyTokenError, type TokenFailure } from './classifyResponse';
import { MINUTE_MS } from '../rateLimit/windows';
import type { RateLimiter } from '../rateLimit/rateLimiter';
import type { Clock } from '../rateLimit/clock';
import type { RateSlot } from '../rateLimit/scopeLimiter';
import { rateScopes } from './rateScopes';
import { backoffMs, tokenPauseMs } from './retry';
import { redirectAway } from './tokenAddress';
import { Mutex } from '../util/mutex';
import type { ApiContext } from './types';
import { TimeOverError, within } from './waiting';

/** A request for a token. */
interface TokenRequest {
	context: ApiContext;
	signal: AbortSignal;
	/** For n8n's request to the token endpoint. */
	timeoutMs: number;
	attempts: number;
	/** Whether a credential has a token that was not refused. */
	mayUse(connection: Connection): boolean;
	/** A slot in the windows of token requests. */
	acquire(): Promise<RateSlot>;
}

export const LATE: TokenFailure = { kind: 'token', late: true, retry: { kind: 'transient', unsent: true } };
/** Refused credentials are not sent again for each of a thousand items. */
const REFUSAL_KEPT_MS = 10_000;
/** While no other token can be had, a refused one is tried again this rarely: it may still be in force. */
const REFUSED_TOKEN_KEPT_MS = MINUTE_MS;
/** A failure as long ago as this says nothing of the present. */
const FORGOTTEN_AFTER_MS = 10 * MINUTE_MS;

/** Why no token is requested until then. */
interface RememberedFailure {
	failure: TokenFailure;
	until: number;
	inARow: number;
}

/**
 * Makes n8n fetch tokens: one at a time for each identity, within the rate limits of the token endpoint. While it
 * fails, it is asked more and more rarely, whoever needs a token: each request counts in its limits, also in that of an
 * hour.
 */
export class Tokens {
	private readonly renewals = new Mutex();
	/** By identity. */
	private readonly failures = new Map<string, RememberedFailure>();
	/** Base URLs whose token address does not redirect to another host. */
	private readonly checked = new Set<string>();
	/** By identity and area: the token that was refused there, and until when nobody sends it. */
	private readonly refused = new Map<string, { accessToken: string; until: number }>();
	/** Identities whose token endpoint did not respond: n8n would wait for its pending request, for minutes. */
	private readonly hung = new Set<string>();

	constructor(
		private readonly limiter: RateLimiter,
		private readonly clock: Clock,
	) {}

	/** Settles when the token that is being fetched has arrived or failed; `undefined` if there is none. */
	underWay(identity: string): Promise<void> | undefined {
		return this.renewals.underWay(identity);
	}

	/** The service refused the token in this area; others may still accept it. */
	noteRefused({ identity, accessToken }: Connection, area: ApiArea): void {
		const now = this.clock.now();
		for (const [other, { until }] of this.refused) if (until <= now) this.refused.delete(other);
		if (accessToken !== undefined)
			this.refused.set(`${area} ${identity}`, { accessToken, until: now + REFUSED_TOKEN_KEPT_MS });
	}

	isRefused({ identity, accessToken }: Connection, area: ApiArea): boolean {
		const known = this.refused.get(`${area} ${identity}`);
		return known?.accessToken === accessToken && this.clock.now() < (known?.until ?? 0);
	}

	/** @returns whether a token was fetched; if not, the credential must be read again */
	async renew(connection: Connection, request: TokenRequest): Promise<boolean | TokenFailure> {
		const known = this.failures.get(connection.identity);
		if (known !== undefined && known.until > this.clock.now()) return known.failure;
		const leave = this.renewals.enter(connection.identity);
		const fetched = async () =>
			(await this.checkAddress(connection, request)) ?? (await this.fetch(connection.identity, request));
		return await fetched().finally(leave);
	}

	/**
	 * n8n follows redirects and sends the secret along. So the first request to a token address is without it: one
	 * for each process, which counts in the limits of the address.
	 */
	private async checkAddress(
		connection: Connection,
		request: TokenRequest,
	): Promise<TokenFailure | false | undefined> {
		const { baseUrl, identity } = connection;
		if (this.checked.has(baseUrl)) return undefined;
		const slot = await request.acquire();
		const current = await this.read(request, slot);
		if (current.identity !== identity) {
			slot.withdraw();
			return false;
		}
		const { context, signal, timeoutMs } = request;
		const away = redirectAway(
			`${baseUrl}/auth/token`,
			async (url) => await askWithoutSecret(context, url, timeoutMs, signal),
		);
		return await within(away, timeoutMs, signal).then(
			(redirectsTo) => {
				slot.release({ remaining: {}, refused: false });
				if (redirectsTo === undefined) {
					this.checked.add(baseUrl);
					return undefined;
				}
				const failure: TokenFailure = { kind: 'token', redirectsTo, retry: { kind: 'final' } };
				this.remember(connection, failure);
				return failure;
			},
			(error) => this.failed(error, connection, slot, request),
		);
	}

	private async fetch(identity: string, request: TokenRequest): Promise<boolean | TokenFailure> {
		const slot = await request.acquire();
		const connection = await this.read(request, slot);
		if (connection.identity !== identity || request.mayUse(connection)) {
			slot.withdraw();
			return false;
		}
		const shown = this.hung.has(identity) ? { ...connection, accessToken: undefined } : connection;
		const renewal = renewToken(request.context, shown, request.signal);
		return await within(renewal, request.timeoutMs, request.signal).then(
			() => {
				slot.release({ remaining: {}, refused: false });
				this.hung.delete(identity);
				this.failures.delete(identity);
				return true;
			},
			(error) => this.failed(error, connection, slot, request),
		);
	}

	/** As it is once the slot has come: it may have been edited while it was waited for. */
	private async read({ context }: TokenRequest, slot: RateSlot): Promise<Connection> {
		return await readConnection(context).catch((error) => {
			slot.withdraw();
			throw error;
		});
	}

	private failed(
		error: unknown,
		connection: Connection,
		slot: RateSlot,
		request: TokenRequest,
	): TokenFailure {
		if (request.signal.aborted || error instanceof TimeOverError) {
			this.hung.add(connection.identity);
			slot.release();
			if (!request.signal.aborted) this.remember(connection, LATE);
			return LATE;
		}
		const failure = classifyTokenError(error, Date.now());
		const { retry } = failure;
		const isRateLimited = retry.kind === 'rateLimited';
		if (isRateLimited) {
			retry.retryAfterMs = tokenPauseMs(retry.retryAfterMs, request.attempts);
			this.limiter.of(hostOf(connection.baseUrl), rateScopes.token).pause(retry.retryAfterMs);
		} else this.remember(connection, failure);
		slot.release({ remaining: {}, refused: isRateLimited });
		return failure;
	}

	private remember({ identity }: Connection, failure: TokenFailure): void {
		const now = this.clock.now();
		for (const [other, { until }] of this.failures)
			if (until <= now - FORGOTTEN_AFTER_MS) this.failures.delete(other);
		const inARow = (this.failures.get(identity)?.inARow ?? 0) + 1;
		// The shortest wait there is: who waits for its next attempt makes it.
		const isRefusal = failure.refused === true || failure.redirectsTo !== undefined;
		const keptMs = Math.max(backoffMs(inARow, 0), isRefusal ? REFUSAL_KEPT_MS : 0);
		this.failures.set(identity, { failure, until: now + keptMs, inARow });
	}
}
