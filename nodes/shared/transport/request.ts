import { sleep, type IHttpRequestOptions, type IN8nHttpFullResponse } from 'n8n-workflow';

import { grantedAccesses } from './accessToken';
import { CREDENTIAL_TYPE, readConnection, urlOf, type Connection } from './connection';
import { explain, explainWait, nodeApiError, type Explanation } from './errors';
import { judgeAnswer, judgeThrown, type Problem, type Verdict } from './outcome';
import { RateLimiter, RateLimitWaitError, type Clock, type RateSlot } from './rateLimiter';
import { rateScopeOf, type RateScope } from './rateLimits';
import { retryWaitMs } from './retry';
import type { Api, ApiContext, ApiRequest, ApiResponse, SendOptions } from './types';

/** A call may wait this long in total, in its scope's windows and between attempts. */
export const DEFAULT_MAX_WAIT_MS = 5 * 60_000;
const REQUEST_TIMEOUT_MS = 60_000;

const clock: Clock = { now: () => Date.now(), sleep };

/** One for the process: all executions of a client share the service's limits. */
const limiter = new RateLimiter(clock);

/** The transport, bound to a node's context and, for an operation, to the input item. */
export function createApi(context: ApiContext, itemIndex?: number): Api {
	return {
		send: async (request, options) => await new Call(context, request, options, itemIndex).send(),
		client: async () => (await readConnection(context)).client,
	};
}

/** One call: every attempt of it, within one total wait. */
class Call {
	private readonly startedAt = clock.now();
	private readonly scope: RateScope;
	private readonly readOnly: boolean;
	private readonly maxWaitMs: number;
	private readonly signal: AbortSignal | undefined;

	constructor(
		private readonly context: ApiContext,
		private readonly request: ApiRequest,
		private readonly options: SendOptions = {},
		private readonly itemIndex?: number,
	) {
		this.scope = rateScopeOf(request);
		this.readOnly = request.readOnly ?? request.method === 'GET';
		this.maxWaitMs = options.maxWaitMs ?? DEFAULT_MAX_WAIT_MS;
		this.signal = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	}

	/** @throws NodeApiError in the user's terms; ParameterError before anything is sent */
	async send(): Promise<ApiResponse> {
		const connection = await readConnection(this.context);
		const url = urlOf(connection, this.request);
		for (let attempts = 1; ; attempts++) {
			const slot = await this.acquire(connection);
			const verdict = await this.attempt(connection, url, slot);
			if (verdict.ok) return verdict.response;
			this.signal?.throwIfAborted();
			const waitMs = this.nextWait(verdict, attempts, connection);
			if (waitMs === undefined) throw await this.failed(verdict, connection);
			await sleep(waitMs, this.signal);
		}
	}

	private remainingMs(): number {
		return this.maxWaitMs - (clock.now() - this.startedAt);
	}

	private async acquire(connection: Connection): Promise<RateSlot> {
		const place = limiter.acquire(connection.client, this.scope, this.remainingMs(), this.signal);
		return await place.catch((error) => this.couldNotWait(error));
	}

	private couldNotWait(error: unknown): never {
		this.signal?.throwIfAborted();
		throw error instanceof RateLimitWaitError ? this.nodeError(explainWait(error)) : error;
	}

	private async attempt(connection: Connection, url: string, slot: RateSlot): Promise<Verdict> {
		const tokenUrl = `${connection.baseUrl}/auth/token`;
		const sent = this.context.helpers.httpRequestWithAuthentication.call(
			this.context,
			CREDENTIAL_TYPE,
			this.httpOptions(url),
		) as Promise<IN8nHttpFullResponse>;
		return await sent
			.then(
				({ statusCode, headers, body }) =>
					judgeAnswer({ statusCode, headers: headers as Record<string, string>, body }, clock.now()),
				(error) => judgeThrown(error, tokenUrl),
			)
			.finally(() => slot.release());
	}

	/**
	 * Every status but 401 comes back as data; n8n needs the 401 itself, to renew the token and send again.
	 * Redirects are not followed: the token would go along, and a POST would turn into a GET.
	 */
	private httpOptions(url: string): IHttpRequestOptions {
		const { method, query, body } = this.request;
		return {
			method,
			url,
			qs: definedOnly(query),
			...(body !== undefined && { body }),
			json: true,
			arrayFormat: 'repeat',
			returnFullResponse: true,
			ignoreHttpStatusErrors: { ignore: true, except: [401] },
			disableFollowRedirect: true,
			timeout: Math.min(REQUEST_TIMEOUT_MS, this.options.timeoutMs ?? REQUEST_TIMEOUT_MS),
			abortSignal: this.signal,
		};
	}

	private nextWait(
		verdict: Verdict & { ok: false },
		attempts: number,
		connection: Connection,
	): number | undefined {
		const { trouble } = verdict;
		if (
			trouble.kind === 'rateLimited' &&
			trouble.retryAfterMs !== undefined &&
			verdict.problem.kind === 'status'
		) {
			limiter.pause(connection.client, this.scope, trouble.retryAfterMs);
		}
		return retryWaitMs(trouble, {
			attempts,
			readOnly: this.readOnly,
			remainingMs: this.remainingMs(),
			random: Math.random(),
		});
	}

	private async failed(verdict: Verdict & { ok: false }, connection: Connection): Promise<Error> {
		const { problem, trouble } = verdict;
		// The token that was refused access may have been fetched during this very call.
		const current = isForbidden(problem) ? await readConnection(this.context) : connection;
		return this.nodeError(
			explain(problem, {
				request: this.request,
				baseUrl: connection.areaBaseUrls[this.request.area] ?? connection.baseUrl,
				readOnly: this.readOnly,
				accesses: grantedAccesses(current.accessToken),
				texts: this.options.errors,
				howToCheck: this.options.howToCheck,
				retryAfterMs: trouble.kind === 'final' ? undefined : trouble.retryAfterMs,
				secrets: [...connection.secrets, ...current.secrets],
			}),
		);
	}

	private nodeError(explanation: Explanation): Error {
		return nodeApiError(this.context.getNode(), explanation, this.itemIndex);
	}
}

function isForbidden(problem: Problem): boolean {
	return problem.kind === 'status' && problem.statusCode === 403;
}

function definedOnly(query: ApiRequest['query'] = {}): NonNullable<ApiRequest['query']> {
	return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}
