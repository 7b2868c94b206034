import { startSandbox, type Sandbox } from './support/sandbox';
import { credentialsOf, requestToken, signIn, type Partner } from './partner';

const FEED = 'read-reservation/v1/properties/1024/bookings';

let sandbox: Sandbox;
let partner: Partner;

beforeAll(async () => {
	sandbox = await startSandbox({ bookings: 5 });
	partner = await signIn(sandbox);
});

beforeEach(async () => {
	await sandbox.forgetLimits();
	await sandbox.resetReport();
});

afterAll(async () => {
	await sandbox.stop();
});

describe('The report', () => {
	it('counts requests by scope, status and endpoint, and the tokens issued', async () => {
		await signIn(sandbox);
		await partner.get(FEED);
		await partner.get(FEED, { count: 'x' });
		await partner.get(`${FEED}/none`);
		await partner.get('content/v1/properties/7291');
		await partner.get('nowhere');

		expect(await sandbox.report()).toEqual({
			requests: 6,
			byScope: { token: 1, bookingList: 2, bookingDetail: 1, default: 2 },
			byStatus: { '200': 3, '400': 1, '404': 2 },
			byEndpoint: {
				'POST /auth/token': 1,
				'GET /api/read-reservation/v1/properties/{propertyId}/bookings': 2,
				'GET /api/read-reservation/v1/properties/{propertyId}/bookings/{number}': 1,
				'GET /api/content/v1/properties/{propertyId}': 1,
				'GET (unknown path)': 1,
			},
			rejectedByScope: {},
			highestConcurrency: 1,
			tokensIssued: 1,
		});
	});

	it('counts what the limits refused', async () => {
		await Promise.all(Array.from({ length: 5 }, async () => await partner.get(FEED)));

		expect((await sandbox.report()).rejectedByScope).toEqual({ bookingList: 2 });
	});

	it('shows the highest number of requests under way at once', async () => {
		await sandbox.settings({ latencyMs: 150 });
		await Promise.all(Array.from({ length: 7 }, async () => await partner.get('content/v1/meal-plans')));
		await sandbox.settings({ latencyMs: 0 });
		await partner.get('content/v1/meal-plans');

		expect((await sandbox.report()).highestConcurrency).toBe(7);
	});

	it('stays at one for a client that sends one request after the other', async () => {
		for (let request = 0; request < 20; request += 1) await partner.get('content/v1/meal-plans');

		expect((await sandbox.report()).highestConcurrency).toBe(1);
	});

	it('starts at nothing after a reset, and leaves control requests out', async () => {
		await partner.get(FEED);
		await sandbox.resetReport();

		expect(await sandbox.report()).toEqual({
			requests: 0,
			byScope: {},
			byStatus: {},
			byEndpoint: {},
			rejectedByScope: {},
			highestConcurrency: 0,
			tokensIssued: 0,
		});
	});
});

describe('The list of requests', () => {
	it('shows them oldest first, with query, status, scope, client and time', async () => {
		await partner.get(FEED, { count: 2 });
		await partner.get(`${FEED}/none`, {}, {});
		const requests = await sandbox.requests();

		expect(requests).toEqual([
			{
				at: expect.any(Number) as number,
				method: 'GET',
				path: `/api/${FEED}`,
				query: { count: '2' },
				status: 200,
				scope: 'bookingList',
				refused: false,
				remaining: { second: 2, minute: 99, hour: 2_999 },
				clientId: 'sandbox-client',
				durationMs: expect.any(Number) as number,
			},
			expect.objectContaining({ path: `/api/${FEED}/none`, status: 401, clientId: null }) as object,
		]);
	});

	it('can be cut to the last ones with a part of the path', async () => {
		await partner.get(FEED);
		await partner.get(`${FEED}/one`);
		await partner.get(`${FEED}/two`);
		await partner.get('content/v1/meal-plans');

		expect((await sandbox.requests({ last: 2, path: '/bookings' })).map(({ path }) => path)).toEqual([
			`/api/${FEED}/one`,
			`/api/${FEED}/two`,
		]);
	});

	it('never shows a secret or a token', async () => {
		await requestToken(sandbox, credentialsOf(sandbox));
		await requestToken(sandbox, JSON.stringify(credentialsOf(sandbox)), {
			'content-type': 'application/json',
		});
		await requestToken(sandbox, `{ "client_secret": "${sandbox.clientSecret}"`, { 'content-type': 'x/y' });
		await partner.get(FEED);
		const shown = JSON.stringify(await sandbox.requests());

		expect(shown).toContain('client_credentials');
		expect(shown).not.toContain(sandbox.clientSecret);
		expect(shown).not.toContain(partner.token);
	});
});
