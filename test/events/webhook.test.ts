import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PartnerHotelEventTrigger } from '../../nodes/PartnerHotelEventTrigger/PartnerHotelEventTrigger.node';
import { newClient } from '../support/clients';
import { startSandbox, type Sandbox } from '../support/sandbox';
import { WebhookHost, type HostOptions } from '../support/webhookHost';

let sandbox: Sandbox;
const running: WebhookHost[] = [];

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 51, properties: 2, bookings: 20 });
});
afterAll(async () => await sandbox.stop());
afterEach(async () => {
	await Promise.all(running.splice(0).map(async (host) => await host.stop()));
	await sandbox.clearFaults();
});

interface Started {
	host: WebhookHost;
	deliver(events: unknown, headers?: Record<string, string>): Promise<Response>;
}

async function started(
	parameters: INodeParameters = {},
	options: Partial<HostOptions> = {},
): Promise<Started> {
	const all = { authentication: 'none', ...parameters };
	const host = new WebhookHost(new PartnerHotelEventTrigger(), { parameters: all, ...options });
	running.push(host);
	const url = await host.start();
	const deliver = async (events: unknown, headers = {}) =>
		await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: typeof events === 'string' ? events : JSON.stringify(events),
		});
	return { host, deliver };
}

let nextEvent = 1;

function event(type = 'check_in', payload: IDataObject = {}): IDataObject {
	const id = String(nextEvent++).padStart(12, '0');
	return {
		eventId: `01952268-cd6e-73ce-afbf-${id}`,
		eventType: `webpms:${type}`,
		creationTime: '2025-02-20T08:07:47.1234567Z',
		payload: { BookingNumber: '20250220-500360-421894386', PropertyId: '500360', ...payload },
	};
}

const ids = (host: WebhookHost) => host.executions.map((items) => items.map(({ eventId }) => eventId));
const idsOf = (...events: IDataObject[]) => events.map(({ eventId }) => eventId);

describe('a delivery', () => {
	it('gives one item for each event, in its order', async () => {
		const { host, deliver } = await started();
		const [first, second] = [event('create_booking'), event('check_in')];
		const response = await deliver([first, second]);
		expect(response.status).toBe(200);
		expect(host.executions).toEqual([
			[
				{
					eventId: first.eventId,
					event: 'bookingCreated',
					eventType: 'webpms:create_booking',
					occurredAt: '2025-02-20T08:07:47.123Z',
					propertyId: '500360',
					bookingNumber: '20250220-500360-421894386',
					payload: first.payload,
				},
				expect.objectContaining({ eventId: second.eventId, event: 'checkedIn' }),
			],
		]);
	});

	it.each([
		['no array', { eventType: 'webpms:check_in' }],
		['an array of something else', [1, 'check_in', {}]],
		['no JSON', 'hello'],
	])('is refused with a reason when it is %s', async (_, body) => {
		const { host, deliver } = await started();
		const response = await deliver(body, typeof body === 'string' ? { 'content-type': 'text/plain' } : {});
		expect(response.status).toBe(400);
		expect(((await response.json()) as IDataObject).message).toMatch(/JSON array of events/);
		expect(host.executions).toEqual([]);
	});

	it('is taken as text, too', async () => {
		const { host, deliver } = await started();
		const sent = event();
		await deliver(JSON.stringify([sent]), { 'content-type': 'text/plain' });
		expect(ids(host)).toEqual([idsOf(sent)]);
	});

	it('is answered with 200 when nothing of it is wanted, or it is empty', async () => {
		const { host, deliver } = await started({ events: ['webpms:check_out'] });
		expect((await deliver([event('check_in'), event('something_new')])).status).toBe(200);
		expect((await deliver([])).status).toBe(200);
		expect(host.executions).toEqual([]);
	});

	it('of more than a thousand events is taken as a whole', async () => {
		const { host, deliver } = await started();
		const many = Array.from({ length: 2_500 }, () => event());
		expect((await deliver(many)).status).toBe(200);
		expect(ids(host)).toEqual([idsOf(...many)]);
	});
});

describe('the choice of events and properties', () => {
	it('emits the chosen types only', async () => {
		const { host, deliver } = await started({ events: ['webpms:check_in', 'webpms:change_room'] });
		const [arrival, other, room] = [event('check_in'), event('check_out'), event('change_room')];
		await deliver([arrival, other, room]);
		expect(ids(host)).toEqual([idsOf(arrival, room)]);
	});

	it('emits types that are not known yet with Any Event, by their own name', async () => {
		const { host, deliver } = await started();
		await deliver([event('something_new')]);
		expect(host.executions[0]?.[0]).toMatchObject({ event: 'webpms:something_new' });
	});

	it('emits the events of the chosen properties, and those that name none', async () => {
		const { host, deliver } = await started({ propertySelection: 'several', propertyIds: ['1', '2'] });
		const [one, two, three] = ['1', '2', '3'].map((PropertyId) => event('check_in', { PropertyId }));
		const nameless = { ...event(), payload: { inventoryBlockId: '12345' } };
		await deliver([one, two, three, nameless]);
		expect(ids(host)).toEqual([idsOf(one as IDataObject, two as IDataObject, nameless)]);
	});

	it('reads keys with and without a capital letter', async () => {
		const { host, deliver } = await started();
		const { eventId, eventType, creationTime } = event();
		await deliver([
			{ EventId: eventId, EventType: eventType, CreationTime: creationTime, Payload: { propertyId: 7 } },
		]);
		expect(host.executions[0]?.[0]).toMatchObject({ eventId, event: 'checkedIn', propertyId: '7' });
	});
});

describe('authentication', () => {
	const apiKey = { authentication: { name: 'API-KEY', value: 'key-4711' } };
	const basic = { authentication: { user: 'hotel', password: 'pass:wörd' } };
	const basicOf = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

	it.each<[string, string, Partial<HostOptions>, Record<string, string>, number]>([
		['an API key', 'headerAuth', apiKey, { 'api-key': 'key-4711' }, 200],
		['no API key', 'headerAuth', apiKey, {}, 401],
		['a wrong API key', 'headerAuth', apiKey, { 'api-key': 'key-4712' }, 401],
		['a part of the API key', 'headerAuth', apiKey, { 'api-key': 'key-471' }, 401],
		['an API key where Basic is expected', 'basicAuth', basic, { 'api-key': 'key-4711' }, 401],
		['user and password', 'basicAuth', basic, { authorization: basicOf('hotel:pass:wörd') }, 200],
		['a wrong password', 'basicAuth', basic, { authorization: basicOf('hotel:pass') }, 401],
		['the pair as a bearer token', 'basicAuth', basic, { authorization: 'Bearer hotel:pass:wörd' }, 401],
		[
			'nothing where the credential is empty',
			'headerAuth',
			{ authentication: { name: 'API-KEY', value: '' } },
			{ 'api-key': '' },
			401,
		],
	])('%s', async (_, authentication, options, headers, status) => {
		const { host, deliver } = await started({ authentication }, options);
		const response = await deliver([event()], headers);
		expect(response.status).toBe(status);
		if (status === 401) expect(await response.text()).toBe('');
		expect(host.executions).toHaveLength(status === 200 ? 1 : 0);
	});
});

describe('a repeated event', () => {
	it('is emitted once, also after a restart of n8n', async () => {
		const [first, second] = [event(), event()];
		const { host, deliver } = await started();
		await deliver([first]);
		expect((await deliver([first, second])).status).toBe(200);
		expect(ids(host)).toEqual([idsOf(first), idsOf(second)]);

		const restarted = await started();
		restarted.host.staticData = host.staticData;
		await restarted.deliver([first, second]);
		expect(restarted.host.executions).toEqual([]);
	});

	it('is emitted once, also when n8n restarts after deliveries of the same moment', async () => {
		const [first, second] = [event(), event()];
		const { host, deliver } = await started();
		await deliver([event()]);
		let go = () => undefined as void;
		const held = new Promise<void>((resolve) => (go = resolve));
		const begun = new Promise<void>((resolve) => {
			host.onExecution = async () => {
				resolve();
				await held;
			};
		});
		const answers = [deliver([first])];
		await begun;
		answers.push(deliver([first, second]));
		await host.hasLoaded(3);
		go();
		await Promise.all(answers);

		const restarted = await started();
		restarted.host.staticData = host.staticData;
		await restarted.deliver([first, second]);
		expect(restarted.host.executions).toEqual([]);
	});

	it('is emitted once in one delivery', async () => {
		const { host, deliver } = await started();
		const sent = event();
		await deliver([sent, sent]);
		expect(ids(host)).toEqual([idsOf(sent)]);
	});

	it('is emitted again when the first delivery was not answered', async () => {
		const { host, deliver } = await started();
		host.onExecution = () => {
			throw new Error('no database');
		};
		const sent = event();
		expect((await deliver([sent])).status).toBe(500);
		host.onExecution = () => undefined;
		expect((await deliver([sent])).status).toBe(200);
		expect(ids(host)).toEqual([idsOf(sent)]);
	});

	it('waits for the delivery that is being handled, and is dropped when that one is answered', async () => {
		const { host, deliver } = await started();
		let go = () => undefined as void;
		const held = new Promise<void>((resolve) => (go = resolve));
		let executions = 0;
		const begun = new Promise<void>((resolve) => {
			host.onExecution = async () => {
				executions += 1;
				resolve();
				await held;
			};
		});
		const sent = event();
		const first = deliver([sent]);
		await begun;
		const second = deliver([sent]);
		go();
		expect((await first).status).toBe(200);
		expect((await second).status).toBe(200);
		expect(executions).toBe(1);
	});

	it('is emitted when the first delivery of the same moment fails', async () => {
		const { host, deliver } = await started();
		let fail = () => undefined as void;
		const held = new Promise<void>((_, reject) => (fail = () => reject(new Error('no database'))));
		const begun = new Promise<void>((resolve) => {
			host.onExecution = async () => {
				resolve();
				host.onExecution = () => undefined;
				await held;
			};
		});
		const sent = event();
		const first = deliver([sent]);
		await begun;
		const second = deliver([sent]);
		fail();
		expect((await first).status).toBe(500);
		expect((await second).status).toBe(200);
		expect(ids(host)).toEqual([idsOf(sent)]);
	});

	it('is emitted each time while testing in the editor, which remembers nothing', async () => {
		const { host, deliver } = await started({}, { mode: 'manual' });
		const sent = event();
		await deliver([sent]);
		await deliver([sent]);
		expect(ids(host)).toEqual([idsOf(sent), idsOf(sent)]);
		expect(host.staticData).toBeUndefined();
	});

	it('without an ID cannot be recognized, and is emitted', async () => {
		const { host, deliver } = await started();
		const { eventType, payload } = event();
		await deliver([{ eventType, payload }]);
		await deliver([{ eventType, payload }]);
		expect(host.executions).toHaveLength(2);
	});
});

describe('what an event is about', () => {
	async function withBooking(output: string, payloads: IDataObject[], options: Partial<HostOptions> = {}) {
		const credential = await newClient(sandbox);
		const { host, deliver } = await started({ output }, { credential, ...options });
		const response = await deliver(payloads.map((payload) => event('check_in', payload)));
		return { status: response.status, items: host.executions[0] ?? [] };
	}

	const booked = async () => {
		const [booking] = await sandbox.createBookings('1024', 1);
		return { BookingNumber: booking?.number as string, PropertyId: '1024' };
	};

	it('is the booking, read once for all its events', async () => {
		const payload = await booked();
		await sandbox.resetReport();
		const { items } = await withBooking('booking', [payload, payload]);
		expect(items).toHaveLength(2);
		for (const item of items) expect(item.details).toMatchObject({ number: payload.BookingNumber });
		expect((await sandbox.requests({ path: '/bookings/' })).length).toBe(1);
	});

	it('is the reservation of the PMS', async () => {
		const payload = await booked();
		const { items } = await withBooking('reservation', [payload]);
		expect(items[0]?.details).toMatchObject({ number: expect.any(String), roomStays: expect.any(Array) });
	});

	it('is null with a note where it is not there, and the others are emitted', async () => {
		const payload = await booked();
		const { items } = await withBooking('booking', [
			{ BookingNumber: 'unknown', PropertyId: '1024' },
			{ BookingNumber: null, PropertyId: null },
			payload,
		]);
		expect(items.map(({ details, note }) => [details === null, note])).toEqual([
			[true, 'The booking was not found (HTTP 404).'],
			[true, 'The event names no booking.'],
			[false, undefined],
		]);
	});

	it('is null with a note where the API fails, hangs or refuses: the provider has its answer in time', async () => {
		const payload = await booked();
		await sandbox.fault({ kind: 'delay', delayMs: 30_000, match: { path: '/bookings/' } });
		const before = Date.now();
		const { status, items } = await withBooking('booking', [payload]);
		expect(status).toBe(200);
		expect(Date.now() - before).toBeLessThan(10_000);
		expect(items).toEqual([
			expect.objectContaining({ details: null, note: 'The booking could not be read in time.' }),
		]);
	}, 20_000);

	it('is null with a note where no credential is chosen', async () => {
		const { host, deliver } = await started({ output: 'booking' });
		expect((await deliver([event()])).status).toBe(200);
		expect(host.executions[0]?.[0]).toMatchObject({
			details: null,
			note: expect.stringMatching(/^Not read: /),
		});
	});
});
