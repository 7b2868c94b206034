import type { BookingSummary } from '../src/client.mts';
import type { Sandbox } from './support/sandbox';

/** An answer of the partner API, with its JSON read. */
export interface PartnerAnswer<T> {
	status: number;
	headers: Headers;
	text: string;
	body: T;
}

export interface FeedPage {
	continueToken: string;
	hasMoreData: boolean;
	bookingSummaries: BookingSummary[];
}

export interface ErrorBody {
	warnings: unknown[];
	errors: Array<{ code: string; message: string }>;
}

export interface TokenAnswer {
	access_token: string;
	expires_in: number;
}

export type Query = Record<string, string | number>;

/** A client program of the partner API, as plain as can be: one token, one request after the other. */
export class Partner {
	constructor(
		private readonly sandbox: Sandbox,
		public token: string,
	) {}

	/** Sends a GET below `/api/`. */
	async get<T>(path: string, query: Query = {}, headers?: Record<string, string>): Promise<PartnerAnswer<T>> {
		const search = new URLSearchParams(
			Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
		).toString();
		const response = await fetch(`${this.sandbox.url}/api/${path}${search === '' ? '' : `?${search}`}`, {
			headers: headers ?? { authorization: `Bearer ${this.token}` },
		});
		return await read<T>(response);
	}

	/** Sends any request below `/api/`, with a JSON body unless that is undefined. */
	async send<T>(method: string, path: string, body?: unknown): Promise<PartnerAnswer<T>> {
		return await this.sendText(method, path, body === undefined ? undefined : JSON.stringify(body));
	}

	/** Sends a request with any text as its body. */
	async sendText<T>(
		method: string,
		path: string,
		body: string | undefined,
		contentType = 'application/json',
	): Promise<PartnerAnswer<T>> {
		const response = await fetch(`${this.sandbox.url}/api/${path}`, {
			method,
			headers: {
				authorization: `Bearer ${this.token}`,
				...(body !== undefined && { 'content-type': contentType }),
			},
			...(body !== undefined && { body }),
		});
		return await read<T>(response);
	}

	async feed(propertyId: string, query: Query = {}): Promise<FeedPage> {
		const answer = await this.get<FeedPage>(`read-reservation/v1/properties/${propertyId}/bookings`, query);
		if (answer.status !== 200) throw new Error(`The feed answered ${answer.status}: ${answer.text}`);
		return answer.body;
	}

	async refusedFeed(propertyId: string, query: Query): Promise<PartnerAnswer<ErrorBody>> {
		return await this.get(`read-reservation/v1/properties/${propertyId}/bookings`, query);
	}

	/** Reads on until hasMoreData is false. */
	async wholeFeed(propertyId: string, query: Query = {}): Promise<FeedPage & { pages: number }> {
		const { count, ...start } = query;
		const size: Query = count === undefined ? {} : { count };
		let page = await this.feed(propertyId, { ...start, ...size });
		const bookingSummaries = [...page.bookingSummaries];
		let pages = 1;
		while (page.hasMoreData) {
			page = await this.feed(propertyId, { continueToken: page.continueToken, ...size });
			bookingSummaries.push(...page.bookingSummaries);
			pages += 1;
		}
		return { ...page, bookingSummaries, pages };
	}

	async detail<T>(propertyId: string, number: string): Promise<PartnerAnswer<T>> {
		return await this.get(
			`read-reservation/v1/properties/${propertyId}/bookings/${encodeURIComponent(number)}`,
		);
	}
}

/** Sends a token request with any form, or with any other body. */
export async function requestToken<T = TokenAnswer>(
	sandbox: Sandbox,
	form: Record<string, string> | string,
	headers?: Record<string, string>,
): Promise<PartnerAnswer<T>> {
	const response = await fetch(`${sandbox.url}/auth/token`, {
		method: 'POST',
		body: typeof form === 'string' ? form : new URLSearchParams(form),
		...(headers !== undefined && { headers }),
	});
	return await read<T>(response);
}

export function credentialsOf(sandbox: Sandbox): Record<string, string> {
	return {
		grant_type: 'client_credentials',
		client_id: sandbox.clientId,
		client_secret: sandbox.clientSecret,
	};
}

/** Gets a token, for the default client unless others are named. */
export async function signIn(sandbox: Sandbox, other: Record<string, string> = {}): Promise<Partner> {
	const answer = await requestToken(sandbox, { ...credentialsOf(sandbox), ...other });
	if (answer.status !== 200) throw new Error(`The token endpoint answered ${answer.status}: ${answer.text}`);
	return new Partner(sandbox, answer.body.access_token);
}

export async function read<T>(response: Response): Promise<PartnerAnswer<T>> {
	const text = await response.text();
	const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
	return {
		status: response.status,
		headers: response.headers,
		text,
		body: (isJson && text !== '' ? parsed(text) : undefined) as T,
	};
}

/** undefined for a text that is not JSON, such as one cut off. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
