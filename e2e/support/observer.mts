import type { RunningSandbox } from '../../scripts/lib/sandbox/sandboxProcess.mts';

const PAIR = { clientId: 'observer', clientSecret: 'observer-secret' };

/** Reads the sandbox without the package, as an API client of its own: with limits and tokens of its own. */
export class Observer {
	private constructor(
		private readonly url: string,
		private readonly accessToken: string,
	) {}

	static async of({ url, control }: RunningSandbox): Promise<Observer> {
		await control.addClient({ ...PAIR, apiAccesses: ['reservation_api'] });
		const form = new URLSearchParams({
			grant_type: 'client_credentials',
			client_id: PAIR.clientId,
			client_secret: PAIR.clientSecret,
		});
		const { access_token } = await answerOf<{ access_token: string }>(
			fetch(`${url}/auth/token`, { method: 'POST', body: form }),
		);
		return new Observer(url, access_token);
	}

	/** The numbers of all bookings in feed order, from one page. */
	async feedNumbers(propertyId: string): Promise<string[]> {
		const headers = { authorization: `Bearer ${this.accessToken}` };
		const { bookingSummaries, hasMoreData } = await answerOf<FeedPage>(
			fetch(`${this.url}/api/read-reservation/v1/properties/${propertyId}/bookings?count=1000`, { headers }),
		);
		if (hasMoreData) throw new Error('The property has more bookings than one page holds.');
		return bookingSummaries.map(({ number }) => number);
	}
}

interface FeedPage {
	bookingSummaries: Array<{ number: string }>;
	hasMoreData: boolean;
}

async function answerOf<T>(request: Promise<Response>): Promise<T> {
	const response = await request;
	if (!response.ok) throw new Error(`The sandbox answered ${response.url} with ${response.status}`);
	return (await response.json()) as T;
}
