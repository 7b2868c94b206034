import type { WebhookInput } from '../src/client.mts';
import { allAcknowledged, EventReceiver } from './support/events';
import { eventually, pause, startSandbox, TemporaryState, type Sandbox } from './support/sandbox';
import { Stopwatch } from './support/stopwatch.mts';

const HOTEL = '1024';
const FIRST_PAUSE_MS = 100;

let sandbox: Sandbox;
let receiver: EventReceiver;

beforeAll(async () => {
	sandbox = await startSandbox({ limits: 'off', bookings: 5 });
});

beforeEach(async () => {
	receiver = await EventReceiver.start();
	await sandbox.settings({ eventFirstPauseMs: FIRST_PAUSE_MS, eventPauseFactor: 2, eventTimeoutMs: 5_000 });
	await sandbox.clearEventFaults();
	await setWebhook();
});

afterEach(async () => {
	await sandbox.setWebhook(sandbox.clientId, null);
	await receiver.stop();
});

afterAll(async () => await sandbox.stop());

async function setWebhook(input: Partial<WebhookInput> = {}): Promise<void> {
	await sandbox.setWebhook(sandbox.clientId, { url: receiver.url, ...input });
}

async function book(...numbers: string[]): Promise<void> {
	for (const number of numbers) await sandbox.createBooking(HOTEL, { number: `${number} ${Math.random()}` });
}

/** The first word of the booking numbers of each request. */
function received(): string[][] {
	return receiver.requests.map(({ events }) =>
		events.map(({ payload }) => String(payload['BookingNumber']).split(' ')[0] as string),
	);
}

/** The pauses between the requests, in milliseconds. */
function pauses(): number[] {
	return receiver.requests.slice(1).map(({ at }, index) => at - (receiver.requests[index]?.at ?? 0));
}

async function requests(count: number): Promise<void> {
	await eventually(
		async () => await Promise.resolve(receiver.requests.length),
		(arrived) => arrived >= count,
	);
}

async function failures(count: number): Promise<void> {
	await eventually(
		async () => (await sandbox.events(sandbox.clientId)).delivery?.failures ?? 0,
		(failed) => failed >= count,
	);
}

async function lastFailure(): Promise<string | null | undefined> {
	return (await sandbox.events(sandbox.clientId)).delivery?.lastFailure;
}

describe('Events', () => {
	it('are posted as a JSON array, one request after the other', async () => {
		await book('a');
		await allAcknowledged(sandbox);
		await book('b');
		await allAcknowledged(sandbox);

		expect(received()).toEqual([['a'], ['b']]);
		expect(receiver.requests[0]).toMatchObject({
			method: 'POST',
			path: '/events',
			headers: { 'content-type': 'application/json' },
		});
	});

	it('come in the order of their creation, at most 1,000 in a request', async () => {
		const bookings = await sandbox.createBookings(HOTEL, 2_500);
		const { deliveredCount, delivered } = await allAcknowledged(sandbox);

		expect(receiver.requests.map(({ events }) => events.length)).toEqual([1_000, 1_000, 500]);
		expect(receiver.events.map(({ payload }) => payload['BookingNumber'])).toEqual(
			bookings.map(({ number }) => number),
		);
		expect([deliveredCount, delivered]).toEqual([2_500, receiver.events]);
	});

	it.each([200, 201, 204, 299])('are acknowledged by a %i', async (status) => {
		receiver.answer = () => status;
		await book('a');

		expect((await allAcknowledged(sandbox)).delivery).toEqual({
			attempts: expect.any(Number) as number,
			failures: 0,
			lastFailure: null,
			pauseMs: null,
		});
	});

	it('wait while earlier ones are on their way', async () => {
		receiver.answer = () => 'hang';
		await book('a');
		await requests(1);
		await book('b', 'c');
		await pause(3 * FIRST_PAUSE_MS);

		expect(received()).toEqual([['a']]);
		expect((await sandbox.events(sandbox.clientId)).pending).toHaveLength(3);
	});
});

describe('A sender proves itself', () => {
	it.each<[string, WebhookInput['authentication'], object]>([
		['with nothing', { kind: 'none' }, {}],
		['with an API key', { kind: 'apiKey', key: 'k-1' }, { 'api-key': 'k-1' }],
		[
			'with user and password',
			{ kind: 'basic', user: 'hotel', password: 'pässword:1' },
			{ authorization: 'Basic aG90ZWw6cMOkc3N3b3JkOjE=' },
		],
	])('%s', async (_label, authentication, headers) => {
		await setWebhook({ authentication });
		await book('a');
		const events = await allAcknowledged(sandbox);
		const { 'api-key': key, authorization } = receiver.requests[0]?.headers ?? {};

		expect({ 'api-key': key, authorization }).toEqual(headers);
		expect(events.webhook).toEqual({
			url: receiver.url,
			eventTypes: null,
			authentication: authentication?.kind,
		});
	});
});

describe('After a failure', () => {
	it.each<[string, number | 'reset']>([
		['status 500', 500],
		['status 401', 401],
		['status 302', 302],
		['status 410', 410],
		['no connection (UND_ERR_SOCKET)', 'reset'],
	])('events come again, with what was created since: %s', async (failure, answer) => {
		receiver.answer = ({ events }) => (events.length === 1 ? answer : 200);
		await book('a');
		await failures(1);
		expect(await lastFailure()).toBe(failure);
		await book('b');
		await allAcknowledged(sandbox);

		const [last, ...before] = received().reverse();
		expect(last).toEqual(['a', 'b']);
		expect(before).toEqual(before.map(() => ['a']));
		expect(receiver.requests.at(-1)?.events[0]).toEqual(receiver.requests[0]?.events[0]);
		expect(pauses()[0]).toBeGreaterThanOrEqual(FIRST_PAUSE_MS - 1);
		expect(await lastFailure()).toBeNull();
	});

	it('by time-out, too', async () => {
		await sandbox.settings({ eventTimeoutMs: 50 });
		receiver.answer = () => 'hang';
		await book('a');
		await failures(1);
		expect(await lastFailure()).toBe('no answer in time');
		await sandbox.settings({ eventTimeoutMs: 5_000 });
		receiver.answer = () => 200;
		await allAcknowledged(sandbox);

		expect(received().length).toBeGreaterThan(1);
		expect(received()).toEqual(received().map(() => ['a']));
	});

	it('by a refused connection, too', async () => {
		const { port } = receiver;
		await receiver.stop();
		await book('a');
		await failures(1);
		expect(await lastFailure()).toBe('no connection (ECONNREFUSED)');
		receiver = await EventReceiver.start(port);
		await allAcknowledged(sandbox);

		expect(received()).toEqual([['a']]);
	});

	it('the pause grows until an acknowledgement, and starts anew after it', async () => {
		receiver.answer = () => (receiver.requests.length < 4 ? 503 : 200);
		await book('a');
		await allAcknowledged(sandbox);
		const [first = 0, second = 0, third = 0] = pauses();
		receiver.answer = () => (receiver.requests.length < 6 ? 503 : 200);
		await book('b');
		await allAcknowledged(sandbox);
		const again = pauses()[4] ?? 0;

		expect(first).toBeGreaterThanOrEqual(FIRST_PAUSE_MS - 1);
		expect(second).toBeGreaterThanOrEqual(2 * FIRST_PAUSE_MS - 1);
		expect(third).toBeGreaterThanOrEqual(4 * FIRST_PAUSE_MS - 1);
		expect(received()).toEqual([['a'], ['a'], ['a'], ['a'], ['b'], ['b']]);
		expect(again).toBeLessThan(4 * FIRST_PAUSE_MS);
	});

	it('events created during the pause do not shorten it', async () => {
		await sandbox.settings({ eventFirstPauseMs: 60_000 });
		receiver.answer = () => 500;
		await book('a');
		await failures(1);
		await book('b', 'c');
		await pause(100);

		expect(received()).toEqual([['a']]);
	});
});

describe('Another address', () => {
	let other: EventReceiver;

	beforeEach(async () => {
		other = await EventReceiver.start();
		await sandbox.settings({ eventFirstPauseMs: 60_000 });
		receiver.answer = () => 500;
		await book('a');
		await failures(1);
	});

	afterEach(async () => await other.stop());

	it('causes an attempt at once, and its success ends the pauses', async () => {
		await setWebhook({ url: other.url });
		const { delivery } = await allAcknowledged(sandbox);

		expect(other.events).toEqual(receiver.events);
		expect(delivery).toMatchObject({ failures: 0, pauseMs: null });
	});

	it('that fails as well makes the pause grow on', async () => {
		other.answer = () => 500;
		await setWebhook({ url: other.url });
		await failures(2);

		expect((await sandbox.events(sandbox.clientId)).delivery).toMatchObject({ pauseMs: 120_000 });
	});

	it('is needed for that: other changes of the webhook wait for their time', async () => {
		await setWebhook({ authentication: { kind: 'apiKey', key: 'new' } });
		await pause(100);

		expect(receiver.requests).toHaveLength(1);
	});

	it('gets what the old one has not acknowledged yet', async () => {
		await setWebhook({ url: other.url, eventTypes: ['webpms:cancel_booking'] });
		await book('not wanted');
		await allAcknowledged(sandbox);

		expect(other.events).toEqual(receiver.events);
	});
});

describe('A fault of the kind', () => {
	it('repeat sends a delivery once more, before anything newer', async () => {
		await sandbox.eventFault({ kind: 'repeat', times: 1, skip: 1 });
		await book('a');
		await allAcknowledged(sandbox);
		await book('b');
		await allAcknowledged(sandbox);
		await book('c');
		const { deliveredCount } = await allAcknowledged(sandbox);

		expect(received()).toEqual([['a'], ['b'], ['b'], ['c']]);
		expect(receiver.requests[2]?.events).toEqual(receiver.requests[1]?.events);
		expect(deliveredCount).toBe(3);
	});

	it('repeat with a probability hits a share of the deliveries', async () => {
		await sandbox.eventFault({ kind: 'repeat', probability: 0.5 });
		for (let count = 0; count < 20; count += 1) {
			await book('a');
			await allAcknowledged(sandbox);
		}
		const [fault] = await sandbox.eventFaults();

		expect(fault).toMatchObject({ kind: 'repeat', matched: 20, applied: receiver.requests.length - 20 });
		expect(fault?.applied).toBeGreaterThan(2);
		expect(fault?.applied).toBeLessThan(18);
	});

	it('lostAnswer sends again what was acknowledged, after the pause', async () => {
		await sandbox.eventFault({ kind: 'lostAnswer' });
		await book('a');
		await failures(1);
		expect(await lastFailure()).toBe('the answer was lost');
		await book('b');
		await allAcknowledged(sandbox);

		expect(received()).toEqual([['a'], ['a', 'b']]);
	});

	it('delay holds a delivery back, to the client that is named', async () => {
		await sandbox.addClient({ clientId: 'other', clientSecret: 's' });
		await sandbox.eventFault({ kind: 'delay', delayMs: 60_000, clientId: 'other' });
		await sandbox.eventFault({ kind: 'delay', delayMs: 300, clientId: sandbox.clientId });
		await book('a');
		const createdAt = Date.now();
		await allAcknowledged(sandbox);

		expect((receiver.requests[0]?.at ?? 0) - createdAt).toBeGreaterThan(200);
	});
});

describe('A restart', () => {
	const state = new TemporaryState();
	let kept: Sandbox;

	beforeEach(async () => {
		kept = await startSandbox({ limits: 'off', bookings: 5, state: state.path });
		await kept.addClient({ clientId: 'reader', clientSecret: 's' });
	});

	afterEach(async () => {
		await kept.stop();
	});

	afterAll(() => state.remove());

	it('with a state file keeps the webhook and all events, and tries at once', async () => {
		await kept.setWebhook('reader', {
			url: receiver.url,
			eventTypes: ['webpms:create_booking'],
			authentication: { kind: 'apiKey', key: 'k-1' },
		});
		await kept.createBooking(HOTEL, { number: 'delivered' });
		await allAcknowledged(kept, 'reader');
		receiver.answer = () => 500;
		await kept.createBooking(HOTEL, { number: 'waiting' });
		await requests(2);
		const before = await kept.events('reader');
		receiver.answer = () => 200;
		await kept.restart();
		await allAcknowledged(kept, 'reader');
		const after = await kept.events('reader');
		await kept.createBooking(HOTEL, { number: 'after it' });
		await allAcknowledged(kept, 'reader');

		expect(after.delivered).toEqual([...before.delivered, ...before.pending]);
		expect([after.deliveredCount, after.webhook]).toEqual([2, before.webhook]);
		expect(received()).toEqual([['delivered'], ['waiting'], ['waiting'], ['after']]);
		expect(receiver.requests.map(({ headers }) => headers['api-key'])).toEqual(['k-1', 'k-1', 'k-1', 'k-1']);
		expect(new Set(receiver.events.map(({ eventId }) => eventId)).size).toBe(3);
	});

	it('ends what is under way', async () => {
		receiver.answer = () => 'hang';
		await kept.setWebhook('reader', { url: receiver.url });
		await kept.createBooking(HOTEL);
		await requests(1);
		const stopwatch = new Stopwatch();
		await kept.stop();

		expect(stopwatch.stop()).toBeLessThan(3_000);
	});
});

describe('The command line', () => {
	it('sets the webhook of the default client', async () => {
		const started = await startSandbox({
			bookings: 1,
			webhook: receiver.url,
			webhookEvents: 'webpms:cancel_booking,webpms:check_in',
			webhookAuth: 'basic:hotel:secret',
		});
		await started.createBooking(HOTEL, { number: 'a' });
		await started.cancelBooking(HOTEL, 'a');
		const { webhook } = await allAcknowledged(started);
		await started.stop();

		expect(receiver.events.map(({ eventType }) => eventType)).toEqual(['webpms:cancel_booking']);
		expect(receiver.requests[0]?.headers['authorization']).toBe('Basic aG90ZWw6c2VjcmV0');
		expect(webhook?.eventTypes).toEqual(['webpms:cancel_booking', 'webpms:check_in']);
	});
});

describe('The control interface refuses', () => {
	it.each<[string, string, string, unknown, string]>([
		['a webhook of no client', 'POST', 'clients/none/webhook', { url: 'http://a.example' }, '404'],
		['no address', 'POST', 'clients/sandbox-client/webhook', {}, 'url is missing'],
		['another protocol', 'POST', 'clients/sandbox-client/webhook', { url: 'ftp://a.example' }, 'url must'],
		[
			'a password in it',
			'POST',
			'clients/sandbox-client/webhook',
			{ url: 'http://a:b@c.example' },
			'url must',
		],
		[
			'unknown types',
			'POST',
			'clients/sandbox-client/webhook',
			{ url: 'http://a.example', eventTypes: ['webpms:x'] },
			'eventTypes must',
		],
		[
			'a kind without its key',
			'POST',
			'clients/sandbox-client/webhook',
			{ url: 'http://a.example', authentication: { kind: 'apiKey' } },
			'authentication.key is missing',
		],
		[
			'a kind without its password',
			'POST',
			'clients/sandbox-client/webhook',
			{ url: 'http://a.example', authentication: { kind: 'basic', user: 'a' } },
			'authentication.password is missing',
		],
		['events of no client', 'GET', 'clients/none/events', undefined, '404'],
		[
			'a type without a module',
			'POST',
			'properties/1024/events',
			{ eventType: 'x', payload: {} },
			'module:name',
		],
		[
			'a payload that is a list',
			'POST',
			'properties/1024/events',
			{ eventType: 'a:b', payload: [] },
			'payload',
		],
		['a delay without its time', 'POST', 'event-faults', { kind: 'delay' }, 'delayMs is missing'],
		['faults of no client', 'POST', 'event-faults', { kind: 'repeat', clientId: 'none' }, 'no client'],
	])('%s', async (_label, method, path, body, message) => {
		await expect(sandbox.control(method, path, body)).rejects.toThrow(message);
	});

	it('an event that nobody would get', async () => {
		await sandbox.setWebhook(sandbox.clientId, null);

		await expect(sandbox.emitEvent(HOTEL, { eventType: 'a:b', payload: {} })).rejects.toThrow('webhook');
	});
});
