import type { IHttpRequestOptions } from 'n8n-workflow';

import { expiryOf, grantedAccesses } from './accessToken';
import { sendAuthenticated } from './authenticated';
import { CallToken } from './callToken';
import {
	baseUrlOf,
	CREDENTIAL_TYPE,
	hostOf,
	limitedClient,
	pathOf,
	readConnection,
	urlOf,
	type Connection,
} from './connection';
import { nodeApiError, type Explanation } from './errors';
import { explain, explainShare, explainWait } from './explain';
import { longWaitText } from './sentences';
import {
	classifyError,
	classifyResponse,
	isNotProcessed,
	type Classified,
	type RequestFailure,
} from './classifyResponse';
import { RateLimiter } from '../rateLimit/rateLimiter';
import { RateLimitWaitError, type Priority, type RateSlot } from '../rateLimit/scopeLimiter';
import { holdsPersonalData, withoutQuotes } from './personalData';
import { areaOfScope, nodeScopes, rateScopeOf, rateScopes, remainingOf } from './rateScopes';
import type { Allowance } from '../rateLimit/triggerAllowance';
import type { RateScope } from '../rateLimit/windows';
import { isHarmless, readsOnly, retryWaitMs } from './retry';
import { Tokens } from './tokens';
import type {
	Api,
	ApiContext,
	ApiRequest,
	ApiResponse,
	ApiSettings,
	ConnectionStatus,
	SendOptions,
} from './types';
import { clock, pause } from './waiting';

/** A call may wait this long in total, in its scope's windows and between attempts. */
const DEFAULT_MAX_WAIT_MS = 5 * 60_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** While no limit is used up, a request may wait at least this long for its slot. */
const PACING_MS = 60_000;
/** Nothing is sent: only the token is of interest. */
const TOKEN_ONLY: ApiRequest = { area: 'content', method: 'GET', path: '' };

/** One per process: all executions of a client share the rate limits of a host. */
const limiter = new RateLimiter(clock);

const tokens = new Tokens(limiter, clock);

/** Whose request it is, and whom it is counted for. */
interface Requester {
	identity: string;
	limited: string;
}

/** By credential ID and area: as the credential was when it was last read. */
const requesters = new Map<string, Requester>();

/** The transport, bound to a node's context and, for an operation, to the input item. */
export function createApi(context: ApiContext, settings: ApiSettings = {}): Api {
	const signal = settings.signal ?? cancelSignalOf(context);
	const underWay = new Set<AbortController>();
	signal?.addEventListener('abort', () => underWay.forEach((call) => call.abort(signal.reason)), {
		once: true,
	});
	const send: Api['send'] = async (request, options) => {
		signal?.throwIfAborted();
		const stop = new AbortController();
		underWay.add(stop);
		try {
			return await new Call(context, request, settings, stop.signal, options).send();
		} finally {
			underWay.delete(stop);
		}
	};
	return {
		send,
		client: async () => (await readConnection(context)).identity,
		recipient: async (area) => {
			const connection = await readConnection(context);
			return `${baseUrlOf(connection, area)} ${connection.clientId}`;
		},
		maxDurationMs: (options) => maxWaitMsOf(settings, options) + timeoutMsOf(options),
	};
}

/**
 * What a poll of a trigger may send in this scope that begins now.
 * @param trigger which one
 * @param properties how many it reads
 */
export async function pollAllowance(
	context: ApiContext,
	scope: RateScope,
	trigger: string,
	properties: number,
): Promise<Allowance> {
	const connection = await readConnection(context);
	return limiter.of(limitedClient(connection, areaOfScope(scope)), scope).allowanceOf(trigger, properties);
}

function maxWaitMsOf(settings: ApiSettings, options: SendOptions = {}): number {
	return Math.min(options.maxWaitMs ?? Infinity, settings.maxWaitMs ?? DEFAULT_MAX_WAIT_MS);
}

function timeoutMsOf({ timeoutMs = REQUEST_TIMEOUT_MS }: SendOptions = {}): number {
	return Math.min(REQUEST_TIMEOUT_MS, timeoutMs);
}

/** Fetches a token if there is none or if it has expired; sends no other request. */
export async function connectionStatus(
	context: ApiContext,
	settings: ApiSettings & { signal: AbortSignal },
): Promise<ConnectionStatus> {
	const connection = await new Call(context, TOKEN_ONLY, settings, settings.signal).connect();
	const { accessToken } = connection;
	const toWallTime = Date.now() - clock.now();
	const limits = nodeScopes.map((scope) => {
		const status = limiter.of(limitedClient(connection, areaOfScope(scope)), scope).status();
		return [scope, status && { ...status, toldAt: status.toldAt + toWallTime }] as const;
	});
	return {
		accesses: grantedAccesses(accessToken),
		expiresAt: expiryOf(accessToken),
		limits: new Map(limits),
	};
}

/** One call with all its attempts, within one total wait. */
class Call {
	private readonly startedAt = clock.now();
	private readonly scope: RateScope;
	private readonly isHarmless: boolean;
	private readonly maxWaitMs: number;
	private readonly timeoutMs: number;
	private ticket: number | undefined;
	private readonly token: CallToken;

	constructor(
		private readonly context: ApiContext,
		private readonly request: ApiRequest,
		private readonly settings: ApiSettings,
		private readonly signal: AbortSignal,
		private readonly options: SendOptions = {},
	) {
		this.scope = rateScopeOf(request);
		this.isHarmless = isHarmless(request);
		this.maxWaitMs = maxWaitMsOf(settings, options);
		this.timeoutMs = timeoutMsOf(options);
		this.token = new CallToken(tokens, clock, {
			context,
			area: request.area,
			signal,
			remainingMs: () => this.remainingMs(),
			timeoutMs: () => this.attemptTimeoutMs(),
			acquireSlot: async ({ baseUrl }) => await this.acquire(hostOf(baseUrl), rateScopes.token),
			waitBeforeNext: async (...attempt) => await this.waitBeforeNext(...attempt),
			failed: (...about) => this.failed(...about),
		});
		if (settings.readOnly && !readsOnly(request)) {
			throw new Error(`${request.method} ${request.path} changes data, but the operation is read-only`);
		}
	}

	/** @throws NodeApiError for the user; ParameterError before anything is sent */
	async send(): Promise<ApiResponse> {
		pathOf(this.request);
		for (let attempts = 1; ; attempts++) {
			const { connection, slot } = await this.nextSlot();
			const sentAt = clock.now();
			this.options.onAttempt?.(true);
			this.options.onSent?.();
			const attempted = await this.attempt(connection, slot);
			if (!attempted.failure) return attempted.response;
			const mayBeProcessed = !isNotProcessed(attempted.failure);
			this.options.onAttempt?.(mayBeProcessed);
			// Of a change that may have been made, the error is told even if the execution has been stopped meanwhile.
			if (this.isHarmless || !mayBeProcessed) this.signal.throwIfAborted();
			if (this.token.isToBeRenewed(attempted.failure, sentAt)) this.token.giveUp(connection);
			else await this.waitBeforeNext(attempted.failure, attempts, connection);
		}
	}

	/** A connection whose token has not expired. */
	async connect(): Promise<Connection> {
		return await this.token.valid();
	}

	private remainingMs(): number {
		return this.maxWaitMs - (clock.now() - this.startedAt);
	}

	/** Takes a slot, then reads the credential, which must have a token. */
	private async nextSlot(): Promise<{ connection: Connection; slot: RateSlot }> {
		let requester = this.probableRequester();
		for (;;) {
			requester ??= this.requesterOf(await this.token.connection());
			const slot = await this.acquire(requester.limited, this.scope).catch(
				async (error) => await this.ifStillSo(requester, error),
			);
			if (slot === undefined) {
				requester = undefined;
				continue;
			}
			const connection = await readConnection(this.context).catch((error) => {
				slot.withdraw();
				throw error;
			});
			const isReady = this.token.isReady(connection) && connection.identity === requester.identity;
			if (this.requesterKey !== undefined) requesters.set(this.requesterKey, this.requesterOf(connection));
			if (isReady) return { connection, slot };
			slot.withdraw();
			requester = undefined;
		}
	}

	/** The credential may have been edited since its limits were looked up. @throws the error if it was not */
	private async ifStillSo(requester: Requester | undefined, error: unknown): Promise<undefined> {
		const connection = await readConnection(this.context);
		if (this.requesterKey === undefined || connection.identity === requester?.identity) throw error;
		requesters.delete(this.requesterKey);
	}

	private requesterOf(connection: Connection): Requester {
		return { identity: connection.identity, limited: limitedClient(connection, this.request.area) };
	}

	/** Reading the credential is the most expensive step, so it is read once, right before the request is sent. */
	private probableRequester(): Requester | undefined {
		const known = requesters.get(this.requesterKey ?? '');
		return known === undefined || tokens.underWay(known.identity) ? undefined : known;
	}

	private get requesterKey(): string | undefined {
		const id = this.context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? undefined;
		return id === undefined ? undefined : `${this.request.area} ${id}`;
	}

	/** A call that limits its attempts ends when its longest wait and one attempt would, also after a 401. */
	private attemptTimeoutMs(): number {
		const leftMs = Math.max(this.remainingMs() + this.timeoutMs, 1);
		return this.options.timeoutMs === undefined ? this.timeoutMs : Math.min(this.timeoutMs, leftMs);
	}

	private async acquire(client: string, scope: RateScope): Promise<RateSlot> {
		const maxWaitMs = this.remainingMs();
		if (scope === this.scope) this.takeOfShare(client);
		const slot = await limiter
			.of(client, scope)
			.acquire({
				maxWaitMs,
				priority: this.priority,
				...(this.options.maxWaitMs === undefined && { maxPacingMs: Math.max(maxWaitMs, PACING_MS) }),
				signal: this.signal,
				...(scope === this.scope && { ticket: this.ticket }),
				onLongWait: (window, waitMs) => this.context.logger.info(longWaitText(scope, window, waitMs)),
			})
			.catch((error) => this.couldNotWait(error));
		if (scope === this.scope) this.ticket = slot.ticket;
		return slot;
	}

	private get priority(): Priority {
		if (!readsOnly(this.request)) return 'write';
		return this.settings.isTrigger ? 'trigger' : 'execution';
	}

	private takeOfShare(client: string): void {
		const left = limiter.of(client, this.scope).left();
		const refused = this.settings.share?.take(left, client, this.scope);
		if (refused) throw this.nodeError(explainShare(refused, this.scope));
	}

	private couldNotWait(error: unknown): never {
		this.signal.throwIfAborted();
		throw error instanceof RateLimitWaitError ? this.nodeError(explainWait(error)) : error;
	}

	private async attempt(connection: Connection, slot: RateSlot): Promise<Classified> {
		// A change is never broken off: its outcome would be unknown.
		const signal = this.isHarmless ? this.signal : new AbortController().signal;
		const sent = sendAuthenticated(this.context, connection, this.httpOptions(connection), signal);
		return await sent.then(
			({ statusCode, headers, body }) =>
				this.received({ statusCode, headers: headers as Record<string, string>, body }, connection, slot),
			(error) => {
				slot.release();
				return { failure: classifyError(error) };
			},
		);
	}

	/** Pauses before it releases the slot, so that no request is sent between a 429 and its pause. */
	private received(response: ApiResponse, connection: Connection, slot: RateSlot): Classified {
		const classified = classifyResponse(response, Date.now(), readsOnly(this.request));
		const refused = response.statusCode === 429;
		const remaining = remainingOf(response.headers);
		const retry = classified.failure?.retry;
		if (retry?.kind === 'rateLimited' && retry.retryAfterMs !== undefined) {
			limiter
				.of(limitedClient(connection, this.request.area), this.scope)
				.pause(retry.retryAfterMs, remaining);
		}
		slot.release({ remaining, refused });
		if (classified.failure || !holdsPersonalData(this.request)) return classified;
		return { response: withoutQuotes(classified.response) };
	}

	/** Redirects are not followed: the token would be sent along, and a POST would become a GET. */
	private httpOptions(connection: Connection): IHttpRequestOptions {
		const { method, query, body } = this.request;
		return {
			method,
			url: urlOf(connection, this.request),
			qs: definedOnly(query),
			...(body !== undefined && jsonBody(body)),
			json: true,
			arrayFormat: 'repeat',
			disableFollowRedirect: true,
			timeout: this.attemptTimeoutMs(),
		};
	}

	/** @throws the failure when there is no next attempt */
	private async waitBeforeNext(
		failure: RequestFailure,
		attempts: number,
		connection: Connection,
	): Promise<void> {
		const { retry } = failure;
		const waitMs = retryWaitMs(retry, {
			attempts,
			maxAttempts: this.options.maxAttempts,
			readOnly: this.isHarmless,
			remainingMs: this.remainingMs(),
			random: Math.random(),
		});
		if (waitMs === undefined) throw this.failed(failure, connection);
		// The limiter already delays all requests of the scope by this time.
		const isPaused = retry.kind === 'rateLimited' && retry.retryAfterMs !== undefined;
		if (!isPaused) await pause(waitMs, this.signal);
	}

	private failed(failure: RequestFailure, connection: Connection): Error {
		const areaBaseUrl = failure.kind === 'token' ? undefined : connection.areaBaseUrls[this.request.area];
		return this.nodeError(
			explain(failure, {
				request: this.request,
				baseUrl: areaBaseUrl ?? connection.baseUrl,
				readOnly: this.isHarmless,
				accesses: grantedAccesses(connection.accessToken),
				texts: this.options.errors,
				personal: holdsPersonalData(this.request),
				writing: this.settings.writing,
				retryAfterMs: failure.retry.kind === 'final' ? undefined : failure.retry.retryAfterMs,
				secrets: connection.secrets,
			}),
		);
	}

	private nodeError(explanation: Explanation): Error {
		return nodeApiError(this.context.getNode(), explanation, this.settings.itemIndex);
	}
}

function cancelSignalOf(context: ApiContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** n8n drops an empty object, but the API requires a body. */
function jsonBody(body: NonNullable<ApiRequest['body']>): Pick<IHttpRequestOptions, 'body' | 'headers'> {
	if (Object.keys(body).length > 0) return { body };
	return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

function definedOnly(query: ApiRequest['query'] = {}): NonNullable<ApiRequest['query']> {
	return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}
