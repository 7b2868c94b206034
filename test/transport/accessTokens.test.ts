import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { PartnerHotelReferenceData } from '../../nodes/PartnerHotelReferenceData/PartnerHotelReferenceData.node';
import { PartnerHotelTrigger } from '../../nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';
import { FakeApi } from '../support/fakeApi';
import { failureOf } from '../support/failures';
import { harness, type NodeHarness } from '../support/n8n';
import { byId } from '../support/pms';
import { eventually } from '../support/sandbox';

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
	clientId: `token-${nextClient++}`,
	clientSecret: 'the-secret',
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

const maxWait = (maxWaitSeconds: number) => ({ requestOptions: { maxWaitSeconds } });

const refusal = { status: 401, body: { error: 'unauthorized_client', error_description: 'Invalid client' } };

/** How often something was asked for, with the time between. */
const gaps = (times: number[]) => times.slice(1).map((at, index) => at - (times[index] ?? 0));

describe('a token that the service refuses', () => {
	it.each([
		['newest', false],
		['older, which hands over a 401 like any other answer', true],
	])('is renewed once, and the request sent again (host: %s)', async (_, ignoresAllStatuses) => {
		const node = write({}, { ignoresAllStatuses });
		await node.execute();
		api.expireToken();
		expect((await node.execute())[0]?.json).toEqual({ id: '7' });
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
	])('is renewed for the trigger, too (host: %s)', async (_, ignoresAllStatuses) => {
		const parameters = { propertyId: byId('1024'), startFrom: 'now' };
		const node = harness(new PartnerHotelTrigger(), {
			parameters,
			credential: credential(),
			ignoresAllStatuses,
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

	it('and its successor, too, is told as such: nothing was changed', async () => {
		const node = write();
		api.onRequest = () => api.expireToken();
		const failure = await failureOf(node.execute());
		expect(failure.message).toBe('The partner API did not accept the access token');
		expect(failure.description).toContain('Nothing was changed.');
		expect(failure.description).not.toContain('not known');
		expect(failure.failure).toEqual({ cause: 'credential-invalid' });
		expect(api.issued).toHaveLength(2);
		expect(api.apiRequests).toHaveLength(2);
	});
});

describe('a pair that is refused', () => {
	it.each<[string, IDataObject]>([
		['unauthorized_client', { error: 'unauthorized_client', error_description: 'Invalid client' }],
		['invalid_grant', { error: 'invalid_grant' }],
		['the form of the other areas', { errors: [{ code: '401', message: 'No' }] }],
	])('is told as such, also when it comes with the renewal (%s)', async (_, body) => {
		const node = write();
		await node.execute();
		api.expireToken();
		api.token = () => ({ status: 401, body });
		const failure = await failureOf(node.execute());
		expect(failure.message).toBe('The Client ID or Client Secret was not accepted');
		expect(failure.description).toContain('Nothing was changed.');
		expect(failure.failure).toEqual({ cause: 'credential-invalid' });
		expect(api.apiRequests).toHaveLength(2);
	});

	it('is not asked for again for each item', async () => {
		api.token = () => refusal;
		const node = read({}, { onError: 'continueRegularOutput' });
		const items = await node.execute(Array.from({ length: 25 }, () => ({})));
		expect(items.map(({ json }) => json.error)).toEqual(
			Array.from({ length: 25 }, () => 'The Client ID or Client Secret was not accepted'),
		);
		expect(api.tokenRequests).toHaveLength(1);
	});

	it('is tried at once when it was corrected', async () => {
		const respond = api.token;
		api.token = () => refusal;
		const node = read();
		await failureOf(node.execute());
		api.token = respond;
		node.stored.clientSecret = 'the-right-one';
		await node.execute();
		expect(api.tokenRequests.at(-1)?.body).toContain('client_secret=the-right-one');
	});
});

describe('a token address', () => {
	it('that asks for fewer requests is left alone for a while, also for changes, and then asked again', async () => {
		const respond = api.token;
		api.token = (request) =>
			api.tokenRequests.length === 1
				? { status: 429, headers: { 'retry-after': '3' }, body: { error: 'too_many_requests' } }
				: respond(request);
		const node = write();
		expect((await node.execute())[0]?.json).toEqual({ id: '7' });
		expect(api.tokenRequests).toHaveLength(2);
		expect(gaps(api.tokenRequests.map(({ at }) => at))[0]).toBeGreaterThanOrEqual(3_000);
	});

	it('that goes on asking for fewer requests is asked more and more rarely', async () => {
		api.token = () => ({ status: 429, body: 'slow down' });
		const failure = await failureOf(write(maxWait(13)).execute());
		expect(failure.message).toBe('Too many access tokens were requested');
		expect(failure.description).toContain('Nothing was changed.');
		const [before = 0, after = 0] = gaps(api.tokenRequests.map(({ at }) => at));
		expect(after).toBeGreaterThan(1.5 * before);
		expect(api.apiRequests).toHaveLength(0);
	});

	it('that fails for a moment is asked again, also for changes, when it says', async () => {
		const respond = api.token;
		api.token = (request) =>
			api.tokenRequests.length === 1 ? { status: 503, headers: { 'retry-after': '2' } } : respond(request);
		await write().execute();
		expect(gaps(api.tokenRequests.map(({ at }) => at))[0]).toBeGreaterThanOrEqual(2_000);
		expect(api.apiRequests).toHaveLength(1);
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
		const started = Date.now();
		const failure = await failureOf(node.execute());
		expect(Date.now() - started).toBeLessThan(8_000);
		expect(failure.message).toBe('No access token came in time');
		expect(failure.description).toContain('Nothing was changed.');
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
		const failure = await failureOf(node.execute());
		expect(failure.message).toBe('No access token came in time');
		expect(api.apiRequests).toHaveLength(2);
	});

	it('that hangs ends with Stop', async () => {
		api.token = () => 'hang';
		const cancel = new AbortController();
		const running = write().execute([{}], cancel.signal);
		await eventually(
			async () => await Promise.resolve(api.tokenRequests.length),
			(count) => count === 1,
		);
		cancel.abort(new Error('stopped'));
		await expect(running).rejects.toThrow('stopped');
	});

	it('that hangs holds up nobody for longer than his own Max Wait', async () => {
		api.token = () => 'hang';
		const shared = credential();
		const cancel = new AbortController();
		const patient = read({}, { credential: shared }).execute([{}], cancel.signal);
		await eventually(
			async () => await Promise.resolve(api.tokenRequests.length),
			(count) => count === 1,
		);
		const failure = await failureOf(read(maxWait(1), { credential: shared }).execute());
		expect(failure.message).toBe('No access token came in time');
		cancel.abort(new Error('stopped'));
		await expect(patient).rejects.toThrow('stopped');
	});

	it('that is none says what to check', async () => {
		api.token = () => ({ status: 404, body: 'nothing here' });
		const failure = await failureOf(read().execute());
		expect(failure.message).toBe(`No access token could be fetched from ${api.url}`);
		expect(failure.description).toContain('HTTP 404');
	});
});

describe('an execution that is stopped', () => {
	it('ends the request that is under way on every host', async () => {
		api.answer = () => 'hang';
		const cancel = new AbortController();
		const running = read().execute([{}], cancel.signal);
		await eventually(
			async () => await Promise.resolve(api.apiRequests.length),
			(count) => count === 1,
		);
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
		const started = Date.now();
		await failureOf(node.execute([{ number: 'bad' }, { number: 'a' }, { number: 'b' }]));
		expect(asked).toBe(1);
		expect(Date.now() - started).toBeLessThan(10_000);
	});
});
