import type { INodeParameters } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { PartnerHotelReferenceData } from '../../../nodes/PartnerHotelReferenceData/PartnerHotelReferenceData.node';
import { PartnerHotelTrigger } from '../../../nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';
import { FakeApi, type FakeAnswer } from '../../support/fakeApi';
import { failureOf } from '../../support/failures';
import { harness, type NodeHarness } from '../../support/n8n';
import { byId } from '../../support/pms';
import { asleep, skip, skippedMs } from '../../support/skippedTime';
import { eventually } from '../../../packages/sandbox/test/support/sandbox';
import { Stopwatch } from '../../../packages/sandbox/test/support/stopwatch.mts';

let api: FakeApi;
let nextClient = 1;

beforeEach(async () => {
	api = await FakeApi.start();
});
afterEach(async () => {
	await api.stop();
});

const credential = () => ({
	baseUrl: api.url,
	apiClientId: `token-${nextClient++}`,
	apiClientSecret: 'the-secret',
});

type Options = Partial<Parameters<typeof harness>[1]>;

function read(parameters: INodeParameters = {}, options: Options = {}): NodeHarness {
	const all = {
		resource: 'booking',
		operation: 'get',
		propertyId: byId('1024'),
		number: 'n1',
		...parameters,
	};
	return harness(new PartnerHotelBookings(), { parameters: all, credential: credential(), ...options });
}

function write(parameters: INodeParameters = {}, options: Options = {}): NodeHarness {
	api.answer = () => ({ body: { corporate: { id: '7' } } });
	const numbers = { taxpayerIdentificationNumber: '1', registrationReasonCode: '2' };
	const all = { resource: 'corporateClient', operation: 'create', ...numbers, ...parameters };
	return harness(new PartnerHotelReferenceData(), { parameters: all, credential: credential(), ...options });
}

/** The token address has 5 s to answer, however short Max Wait is. */
async function whileHanging<T>(work: Promise<T>): Promise<T> {
	await api.hangs();
	skip(5_000);
	return await work;
}

const maxWait = (maxWaitSeconds: number) => ({ options: { maxWaitSeconds } });

const refusal = { status: 401, body: { error: 'unauthorized_client', error_description: 'Invalid client' } };

const BREAKS_OFF: FakeAnswer = { breaksOff: true };

const NOT_MADE = 'New corporate client: not made.';

/** How often something was asked for, with the time between. */
const gaps = (times: number[]) => times.slice(1).map((at, index) => at - (times[index] ?? 0));

describe('a token that the service refuses', () => {
	it.each([
		['newest', false],
		['older', true],
	])('is renewed once, and the request sent again (host: %s)', async (_, isOlder) => {
		const node = write({}, { isOlder });
		await node.execute();
		api.expireToken();
		expect((await node.execute())[0]?.json).toEqual({ outcome: 'done', id: '7' });
		await node.execute();
		expect(api.issued).toHaveLength(2);
		expect(api.apiRequests.map(({ token }) => token)).toEqual([
			'service-token-1',
			'service-token-1',
			'service-token-2',
			'service-token-2',
		]);
		expect(node.stored.oauthTokenData).toMatchObject({ access_token: 'service-token-2' });
	});

	it.each([
		['newest', false],
		['older', true],
	])('is renewed for the trigger, too (host: %s)', async (_, isOlder) => {
		const parameters = { propertyId: byId('1024'), startFrom: 'now' };
		const node = harness(new PartnerHotelTrigger(), {
			parameters,
			credential: credential(),
			isOlder,
		});
		await node.poll();
		for (let tokens = 1; tokens <= 3; tokens++) {
			api.expireToken();
			await node.poll();
			expect(api.issued).toHaveLength(tokens + 1);
		}
	});

	it('is renewed once for requests that are under way at the same time', async () => {
		const node = read({ number: '={{ $json.number }}' });
		await node.execute([{ number: 'first' }]);
		api.expireToken();
		await node.execute(Array.from({ length: 8 }, (_, index) => ({ number: `n${index}` })));
		expect(api.issued).toHaveLength(2);
	});

	describe('while no other can be had', () => {
		const node = (shared = credential()) =>
			read(maxWait(0), { onError: 'continueRegularOutput', credential: shared });
		/** It was in force, is refused, and the token address fails. */
		const refuse = async (one: NodeHarness) => {
			await one.execute();
			api.expireToken();
			api.token = () => ({ status: 503, headers: { 'retry-after': '60' } });
			api.requests.length = 0;
			await one.execute();
			expect(api.apiRequests).toHaveLength(1);
		};

		it('is not sent again with each item', async () => {
			const one = node();
			await refuse(one);
			const items = await one.execute(Array.from({ length: 25 }, () => ({})));
			expect(items.filter(({ json }) => 'error' in json)).toHaveLength(25);
			expect(api.apiRequests).toHaveLength(1);
		});

		it('is tried again a minute later', async () => {
			const one = node();
			await refuse(one);
			skip(61_000);
			await one.execute();
			expect(api.apiRequests).toHaveLength(2);
		});

		it('is in force where it is accepted', async () => {
			const shared = credential();
			const other = write({}, { credential: shared });
			const { answer } = api;
			api.answer = (request) => (request.path.includes('/bookings/') ? { status: 401 } : answer(request));
			await other.execute();
			const one = node({ ...shared, ...other.stored });
			api.token = () => ({ status: 503, headers: { 'retry-after': '60' } });
			expect((await one.execute())[0]?.json.error).toBeDefined();
			expect(api.apiRequests.map(({ token }) => token)).toEqual(['service-token-1', 'service-token-1']);
			expect((await other.execute())[0]?.json).toEqual({ outcome: 'done', id: '7' });
		});
	});

	it('and its successor, too, is told as such, and that the change was not made', async () => {
		const node = write();
		api.onRequest = () => api.expireToken();
		const failure = await failureOf(node.execute());
		expect(failure.message).toBe(`${NOT_MADE} The partner API did not accept the access token.`);
		expect(failure.context).toMatchObject({ outcome: 'notDone' });
		expect(failure.failure).toEqual({ cause: 'credential-invalid' });
		expect(api.issued).toHaveLength(2);
		expect(api.apiRequests).toHaveLength(2);
	});
});

/** What the token address answers is told alike, whatever the host keeps of it. */
const HOSTS: Array<[string, boolean]> = [
	['newest', false],
	['older', true],
];

/** Content that every host reads by its type. */
const text = (status: number, body: string) => ({
	status,
	body,
	headers: { 'content-type': 'text/plain' },
});

describe.each(HOSTS)('a pair that is refused (host: %s)', (_host, isOlder) => {
	const refusals: Array<[string, FakeAnswer]> = [
		['unauthorized_client', refusal],
		['invalid_client', { status: 401, body: { error: 'invalid_client' } }],
		['invalid_grant', { status: 400, body: { error: 'invalid_grant' } }],
		[
			'words of its own',
			{ status: 401, body: { error: 'unknown', error_description: 'Invalid client or credentials' } },
		],
		['the form of the other areas', { status: 401, body: { errors: [{ code: '401', message: 'No' }] } }],
		['a text', text(401, 'no')],
	];

	const expectRefusal = async (node: NodeHarness) => {
		const failure = await failureOf(node.execute());
		expect(failure.message).toBe(`${NOT_MADE} The Client ID or Client Secret was not accepted.`);
		expect(failure.context).toMatchObject({ outcome: 'notDone' });
		expect(failure.failure).toEqual({ cause: 'credential-invalid' });
	};

	it.each(refusals)('is told as such: %s', async (_, answer) => {
		api.token = () => answer;
		await expectRefusal(write({}, { isOlder }));
		expect(api.tokenRequests).toHaveLength(1);
		expect(api.apiRequests).toHaveLength(0);
	});

	it.each(refusals)('is told as such, also when it comes with the renewal: %s', async (_, answer) => {
		const node = write({}, { isOlder });
		await node.execute();
		api.expireToken();
		api.token = () => answer;
		await expectRefusal(node);
		expect(api.apiRequests).toHaveLength(2);
	});

	it('is not asked for again for each item', async () => {
		api.token = () => refusal;
		const node = read({}, { onError: 'continueRegularOutput', isOlder });
		const items = await node.execute(Array.from({ length: 25 }, () => ({})));
		expect(items.map(({ json }) => json.error)).toEqual(
			Array.from({ length: 25 }, () => 'The Client ID or Client Secret was not accepted'),
		);
		expect(api.tokenRequests).toHaveLength(1);
	});

	it('is tried at once when it was corrected', async () => {
		const respond = api.token;
		api.token = () => refusal;
		const node = read({}, { isOlder });
		await failureOf(node.execute());
		api.token = respond;
		node.stored.apiClientSecret = 'the-right-one';
		await node.execute();
		expect(api.tokenRequests.at(-1)?.body).toContain('client_secret=the-right-one');
	});
});

describe.each(HOSTS)('a token address (host: %s)', (_host, isOlder) => {
	/** @param first what it answers before it issues a token */
	const answersFirst = (first: Awaited<ReturnType<FakeApi['token']>>) => {
		const respond = api.token;
		api.token = (request) => (api.tokenRequests.length === 1 ? first : respond(request));
	};
	const expectAskedAgain = async () => {
		expect((await write({}, { isOlder }).execute())[0]?.json).toEqual({ outcome: 'done', id: '7' });
		expect(api.tokenRequests).toHaveLength(2);
		expect(api.apiRequests).toHaveLength(1);
		return gaps(api.tokenRequests.map(({ at }) => at))[0];
	};

	it.each<[string, FakeAnswer]>([
		[
			'too_many_requests',
			{
				status: 429,
				headers: { 'retry-after': '3' },
				body: { error: 'too_many_requests', error_description: 'Request limit exceeded' },
			},
		],
		['a text', text(429, 'wait')],
	])('that asks for fewer requests is left alone for a while, also for changes: %s', async (_, answer) => {
		answersFirst(answer);
		expect(await expectAskedAgain()).toBeGreaterThanOrEqual(3_000);
	});

	it.each<[string, FakeAnswer | 'reset']>([
		['500', { status: 500 }],
		['503 as a text', text(503, 'busy')],
		['server_error', { status: 400, body: { error: 'server_error' } }],
		['temporarily_unavailable', { status: 400, body: { error: 'temporarily_unavailable' } }],
		['the connection breaks', 'reset'],
		['the answer breaks off', BREAKS_OFF],
	])('that fails for a moment is asked again, also for changes: %s', async (_, answer) => {
		answersFirst(answer);
		await expectAskedAgain();
	});

	it.each<[string, FakeAnswer | 'reset']>([
		['connection', 'reset'],
		['answer', BREAKS_OFF],
	])('whose %s goes on breaking is told as such, and that the change was not made', async (_, answer) => {
		api.token = () => answer;
		const failure = await failureOf(write(maxWait(3), { isOlder }).execute());
		expect(failure.message).toBe(`${NOT_MADE} The partner API at ${api.url} did not complete its response.`);
		expect(failure.description).toContain('The connection was closed before the response was complete.');
		expect(failure.context).toMatchObject({ outcome: 'notDone' });
		expect(failure.failure).toEqual({ cause: 'temporarily-unavailable' });
		expect(api.tokenRequests.length).toBeGreaterThan(1);
	});

	it('that is not reached is told as such, and that the change was not made', async () => {
		const gone = await FakeApi.start();
		const baseUrl = gone.url;
		await gone.stop();
		const node = write(maxWait(1), { isOlder, credential: { ...credential(), baseUrl } });
		const failure = await failureOf(node.execute());
		expect(failure.description).toContain('Nothing responds at this address');
		expect(failure.context).toMatchObject({ outcome: 'notDone' });
	});

	it('that is none says what to check', async () => {
		api.token = () => text(404, 'nothing here');
		const failure = await failureOf(read({}, { isOlder }).execute());
		expect(failure.message).toBe(`No access token could be fetched from ${api.url}`);
		expect(failure.description).toContain('HTTP 404');
		expect(api.tokenRequests).toHaveLength(1);
	});
});

describe.each(HOSTS)('a change whose connection fails (host: %s)', (_host, isOlder) => {
	it('was surely not made where nothing answers', async () => {
		const gone = await FakeApi.start();
		const { url } = gone;
		const node = write({}, { isOlder, credential: { ...credential(), baseUrl: url } });
		gone.answer = api.answer;
		await node.execute();
		await gone.stop();
		const failure = await failureOf(node.execute());
		expect(failure.message).toBe(`${NOT_MADE} Could not reach the partner API at ${url}.`);
		expect(failure.context).toMatchObject({ outcome: 'notDone' });
	});

	it.each<[string, FakeAnswer | 'reset']>([
		['no answer', 'reset'],
		['half of it', BREAKS_OFF],
	])('may have been made, and is not sent again: %s', async (_, answer) => {
		const node = write({}, { isOlder });
		api.answer = () => answer;
		const failure = await failureOf(node.execute());
		expect(failure.message).toMatch(
			/^New corporate client: unknown whether it was made\. Do not repeat it; /,
		);
		expect(failure.context).toMatchObject({ outcome: 'unknown' });
		expect(api.apiRequests).toHaveLength(1);
	});
});

describe('a token address', () => {
	it('that fails for a moment is asked again, also for changes, when it says', async () => {
		const respond = api.token;
		api.token = (request) =>
			api.tokenRequests.length === 1 ? { status: 503, headers: { 'retry-after': '2' } } : respond(request);
		await write().execute();
		expect(gaps(api.tokenRequests.map(({ at }) => at))[0]).toBeGreaterThanOrEqual(2_000);
		expect(api.apiRequests).toHaveLength(1);
	});

	it('that goes on asking for fewer requests is asked more and more rarely', async () => {
		api.token = () => text(429, 'slow down');
		const failure = await failureOf(write(maxWait(25)).execute());
		expect(failure.message).toBe(`${NOT_MADE} Too many access tokens were requested.`);
		expect(failure.context).toMatchObject({ outcome: 'notDone' });
		const [before, after] = gaps(api.tokenRequests.map(({ at }) => at));
		expect(before).toBeGreaterThanOrEqual(4_000);
		expect(after).toBeGreaterThanOrEqual(8_000);
		expect(api.apiRequests).toHaveLength(0);
	});

	it('that goes on failing is asked more and more rarely, however many wait for a token', async () => {
		api.token = () => ({ status: 503 });
		const shared = credential();
		const reads = Array.from({ length: 10 }, () => read(maxWait(8), { credential: shared }));
		const failures = await Promise.all(reads.map(async (node) => await failureOf(node.execute())));
		for (const { description } of failures) expect(description).toContain('HTTP 503');
		const times = api.tokenRequests.map(({ at }) => at);
		expect(times.length).toBeGreaterThan(2);
		expect(times.length).toBeLessThan(7);
		for (const [retries, wait] of gaps(times).entries())
			expect(wait).toBeGreaterThanOrEqual(370 * 2 ** retries);
	});

	it('that works again is asked soon, and once for all', async () => {
		const respond = api.token;
		api.token = (request) => (api.tokenRequests.length < 5 ? { status: 503 } : respond(request));
		await read().execute(Array.from({ length: 10 }, () => ({})));
		expect(api.tokenRequests).toHaveLength(5);
		expect(api.issued).toHaveLength(1);
	});

	it('is asked three times a second and no more, whichever clients ask', async () => {
		await Promise.all(Array.from({ length: 7 }, async () => await read().execute()));
		const times = api.tokenRequests.map(({ at }) => at).sort((one, other) => one - other);
		expect(times).toHaveLength(7);
		for (let index = 3; index < times.length; index++)
			expect((times[index] ?? 0) - (times[index - 3] ?? 0)).toBeGreaterThanOrEqual(990);
	});

	it('that hangs ends with Max Wait, and nothing is sent when it answers late', async () => {
		api.token = () => 'hang';
		const node = write(maxWait(1));
		const failure = await failureOf(whileHanging(node.execute()));
		expect(failure.message).toBe(`${NOT_MADE} No access token was received in time.`);
		expect(failure.context).toMatchObject({ outcome: 'notDone' });
		expect(failure.failure).toEqual({ cause: 'temporarily-unavailable' });

		api.letGo({ body: { access_token: api.issue(), token_type: 'Bearer' } });
		await eventually(
			async () => await Promise.resolve(node.stored.oauthTokenData),
			(data) => data !== undefined,
		);
		expect(api.apiRequests).toHaveLength(0);
	});

	it('that hangs when a token expired ends with Max Wait, too', async () => {
		const node = write(maxWait(1));
		await node.execute();
		api.expireToken();
		api.token = () => 'hang';
		const failure = await failureOf(whileHanging(node.execute()));
		expect(failure.message).toBe(`${NOT_MADE} No access token was received in time.`);
		expect(api.apiRequests).toHaveLength(2);
	});

	it('that hangs ends with Stop', async () => {
		api.token = () => 'hang';
		const cancel = new AbortController();
		const running = write().execute([{}], cancel.signal);
		await api.hangs();
		cancel.abort(new Error('stopped'));
		await expect(running).rejects.toThrow('stopped');
	});

	it('that hangs holds up nobody for longer than his own Max Wait', async () => {
		api.token = () => 'hang';
		const shared = credential();
		const cancel = new AbortController();
		const patient = read({}, { credential: shared }).execute([{}], cancel.signal);
		await api.hangs();
		const hurried = failureOf(read(maxWait(1), { credential: shared }).execute());
		await eventually(
			async () => await Promise.resolve(asleep()),
			(count) => count > 1,
		);
		skip(5_000);
		const failure = await hurried;
		expect(failure.message).toBe('No access token was received in time');
		cancel.abort(new Error('stopped'));
		await expect(patient).rejects.toThrow('stopped');
	});
});

describe('a poll of a slow service', () => {
	it('ends in time although its token expires and the request is sent again', async () => {
		const node = harness(new PartnerHotelTrigger(), {
			parameters: { propertyId: byId('1024'), startFrom: 'now', output: 'summary' },
			credential: credential(),
		});
		await node.poll();
		api.expireToken();
		const respond = api.token;
		api.onRequest = ({ token }) => skip(token === api.issued[0] ? 2_500 : 0);
		api.token = async (request) => {
			skip(2_000);
			return await respond(request);
		};
		api.answer = () => 'hang';
		const [stopwatch, before] = [new Stopwatch(), skippedMs()];
		await failureOf(node.poll({ budgetMs: 10_000 }));
		expect(api.issued).toHaveLength(2);
		expect(api.apiRequests.at(-1)?.token).toBe(api.issued[1]);
		expect(stopwatch.stop() + skippedMs() - before).toBeLessThan(9_000);
	});
});

describe('an execution that is stopped', () => {
	it('ends the request that is under way on every host', async () => {
		api.answer = () => 'hang';
		const cancel = new AbortController();
		const running = read().execute([{}], cancel.signal);
		await api.hangs();
		cancel.abort(new Error('stopped'));
		await expect(running).rejects.toThrow('stopped');
	});

	it('does not let a failing item wait for the requests of later ones', async () => {
		api.answer = ({ path }) => (path.endsWith('/bad') ? { status: 404, body: {} } : 'hang');
		const node = read({ number: '={{ $json.number }}' });
		api.answer = () => ({ body: { booking: {} } });
		await node.execute([{ number: 'warm' }, { number: 'up' }, { number: 'first' }]);
		let asked = 0;
		api.answer = async ({ path }) => {
			if (!path.endsWith('/bad')) return 'hang';
			asked += 1;
			await eventually(
				async () => await Promise.resolve(api.apiRequests.length),
				(count) => count >= 5,
			);
			return { status: 404, body: {} };
		};
		const stopwatch = new Stopwatch();
		await failureOf(node.execute([{ number: 'bad' }, { number: 'a' }, { number: 'b' }]));
		expect(asked).toBe(1);
		expect(stopwatch.stop()).toBeLessThan(10_000);
	});
});
