import type { Passage } from '../network/network.mts';
import { pathOf } from '../network/network.mts';
import { scopeOf } from '../network/scopes.mts';
import type { Observer } from '../world/happenings.mts';
import { CREDENTIAL_ID, isTokenRequest, type Stage } from '../world/stage.mts';
import { Pauses } from './pauses.mts';

/** From reading the credential to sending with it: two round trips to the database. */
const READ_BEFORE_MS = 30;
/** Of all requests, as docs/performance.md states it for several processes. */
const MAX_REFUSED = 0.01;
const ENOUGH_REQUESTS = 1_000;

const MINUTE_MS = 60_000;
/** Of one process (specification, Request rate limits). */
const MAX_TOKENS = 15;
/** Whoever is refused waits a second at least: each of ten requests at once may come again so often. */
const MAX_REFUSALS = 100;

interface Credential {
	until: number;
	host: string;
	secret: string;
}

/** Requests go to the credential's host of that moment, with what is that host's, and within the limits. */
export class Traffic implements Observer {
	private readonly issuedBy = new Map<string, string>();
	private readonly pauses = new Pauses();
	/** By process and host: answered a request for a token without the secret. */
	private readonly asked = new Set<string>();
	/** By process, and by process and kind of request: when it asked for tokens, and when it was refused. */
	private readonly times = new Map<string, number[]>();
	/** The credential as it was. */
	private former: Credential[] = [];
	/** Requests, without those for tokens, while no other program used the limits, and how many of them were answered 429. */
	private readonly undisturbed = { requests: 0, refused: 0 };
	private current: Credential | undefined;

	constructor(private readonly stage: Stage) {}

	onRequest(passage: Passage): void {
		const { sent, answered, fate } = passage;
		const { host } = new URL(sent.url);
		const allowed = this.credentialsAt(passage.at);
		const path = pathOf(sent).split('?', 1)[0];
		if (!allowed.some((one) => one.host === host)) {
			this.stage.found(
				'traffic: host',
				`${passage.from} asked ${host} for ${path}, which is not the credential's host`,
			);
		}
		this.expectPauses(passage);
		this.expectPause(passage);
		// How many others of the same address fetch tokens, no process can know: they have a rule of their own.
		if (!this.stage.othersAtWork && !isTokenRequest(sent)) {
			this.undisturbed.requests += 1;
			if (answered?.status === 429) this.undisturbed.refused += 1;
		}
		if (isTokenRequest(sent)) {
			// The first request to an address comes without one.
			const secret = new URLSearchParams(sent.body).get('client_secret');
			this.expectAsked(passage, secret !== null);
			if (secret !== null && !allowed.some((one) => one.host === host && one.secret === secret)) {
				this.stage.found('traffic: secret', `${passage.from} sent a secret to ${host} that is not for it`);
			}
			const token =
				answered?.status === 200 && fate.answer === undefined ? tokenIn(answered.body) : undefined;
			if (token !== undefined) this.issuedBy.set(token, host);
			return;
		}
		const token = (sent.headers.authorization ?? '').replace('Bearer ', '');
		const issuer = this.issuedBy.get(token);
		if (issuer !== undefined && issuer !== host) {
			this.stage.found('traffic: token', `${passage.from} sent a token of ${issuer} to ${host}`);
		}
	}

	/** How n8n tells of refused tokens differs, so they are left to their own rules. */
	private expectPause(passage: Passage): void {
		if (isTokenRequest(passage.sent)) return;
		const scope = scopeOf(passage.sent);
		const pauseMs = this.pauses.note(passage, scope);
		if (pauseMs !== undefined)
			this.stage.found(
				'traffic: pause',
				`${passage.from} sent a request of ${scope} in a pause of ${Math.round(pauseMs)} ms that a 429 had asked for`,
			);
	}

	/** The secret follows to no address that has not answered without it: it might redirect (docs/architecture.md). */
	private expectAsked({ from, sent, fate, answered }: Passage, hasSecret: boolean): void {
		const key = `${from} ${new URL(sent.url).host}`;
		if (!hasSecret && (answered ?? fate.instead) !== undefined && fate.lost === undefined)
			this.asked.add(key);
		if (hasSecret && !this.asked.has(key))
			this.stage.found(
				'traffic: first',
				`${key}: the secret was sent to an address that had not answered without it`,
			);
	}

	/** No process asks an address for more tokens than it may, those refused aside, or ignores refusals. */
	private expectPauses({ at, from, sent, fate, answered }: Passage): void {
		const status = (fate.instead ?? answered)?.status;
		if (status === 429) {
			const area = isTokenRequest(sent) ? 'tokens' : pathOf(sent).replace(/\/\d+.*/, '');
			const refusals = this.withinAMinute(`${from}: ${area} refused`, at);
			if (refusals > MAX_REFUSALS)
				this.stage.found(
					'traffic: refusals',
					`${from} was refused ${refusals} times within a minute at ${area}`,
				);
		} else if (isTokenRequest(sent)) {
			const { host } = new URL(sent.url);
			const tokens = this.withinAMinute(`${from}: tokens of ${host}`, at);
			if (tokens > MAX_TOKENS)
				this.stage.found('traffic: tokens', `${from} asked for ${tokens} tokens within a minute`);
		}
	}

	private withinAMinute(what: string, at: number): number {
		const times = [...(this.times.get(what) ?? []), at].filter((time) => time > at - MINUTE_MS);
		this.times.set(what, times);
		return times.length;
	}

	atEnd(): void {
		const { requests, refused } = this.undisturbed;
		if (requests < ENOUGH_REQUESTS || refused / requests <= MAX_REFUSED) return;
		this.stage.found('traffic: limits', `${refused} of ${requests} requests were refused with 429`);
	}

	get tokens(): Iterable<string> {
		return this.issuedBy.keys();
	}

	private credentialsAt(at: number): Credential[] {
		const data = this.stage.n8n.database.credentials.get(CREDENTIAL_ID)?.data;
		const host = data ? new URL(String(data.baseUrl)).host : '';
		const secret = String(data?.clientSecret ?? '');
		if (this.current?.host !== host || this.current.secret !== secret) {
			if (this.current) this.former.push({ ...this.current, until: this.stage.now });
			this.current = { host, secret, until: Infinity };
		}
		this.former = this.former.filter(({ until }) => until > at - 60_000);
		return [...this.former.filter(({ until }) => until > at - READ_BEFORE_MS), this.current];
	}
}

function tokenIn(body: string): string | undefined {
	return (JSON.parse(body) as { access_token?: string }).access_token;
}
