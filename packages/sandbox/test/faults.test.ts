import type { FaultInput } from '../src/client.mts';
import { eventually, startSandbox, type Sandbox } from './support/sandbox';
import {
	credentialsOf,
	requestToken,
	signIn,
	type ErrorBody,
	type FeedPage,
	type Partner,
	type TokenAnswer,
} from './partner';
import { Stopwatch } from './support/stopwatch.mts';

const FEED = 'read-reservation/v1/properties/1024/bookings';
const CONTENT = 'content/v1/meal-plans';

let sandbox: Sandbox;
let partner: Partner;

beforeAll(async () => {
	sandbox = await startSandbox({ limits: 'off', bookings: 5 });
	partner = await signIn(sandbox);
});

afterEach(async () => {
	await sandbox.clearFaults();
});

afterAll(async () => {
	await sandbox.stop();
});

async function statusesOf(path: string, count: number): Promise<number[]> {
	const statuses: number[] = [];
	while (statuses.length < count) statuses.push((await partner.get(path)).status);
	return statuses;
}

describe('Without a fault', () => {
	it('the connection of a client that is silent stays open, whatever the client does meanwhile', async () => {
		const { headers } = await partner.get(FEED);

		// A server that will close it announces when.
		expect([headers.get('connection'), headers.get('keep-alive')]).toEqual(['keep-alive', null]);
	});
});

describe('A fault of the kind', () => {
	it.each([[400], [401], [403], [404], [500], [503]])(
		'status answers %i with the error body',
		async (status) => {
			await sandbox.fault({ kind: 'status', status });
			const answer = await partner.get<ErrorBody>(FEED);

			expect(answer.status).toBe(status);
			expect(answer.body).toEqual({
				warnings: [],
				errors: [{ code: expect.any(String) as string, message: expect.any(String) as string }],
			});
		},
	);

	it('status can carry retry-after and a body of its own', async () => {
		await sandbox.fault({ kind: 'status', status: 429, retryAfterSeconds: 7, body: { errors: null } });
		const answer = await partner.get(FEED);

		expect([answer.status, answer.headers.get('retry-after'), answer.body]).toEqual([
			429,
			'7',
			{ errors: null },
		]);
	});

	it('status speaks the token endpoint’s language there', async () => {
		await sandbox.fault({ kind: 'status', status: 503, match: { scope: 'token' } });
		const answer = await requestToken<{ error: string }>(sandbox, credentialsOf(sandbox));

		expect([answer.status, answer.body.error]).toEqual([503, 'service_unavailable']);
	});

	it('delay answers rightly, but late', async () => {
		await sandbox.fault({ kind: 'delay', delayMs: 300 });
		const begun = Date.now();
		const answer = await partner.get(FEED);

		expect(answer.status).toBe(200);
		expect(Date.now() - begun).toBeGreaterThanOrEqual(295);
	});

	it('reset closes the connection without an answer', async () => {
		await sandbox.fault({ kind: 'reset' });

		await expect(partner.get(FEED)).rejects.toThrow();
		expect((await sandbox.requests({ last: 1 }))[0]).toMatchObject({ status: 0, path: `/api/${FEED}` });
		expect((await partner.get(FEED)).status).toBe(200);
	});

	it('reset can come after the request took effect', async () => {
		const { tokensIssued } = await sandbox.report();
		await sandbox.fault({ kind: 'reset', when: 'before' });
		await expect(requestToken(sandbox, credentialsOf(sandbox))).rejects.toThrow();
		const untouched = (await sandbox.report()).tokensIssued;
		await sandbox.fault({ kind: 'reset', when: 'after' });
		await expect(requestToken(sandbox, credentialsOf(sandbox))).rejects.toThrow();

		expect([untouched, (await sandbox.report()).tokensIssued]).toEqual([tokensIssued, tokensIssued + 1]);
	});

	it('delay after the request keeps nothing but the answer back', async () => {
		const { tokensIssued } = await sandbox.report();
		await sandbox.fault({ kind: 'delay', delayMs: 60_000, when: 'after' });
		const stopwatch = new Stopwatch();
		const client = new AbortController();
		const body = new URLSearchParams(credentialsOf(sandbox));
		const answer = fetch(`${sandbox.url}/auth/token`, { method: 'POST', body, signal: client.signal });
		await eventually(
			async () => (await sandbox.report()).tokensIssued,
			(issued) => issued > tokensIssued,
		);
		expect(stopwatch.stop()).toBeLessThan(30_000);
		client.abort();
		await expect(answer).rejects.toThrow();
	});

	it('cutOff answers 200 with half of the JSON text', async () => {
		const whole = await partner.get<FeedPage>(FEED);
		await sandbox.fault({ kind: 'cutOff' });
		const half = await partner.get(FEED);

		expect(half.status).toBe(200);
		expect(half.headers.get('content-type')).toContain('application/json');
		expect(whole.text.startsWith(half.text)).toBe(true);
		expect(half.text).toHaveLength(Math.ceil(whole.text.length / 2));
		expect(() => JSON.parse(half.text) as unknown).toThrow();
	});

	it('cutOff can break the connection off half-way', async () => {
		await sandbox.fault({ kind: 'cutOff', abrupt: true });

		await expect(partner.get(FEED)).rejects.toThrow();
		expect((await partner.get(FEED)).status).toBe(200);
	});

	it('html answers 200 with a login page', async () => {
		await sandbox.fault({ kind: 'html' });
		const answer = await partner.get(FEED);

		expect(answer.status).toBe(200);
		expect(answer.headers.get('content-type')).toContain('text/html');
		expect(answer.text).toContain('<form');
	});

	it('messages puts warnings and errors into the answer, whatever else is in it', async () => {
		const messages = { warnings: [{ code: '1', message: 'Late' }], errors: [{ message: 'Partial' }] };
		const path = 'pms/v2/properties/1024/companies';
		const { body } = await partner.get<object>(path);
		await sandbox.fault({ kind: 'messages', ...messages });

		expect((await partner.get(path)).body).toEqual({ ...body, ...messages });
	});

	it('messages gives a change a body, after it was made, and leaves a refusal alone', async () => {
		const { number } = await sandbox.createBooking('1024', { roomStays: 1 });
		const path = `pms/v2/properties/1024/reservations/${number}`;
		const { reservation } = (
			await partner.get<{ reservation: { roomStays: Array<{ pmsRoomStayId: string }> } }>(path)
		).body;
		const stay = `${path}/room-stays/${String(reservation.roomStays[0]?.pmsRoomStayId)}/check-in`;
		const checkIn = async () =>
			await partner.send('POST', stay, { actualCheckInDateTime: '2026-01-01T14:00' });
		const errors = [{ code: '7', message: 'No' }];
		await sandbox.fault({ kind: 'messages', errors, times: 2 });
		const [first, second] = [await checkIn(), await checkIn()];

		expect([first.status, first.body]).toEqual([200, { warnings: [], errors }]);
		expect([second.status, second.body]).toMatchObject([
			400,
			{ errors: [{ code: 'InvalidRoomStayStatus' }] },
		]);
	});

	it.each([[{ surprise: true }], [[null]], ['text'], [null]])(
		'body answers with the JSON given: %j',
		async (body) => {
			await sandbox.fault({ kind: 'body', body });
			const answer = await partner.get(FEED);

			expect([answer.status, answer.body]).toEqual([200, body]);
		},
	);

	it('body can pretend to issue any token', async () => {
		await sandbox.fault({ kind: 'body', match: { path: '/auth/' }, body: { access_token: 'x' } });

		expect((await requestToken<TokenAnswer>(sandbox, credentialsOf(sandbox))).body).toEqual({
			access_token: 'x',
		});
	});
});

describe('A fault', () => {
	it('hits the next matching request and no other', async () => {
		await sandbox.fault({ kind: 'status' });

		expect(await statusesOf(FEED, 3)).toEqual([500, 200, 200]);
	});

	it('hits the next n matching requests, after letting k pass', async () => {
		await sandbox.fault({ kind: 'status', times: 2, skip: 1 });

		expect(await statusesOf(FEED, 5)).toEqual([200, 500, 500, 200, 200]);
	});

	it.each<[string, NonNullable<FaultInput['match']>]>([
		['its method', { method: 'post' }],
		['a part of its path', { path: '/bookings' }],
		['its scope', { scope: 'bookingList' }],
	])('hits a request only when it matches %s', async (_label, match) => {
		await sandbox.fault({ kind: 'status', match });
		const content = (await partner.get(CONTENT)).status;
		const hit =
			match.method === undefined
				? (await partner.get(FEED)).status
				: (await requestToken(sandbox, credentialsOf(sandbox))).status;

		expect([content, hit]).toEqual([200, 500]);
	});

	it('with a probability hits about that share of the requests, without end', async () => {
		await sandbox.fault({ kind: 'status', probability: 0.5 });
		const failed = (await statusesOf(CONTENT, 60)).filter((status) => status === 500).length;

		expect(failed).toBeGreaterThan(15);
		expect(failed).toBeLessThan(45);
	});

	it('injects a delay together with another fault', async () => {
		await sandbox.fault({ kind: 'delay', delayMs: 200 });
		await sandbox.fault({ kind: 'status' });
		const begun = Date.now();

		expect((await partner.get(FEED)).status).toBe(500);
		expect(Date.now() - begun).toBeGreaterThanOrEqual(195);
	});

	it('waits behind the first one that matches', async () => {
		await sandbox.fault({ kind: 'status', status: 500 });
		await sandbox.fault({ kind: 'status', status: 503 });

		expect(await statusesOf(FEED, 3)).toEqual([500, 503, 200]);
	});

	it('is listed with what it did, until all are cleared', async () => {
		const id = await sandbox.fault({ kind: 'status', times: 3 });
		await statusesOf(FEED, 1);
		const listed = await sandbox.faults();
		await sandbox.clearFaults();

		expect(listed).toMatchObject([{ id, kind: 'status', times: 3, matched: 1, applied: 1 }]);
		expect(await sandbox.faults()).toEqual([]);
		expect(await statusesOf(FEED, 1)).toEqual([200]);
	});

	it.each<[string, object, string]>([
		['no kind', {}, 'kind is missing'],
		['an unknown kind', { kind: 'flood' }, 'kind must be one of'],
		['a typing error', { kind: 'reset', time: 1 }, 'The body has no time'],
		['a delay without its length', { kind: 'delay' }, 'delayMs is missing'],
		['an unknown scope', { kind: 'reset', match: { scope: 'all' } }, 'scope must be one of'],
		['a probability over 1', { kind: 'reset', probability: 2 }, 'probability must be'],
	])('is refused with 400 for %s', async (_label, fault, message) => {
		await expect(sandbox.control('POST', 'faults', fault)).rejects.toThrow(`400 {"error":"${message}`);
	});
});
