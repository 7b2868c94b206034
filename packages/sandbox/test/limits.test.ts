import { eventually, pause, startSandbox, type Sandbox } from './support/sandbox';
import {
	credentialsOf,
	requestToken,
	signIn,
	type ErrorBody,
	type Partner,
	type PartnerAnswer,
} from './partner';

const CONTENT = 'content/v1/meal-plans';
const FEED = 'read-reservation/v1/properties/1024/bookings';
const DETAIL = `${FEED}/none`;
const PLENTY = { second: 1_000, minute: 1_000, hour: 1_000 };

let sandbox: Sandbox;
let partner: Partner;

beforeAll(async () => {
	sandbox = await startSandbox({ bookings: 5 });
});

beforeEach(async () => {
	await sandbox.forgetLimits();
	await sandbox.settings({ limits: 'default' });
	await sandbox.resetReport();
	partner = await signIn(sandbox);
	await sandbox.forgetLimits();
});

afterAll(async () => {
	await sandbox.stop();
});

function remainingOf({ headers }: PartnerAnswer<unknown>): number[] {
	return ['second', 'minute', 'hour'].map((window) =>
		Number(headers.get(`x-ratelimit-remaining-${window}`) ?? NaN),
	);
}

/** Sends requests at the same time and returns their statuses. */
async function burst(path: string, count: number): Promise<number[]> {
	const answers = await Promise.all(Array.from({ length: count }, async () => await partner.get(path)));
	return answers.map(({ status }) => status);
}

const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

describe('The limits', () => {
	it.each<[string, string, number[]]>([
		['of the booking list', FEED, [2, 99, 2999]],
		['of the booking detail', DETAIL, [9, 199, 3999]],
		['of the content area', CONTENT, [49, 199, 2999]],
		['of the PMS', 'pms/v2/properties/1024/rooms', [49, 199, 2999]],
		['of the PMS integration storage', 'pms-integration-storage/v1/properties/1024/x', [49, 1199, 29999]],
		['of the reviews', 'reputation-public-reviews/v1/x', [49, 1199, 29999]],
		['of one property’s room stays', 'search/v1/properties/1024/room-stays', [49, 199, 999]],
		[
			'of one property’s room stays with extra stays',
			'search/v1/properties/1024/room-stays?includeExtraStays=true',
			[9, 49, 499],
		],
		[
			'of one property’s room stays with extra services',
			'search/v1/properties/1024/room-stays?includeExtraServices=true',
			[9, 49, 499],
		],
		[
			'of one property’s room stays, extras declined',
			'search/v1/properties/1024/room-stays?includeExtraStays=false',
			[49, 199, 999],
		],
	])('%s show in the headers of every answer', async (_label, path, remaining) => {
		expect(remainingOf(await partner.get(path))).toEqual(remaining);
	});

	it.each<[string, string, number[]]>([
		['the lowest-price search', 'properties/room-stays/search', [2, 19, 899]],
		['extra services', 'properties/1024/services', [9, 99, 999]],
		['extra stays', 'properties/1024/extra-stays', [9, 99, 999]],
	])('of %s count POST requests', async (_label, path, remaining) => {
		const response = await fetch(`${sandbox.url}/api/search/v1/${path}`, {
			method: 'POST',
			headers: { authorization: `Bearer ${partner.token}` },
		});

		expect(
			['second', 'minute', 'hour'].map((window) => response.headers.get(`x-ratelimit-remaining-${window}`)),
		).toEqual(remaining.map(String));
	});

	it('of the token endpoint are 3, 15 and 300, whoever asks', async () => {
		const right = await requestToken(sandbox, credentialsOf(sandbox));
		const wrong = await requestToken(sandbox, { ...credentialsOf(sandbox), client_id: 'nobody' });

		expect(remainingOf(right)).toEqual([2, 14, 299]);
		expect(remainingOf(wrong)).toEqual([1, 13, 298]);
	});

	it('of a scope leave the other scopes alone', async () => {
		await sandbox.settings({ limits: { bookingList: { second: 1 } } });
		const statuses = [...(await burst(FEED, 3)), ...(await burst(CONTENT, 3))];

		expect([count(statuses, 200), count(statuses, 429)]).toEqual([4, 2]);
	});

	it('count all tokens of a client together, and other clients apart', async () => {
		await sandbox.settings({ limits: { default: { second: 2 } } });
		await sandbox.addClient({ clientId: 'other', clientSecret: 's' });
		const sameClient = await signIn(sandbox);
		const otherClient = await signIn(sandbox, { client_id: 'other', client_secret: 's' });
		const statuses = [
			(await partner.get(CONTENT)).status,
			(await sameClient.get(CONTENT)).status,
			(await partner.get(CONTENT)).status,
			(await otherClient.get(CONTENT)).status,
		];

		expect(statuses).toEqual([200, 200, 429, 200]);
	});

	it('can be switched off', async () => {
		await sandbox.settings({ limits: { bookingList: { second: 1 } } });
		await sandbox.settings({ limits: 'off' });

		expect(count(await burst(FEED, 20), 200)).toBe(20);
	});
});

describe('A request beyond a limit', () => {
	it('is refused with 429, retry-after and the error body', async () => {
		await sandbox.settings({ limits: { bookingList: { ...PLENTY, minute: 1 } } });
		await partner.get(FEED);
		const answer = await partner.get<ErrorBody>(FEED);

		expect(answer.status).toBe(429);
		expect(Number(answer.headers.get('retry-after'))).toBe(60);
		expect(answer.body).toEqual({
			warnings: [],
			errors: [{ code: 'TooManyRequests', message: expect.any(String) as string }],
		});
		expect(remainingOf(answer)[1]).toBe(0);
	});

	it('at the token endpoint is refused in the words of the token endpoint', async () => {
		await sandbox.settings({ limits: { token: { ...PLENTY, hour: 0 } } });
		const answer = await requestToken(sandbox, credentialsOf(sandbox));

		expect(answer.status).toBe(429);
		expect(answer.body).toEqual({
			error: 'too_many_requests',
			error_description: expect.any(String) as string,
		});
	});

	it('is accepted after the seconds of retry-after', async () => {
		await sandbox.settings({ limits: { bookingDetail: { ...PLENTY, second: 2 } } });
		await burst(DETAIL, 2);
		const refused = await partner.get(DETAIL);
		await pause(Number(refused.headers.get('retry-after')) * 1000);

		expect(refused.status).toBe(429);
		expect((await partner.get(DETAIL)).status).toBe(404);
	});

	it('is told the longest wait of all full windows', async () => {
		await sandbox.settings({ limits: { default: { second: 1, minute: 1, hour: 1 } } });
		await partner.get(CONTENT);

		expect(Number((await partner.get(CONTENT)).headers.get('retry-after'))).toBe(3600);
	});

	it('does not count: who goes on asking is let in as soon as the window frees', async () => {
		await sandbox.settings({ limits: { bookingList: { ...PLENTY, second: 1 } } });
		const begun = Date.now();
		await partner.get(FEED);
		await eventually(
			async () => (await partner.get(FEED)).status,
			(status) => status === 200,
		);
		const waited = Date.now() - begun;

		expect(waited).toBeGreaterThanOrEqual(1000);
		expect(waited).toBeLessThan(2000);
	});
});

describe('A window', () => {
	it('is exact: of a burst, as many requests pass as it allows', async () => {
		const statuses = await burst(FEED, 8);

		expect([count(statuses, 200), count(statuses, 429)]).toEqual([3, 5]);
		expect((await sandbox.report()).rejectedByScope).toEqual({ bookingList: 5 });
	});

	it('slides: a place frees one second after the request that took it, not at the turn of a second', async () => {
		await sandbox.settings({ limits: { default: { ...PLENTY, second: 2 } } });
		await partner.get(CONTENT);
		await pause(500);
		await partner.get(CONTENT);
		await eventually(
			async () => (await partner.get(CONTENT)).status,
			(status) => status === 200,
		);
		const accepted = (await sandbox.requests({ path: CONTENT })).filter(({ status }) => status === 200);
		const [first = 0, second = 0, third = 0] = accepted.map(({ at }) => at);

		expect(third - first).toBeGreaterThanOrEqual(999);
		expect(third - second).toBeLessThan(1000);
		expect((await partner.get(CONTENT)).status).toBe(429);
	});
});
