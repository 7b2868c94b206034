import { sleep, type IHttpRequestOptions, type IN8nHttpFullResponse } from 'n8n-workflow';

import { grantedAccesses } from './accessToken';
import {
	connectionFor,
	CREDENTIAL_TYPE,
	hasToken,
	noteLetIn,
	readConnection,
	urlOf,
	type Connection,
} from './connection';
import { explain, explainWait, longWaitText, nodeApiError, type Explanation } from './errors';
import { judgeAnswer, judgeThrown, type Verdict } from './outcome';
import {
	RateLimiter,
	RateLimitWaitError,
	type AcquireOptions,
	type Clock,
	type RateSlot,
} from './rateLimiter';
import { rateScopeOf, remainingOf, type RateScope } from './rateLimits';
import { retryWaitMs } from './retry';
import { SingleFile } from './singleFile';
import type { Api, ApiContext, ApiRequest, ApiResponse, ApiSettings, SendOptions } from './types';

/** A call may wait this long in total, in its scope's windows and between attempts. */
export const DEFAULT_MAX_WAIT_MS = 5 * 60_000;
const REQUEST_TIMEOUT_MS = 60_000;

/** Only durations matter, so a clock that never jumps. */
const clock: Clock = { now: () => performance.now(), sleep };

/** One for the process: all executions of a client share the service's limits. */
const limiter = new RateLimiter(clock);

/** n8n fetches a token for each request that lacks one, so the first request goes alone. */
const firstToken = new SingleFile();

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
	return { send, client: async () => (await connectionFor(context)).client };
}

/** One call: every attempt of it, within one total wait. */
class Call {
	private readonly startedAt = clock.now();
	private readonly scope: RateScope;
	private readonly readOnly: boolean;
	private readonly maxWaitMs: number;
	private turn: number | undefined;

	constructor(
		private readonly context: ApiContext,
		private readonly request: ApiRequest,
		private readonly settings: ApiSettings,
		private readonly signal: AbortSignal,
		private readonly options: SendOptions = {},
	) {
		this.scope = rateScopeOf(request);
		this.readOnly = request.readOnly ?? request.method === 'GET';
		this.maxWaitMs = options.maxWaitMs ?? settings.maxWaitMs ?? DEFAULT_MAX_WAIT_MS;
		if (settings.readOnly && !this.readOnly) {
			throw new Error(`${request.method} ${request.path} changes something, but the operation only reads`);
		}
	}

	/** @throws NodeApiError in the user's terms; ParameterError before anything is sent */
	async send(): Promise<ApiResponse> {
		const url = urlOf(await connectionFor(this.context), this.request);
		for (let attempts = 1; ; attempts++) {
			const { connection, slot, leave } = await this.place();
			const verdict = await this.attempt(connection, url, slot, leave !== undefined).finally(leave);
			if (verdict.ok) return verdict.response;
			this.signal.throwIfAborted();
			const waitMs = this.nextWait(verdict, attempts);
			if (waitMs === undefined) throw await this.failed(verdict, connection);
			if (waitMs > 0) await sleep(waitMs, this.signal);
		}
	}

	private remainingMs(): number {
		return this.maxWaitMs - (clock.now() - this.startedAt);
	}

	/** A place in the windows, and leave to make n8n fetch a token where there is none. */
	private async place(): Promise<{ connection: Connection; slot: RateSlot; leave?: () => void }> {
		for (;;) {
			const connection = await this.connectionAfterFirstToken();
			const slot = await this.acquire(connection);
			if (hasToken(connection)) return { connection, slot };
			const current = await readConnection(this.context).catch((error) => {
				slot.withdraw();
				throw error;
			});
			if (hasToken(current)) return { connection: current, slot };
			if (!firstToken.underWay(current.client)) {
				return { connection: current, slot, leave: firstToken.enter(current.client) };
			}
			slot.withdraw();
		}
	}

	private async connectionAfterFirstToken(): Promise<Connection> {
		for (;;) {
			const connection = await connectionFor(this.context);
			if (hasToken(connection)) return connection;
			const underWay = firstToken.underWay(connection.client);
			if (!underWay) return connection;
			await settled(underWay, this.signal);
			await readConnection(this.context);
		}
	}

	private async acquire({ client }: Connection): Promise<RateSlot> {
		const options: AcquireOptions = {
			maxWaitMs: this.remainingMs(),
			signal: this.signal,
			turn: this.turn,
			onLongWait: (window, waitMs) => this.context.logger.info(longWaitText(this.scope, window, waitMs)),
		};
		const slot = await limiter
			.acquire(client, this.scope, options)
			.catch((error) => this.couldNotWait(error));
		this.turn = slot.turn;
		return slot;
	}

	private couldNotWait(error: unknown): never {
		this.signal.throwIfAborted();
		throw error instanceof RateLimitWaitError ? this.nodeError(explainWait(error)) : error;
	}

	private async attempt(
		connection: Connection,
		url: string,
		slot: RateSlot,
		first: boolean,
	): Promise<Verdict> {
		const tokenUrl = `${connection.baseUrl}/auth/token`;
		const sent = this.context.helpers.httpRequestWithAuthentication.call(
			this.context,
			CREDENTIAL_TYPE,
			this.httpOptions(url),
		) as Promise<IN8nHttpFullResponse>;
		return await sent.then(
			async ({ statusCode, headers, body }) => {
				const answer = { statusCode, headers: headers as Record<string, string>, body };
				if (first) await noteLetIn(this.context);
				return this.judged(answer, connection, slot);
			},
			(error) => {
				slot.release();
				return judgeThrown(error, tokenUrl);
			},
		);
	}

	/** The pause comes first: nobody may leave between a refusal and the pause it asks for. */
	private judged(answer: ApiResponse, connection: Connection, slot: RateSlot): Verdict {
		const verdict = judgeAnswer(answer, Date.now());
		const refused = answer.statusCode === 429;
		const remaining = remainingOf(answer.headers);
		if (!verdict.ok && refused && verdict.trouble.kind === 'rateLimited') {
			const { retryAfterMs } = verdict.trouble;
			if (retryAfterMs !== undefined) limiter.pause(connection.client, this.scope, retryAfterMs, remaining);
		}
		slot.release({ remaining, refused });
		return verdict;
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

	private nextWait({ problem, trouble }: Verdict & { ok: false }, attempts: number): number | undefined {
		const waitMs = retryWaitMs(trouble, {
			attempts,
			readOnly: this.readOnly,
			remainingMs: this.remainingMs(),
			random: Math.random(),
		});
		const paused =
			problem.kind === 'status' && trouble.kind === 'rateLimited' && trouble.retryAfterMs !== undefined;
		return waitMs !== undefined && paused ? 0 : waitMs;
	}

	private async failed(verdict: Verdict & { ok: false }, connection: Connection): Promise<Error> {
		const { problem, trouble } = verdict;
		// The token may have been fetched during this very call.
		const current = await readConnection(this.context);
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
		return nodeApiError(this.context.getNode(), explanation, this.settings.itemIndex);
	}
}

function cancelSignalOf(context: ApiContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** Waits for something that never fails, unless the signal is aborted first. */
async function settled(work: Promise<void>, signal: AbortSignal): Promise<void> {
	signal.throwIfAborted();
	await new Promise<void>((resolve, reject) => {
		const giveUp = () => reject(signal.reason as Error);
		signal.addEventListener('abort', giveUp, { once: true });
		void work.then(() => {
			signal.removeEventListener('abort', giveUp);
			resolve();
		});
	});
}

function definedOnly(query: ApiRequest['query'] = {}): NonNullable<ApiRequest['query']> {
	return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}
