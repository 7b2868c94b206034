import type { Exchange } from '../network/network.mts';
import { isTokenRequest, pathOf } from '../network/network.mts';
import { scopeOf } from '../network/scopes.mts';
import type { Observer } from '../world/observer.mts';
import { CREDENTIAL_ID, type Simulation } from '../world/simulation.mts';
import { Pauses } from './pauses.mts';

/** The longest time from reading the credential to sending the request: two round trips to the database. */
const READ_BEFORE_MS = 30;
/** The share of requests that may get a 429: for one or two processes, and again for each further one (docs/scaling.md). */
const MAX_REFUSED = 0.01;
const ENOUGH_REQUESTS = 1_000;

const MINUTE_MS = 60_000;
/** Per process and minute (specification, Request rate limits). */
const MAX_TOKENS = 15;
/** After a 429, a request waits for at least a second, and ten may run at once. */
const MAX_REFUSALS = 100;
/** A new token that is refused may be tried once more, by all requests in progress. */
const MAX_SENT_AGAIN = 10;

interface Credential {
	until: number;
	host: string;
	secret: string;
}

/** Requests go to the current host of the credential, with the secrets of that host, and within the limits. */
export class Traffic implements Observer {
	private readonly issuedBy = new Map<string, string>();
	private readonly pauses = new Pauses();
	/** Processes and hosts for which a token request without the secret got a response. */
	private readonly asked = new Set<string>();
	/** By process and kind of request: the times of token requests and of 429s. */
	private readonly times = new Map<string, number[]>();
	/** By process, area and token: when its first 401 arrived. */
	private readonly refusedAt = new Map<string, number>();
	/** Former versions of the credential. */
	private former: Credential[] = [];
	/** Requests, without those for tokens, while no other program used the limits, and how many of them got a 429. */
	private readonly undisturbed = { requests: 0, refused: 0 };
	private current: Credential | undefined;

	constructor(private readonly simulation: Simulation) {}

	onRequest(exchange: Exchange): void {
		const { request, response, delivery } = exchange;
		const { host } = new URL(request.url);
		const allowed = this.credentialsAt(exchange.at);
		const path = pathOf(request).split('?', 1)[0];
		if (!allowed.some((one) => one.host === host)) {
			this.simulation.found(
				'traffic: host',
				`${exchange.from} asked ${host} for ${path}, which is not the credential's host`,
			);
		}
		this.expectPauses(exchange);
		this.expectPause(exchange);
		// Token requests have another rule: no process knows how many others request tokens from the same IP address.
		if (!this.simulation.hasOtherProgram && !isTokenRequest(request)) {
			this.undisturbed.requests += 1;
			if (response?.status === 429) this.undisturbed.refused += 1;
		}
		if (isTokenRequest(request)) {
			// The first request to an address has no secret.
			const secret = new URLSearchParams(request.body).get('client_secret');
			this.expectAsked(exchange, secret !== null);
			if (secret !== null && !allowed.some((one) => one.host === host && one.secret === secret)) {
				this.simulation.found(
					'traffic: secret',
					`${exchange.from} sent a secret to ${host} that is not for it`,
				);
			}
			const token =
				response?.status === 200 && delivery.responseFault === undefined ? tokenIn(response.body) : undefined;
			if (token !== undefined) this.issuedBy.set(token, host);
			return;
		}
		const token = (request.headers.authorization ?? '').replace('Bearer ', '');
		this.expectOtherToken(exchange, token);
		const issuer = this.issuedBy.get(token);
		if (issuer !== undefined && issuer !== host) {
			this.simulation.found('traffic: token', `${exchange.from} sent a token of ${issuer} to ${host}`);
		}
	}

	/** Token requests have their own rules, because n8n reports their failures in different ways. */
	private expectPause(exchange: Exchange): void {
		if (isTokenRequest(exchange.request)) return;
		const scope = scopeOf(exchange.request);
		const pauseMs = this.pauses.note(exchange, scope);
		if (pauseMs !== undefined)
			this.simulation.found(
				'traffic: pause',
				`${exchange.from} sent a request of ${scope} in a pause of ${Math.round(pauseMs)} ms that a 429 had asked for`,
			);
	}

	/** A refused token is not sent again and again. */
	private expectOtherToken({ at, from, request, delivery, response }: Exchange, token: string): void {
		const area = pathOf(request).split('/', 3).join('/');
		const key = `${from} ${area} ${token}`;
		const refusedAt = this.refusedAt.get(key);
		const isRefused = delivery.lost === undefined && (delivery.instead ?? response)?.status === 401;
		if (!isRefused) return;
		if (refusedAt === undefined) this.refusedAt.set(key, this.simulation.now);
		if (refusedAt === undefined || at <= refusedAt) return;
		const times = this.withinAMinute(`${key} again`, at);
		if (times > MAX_SENT_AGAIN)
			this.simulation.found(
				'traffic: refused token',
				`${from} sent a token ${times} times within a minute to ${area}, which had refused it and did so again`,
			);
	}

	/** The secret goes only to an address that has responded without it, because it might redirect (docs/architecture.md). */
	private expectAsked({ from, request, delivery, response }: Exchange, hasSecret: boolean): void {
		const key = `${from} ${new URL(request.url).host}`;
		if (!hasSecret && (response ?? delivery.instead) !== undefined && delivery.lost === undefined)
			this.asked.add(key);
		if (hasSecret && !this.asked.has(key))
			this.simulation.found(
				'traffic: first',
				`${key}: the secret was sent to an address that had not answered without it`,
			);
	}

	/** No process requests more tokens than allowed, except those refused, or ignores 429s. */
	private expectPauses({ at, from, request, delivery, response }: Exchange): void {
		const status = (delivery.instead ?? response)?.status;
		if (status === 429) {
			const area = isTokenRequest(request) ? 'tokens' : pathOf(request).replace(/\/\d+.*/, '');
			const refusals = this.withinAMinute(`${from}: ${area} refused`, at);
			if (refusals > MAX_REFUSALS)
				this.simulation.found(
					'traffic: refusals',
					`${from} was refused ${refusals} times within a minute at ${area}`,
				);
		} else if (isTokenRequest(request)) {
			const { host } = new URL(request.url);
			const tokens = this.withinAMinute(`${from}: tokens of ${host}`, at);
			if (tokens > MAX_TOKENS)
				this.simulation.found('traffic: tokens', `${from} asked for ${tokens} tokens within a minute`);
		}
	}

	private withinAMinute(what: string, at: number): number {
		const times = [...(this.times.get(what) ?? []), at].filter((time) => time > at - MINUTE_MS);
		this.times.set(what, times);
		return times.length;
	}

	atEnd(): void {
		const { requests, refused } = this.undisturbed;
		const maxShare = MAX_REFUSED * Math.max(1, this.simulation.setting.processes - 1);
		if (requests < ENOUGH_REQUESTS || refused / requests <= maxShare) return;
		this.simulation.found('traffic: limits', `${refused} of ${requests} requests were refused with 429`);
	}

	get tokens(): Iterable<string> {
		return this.issuedBy.keys();
	}

	private credentialsAt(at: number): Credential[] {
		const data = this.simulation.n8n.database.credentials.get(CREDENTIAL_ID)?.data;
		const host = data ? new URL(String(data.baseUrl)).host : '';
		const secret = String(data?.apiClientSecret ?? '');
		if (this.current?.host !== host || this.current.secret !== secret) {
			if (this.current) this.former.push({ ...this.current, until: this.simulation.now });
			this.current = { host, secret, until: Infinity };
		}
		this.former = this.former.filter(({ until }) => until > at - 60_000);
		return [...this.former.filter(({ until }) => until > at - READ_BEFORE_MS), this.current];
	}
}

function tokenIn(body: string): string | undefined {
	return (JSON.parse(body) as { access_token?: string }).access_token;
}
