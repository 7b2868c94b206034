import type { Passage } from '../network/network.mts';
import { pathOf } from '../network/network.mts';
import type { Observer } from '../world/happenings.mts';
import { CREDENTIAL_ID, isTokenRequest, type Stage } from '../world/stage.mts';

/** From reading the credential to sending with it: two round trips to the database. */
const READ_BEFORE_MS = 30;
/** Of all requests, as docs/performance.md states it for several processes. */
const MOST_REFUSED = 0.01;
const ENOUGH_REQUESTS = 1_000;

interface Credential {
	until: number;
	host: string;
	secret: string;
}

/** Requests go to the credential's host of that moment, with what is that host's, and within the limits. */
export class Traffic implements Observer {
	private readonly issuedBy = new Map<string, string>();
	/** The credential as it was. */
	private former: Credential[] = [];
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
		if (isTokenRequest(sent)) {
			const secret = new URLSearchParams(sent.body).get('client_secret') ?? '';
			if (!allowed.some((one) => one.host === host && one.secret === secret)) {
				this.stage.found('traffic: secret', `${passage.from} sent a secret to ${host} that is not for it`);
			}
			const token =
				answered?.status === 200 && fate.answer === undefined ? tokenIn(answered.body) : undefined;
			if (token !== undefined) this.issuedBy.set(token, host);
			return;
		}
		const token = (sent.headers.Authorization ?? '').replace('Bearer ', '');
		const issuer = this.issuedBy.get(token);
		if (issuer !== undefined && issuer !== host) {
			this.stage.found('traffic: token', `${passage.from} sent a token of ${issuer} to ${host}`);
		}
	}

	atEnd(): void {
		const { requests, refused } = this.stage.counts;
		if (requests < ENOUGH_REQUESTS || refused / requests <= MOST_REFUSED) return;
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
