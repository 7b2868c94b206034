import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningSandbox } from '../../../src/processes/sandboxProcess.mts';
import type { Booking } from './expected.mts';

const TOO_MANY = 429;
const EXPIRED = 401;
const PAIR = { clientId: 'observer', clientSecret: 'observer-secret' };

/** Reads the sandbox without the package, as an API client of its own: with limits and tokens of its own. */
export class Observer {
	private constructor(
		private readonly url: string,
		private accessToken: string,
	) {}

	static async of({ url, control }: RunningSandbox): Promise<Observer> {
		await control.addClient({
			...PAIR,
			apiAccesses: ['content', 'reservation_api', 'pms', 'pms_analytics', 'search'],
		});
		return new Observer(url, await freshToken(url));
	}

	/** What the API answers, of the path behind `/api`. */
	async read<T>(path: string): Promise<T> {
		return await this.send<T>('GET', path);
	}

	async send<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await this.request(method, path, body);
		if (response.status === EXPIRED) {
			this.accessToken = await freshToken(this.url);
			return await answerOf<T>(await this.request(method, path, body));
		}
		if (response.status !== TOO_MANY) return await answerOf<T>(response);
		await sleep(1000 * Number(response.headers.get('retry-after') ?? 1));
		return await this.send<T>(method, path, body);
	}

	private async request(method: string, path: string, body: unknown): Promise<Response> {
		const headers = {
			authorization: `Bearer ${this.accessToken}`,
			...(body !== undefined && { 'content-type': 'application/json' }),
		};
		const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
		return await fetch(`${this.url}/api${path}`, request);
	}

	/** The details of a booking. */
	async booking<T = Booking>(propertyId: string, number: string): Promise<T> {
		const path = `/read-reservation/v1/properties/${propertyId}/bookings/${number}`;
		return (await this.read<{ booking: T }>(path)).booking;
	}

	/** The numbers of all bookings in feed order, from one page. */
	async feedNumbers(propertyId: string): Promise<string[]> {
		const { bookingSummaries, hasMoreData } = await this.read<FeedPage>(
			`/read-reservation/v1/properties/${propertyId}/bookings?count=1000`,
		);
		if (hasMoreData) throw new Error('The property has more bookings than one page holds.');
		return bookingSummaries.map(({ number }) => number);
	}
}

async function freshToken(url: string): Promise<string> {
	const form = new URLSearchParams({
		grant_type: 'client_credentials',
		client_id: PAIR.clientId,
		client_secret: PAIR.clientSecret,
	});
	const answer = fetch(`${url}/auth/token`, { method: 'POST', body: form });
	return (await answerOf<{ access_token: string }>(answer)).access_token;
}

interface FeedPage {
	bookingSummaries: Array<{ number: string }>;
	hasMoreData: boolean;
}

async function answerOf<T>(request: Promise<Response> | Response): Promise<T> {
	const response = await request;
	if (!response.ok) throw new Error(`The sandbox answered ${response.url} with ${response.status}`);
	const text = await response.text();
	return (text === '' ? undefined : JSON.parse(text)) as T;
}
