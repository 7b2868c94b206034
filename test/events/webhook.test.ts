import type { IDataObject } from 'n8n-workflow';

import { requestShare } from '../../nodes/PartnerHotelEventTrigger/requestShare';
import { newClient } from '../support/clients';
import { event, hostOf, ids, idsOf, started, stopAll } from '../support/eventTrigger';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';
import type { HostOptions } from '../support/webhookHost';
import { Stopwatch } from '../../packages/sandbox/test/support/stopwatch.mts';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 51, properties: 2, bookings: 20 });
});
afterAll(async () => await sandbox.stop());
afterEach(async () => {
	await stopAll();
	await sandbox.clearFaults();
});

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

	it('of a thousand events is taken, a larger one is refused as a whole', async () => {
		const { host, deliver } = await started();
		const many = Array.from({ length: 1_001 }, () => event());
		const refused = await deliver(many);
		expect(refused.status).toBe(413);
		expect(await refused.json()).toEqual({ message: 'A delivery may have at most 1,000 events.' });
		expect(host.executions).toEqual([]);
		expect((await deliver(many.slice(1))).status).toBe(200);
		expect(ids(host)).toEqual([idsOf(...many.slice(1))]);
	});

	it.each([
		['alone', [{ id: 'something' }], []],
		['of other types', [1, 'check_in', {}, null], []],
		['among events', [{}, event(), 7], [1]],
	])(
		'with records that are no events, %s, is answered with 200 and told in the log',
		async (_, sent, got) => {
			const { host, deliver } = await started();
			const response = await deliver(sent);
			expect(response.status).toBe(200);
			expect(await response.json()).toEqual({ received: got.length, emitted: got.length });
			expect(host.executions.map((items) => items.length)).toEqual(got);
			expect(host.log).toEqual([
				`Partner Hotel: a delivery contained records that are no events (${sent.length - got.length})`,
			]);
		},
	);
});

describe('the choice of no event', () => {
	const nothing = { events: [] };

	it('is refused when the workflow is activated', async () => {
		await expect(hostOf(nothing).activate()).rejects.toMatchObject({
			message: 'Events is empty',
			description: "Choose the events that start the workflow, or 'Any Event'.",
		});
		await expect(hostOf().activate()).resolves.toBeUndefined();
	});

	it('takes no delivery: the provider keeps its events', async () => {
		const { host, deliver } = await started(nothing);
		expect((await deliver([event()])).status).toBe(500);
		expect(host.executions).toEqual([]);
	});
});

describe('Ignore Older Than', () => {
	const minutesAgo = (minutes: number) => ({
		...event(),
		creationTime: new Date(Date.now() - minutes * 60_000).toISOString(),
	});

	it('leaves out older events, and says so in the log', async () => {
		const { host, deliver } = await started({ options: { ignoreOlderThanHours: 1 } });
		const [old, fresh, future] = [minutesAgo(61), minutesAgo(58), minutesAgo(-10)];
		const untimed = { ...event(), creationTime: 'yesterday' };
		const response = await deliver([old, fresh, future, untimed]);
		expect(await response.json()).toEqual({ received: 4, emitted: 3 });
		expect(ids(host)).toEqual([idsOf(fresh, future, untimed)]);
		expect(host.log).toEqual(['Partner Hotel: events older than 1 h were ignored (1)']);
	});

	it('is off by default', async () => {
		const { host, deliver } = await started();
		const old = minutesAgo(365 * 24 * 60);
		await deliver([old]);
		expect(ids(host)).toEqual([idsOf(old)]);
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

	it('is its booking in flat fields, in the columns of all flat formats', async () => {
		const { number } = await sandbox.createBooking('1024', { guest: 'Ada Example' });
		const payload = { BookingNumber: number, PropertyId: '1024' };
		const nothing = { BookingNumber: 'unknown', PropertyId: '1024' };
		const { items } = await withBooking('simplified', [payload, nothing]);
		const [item = {}, unknown = {}] = items;
		expect(item).toMatchObject({
			event: 'checkedIn',
			number: payload.BookingNumber,
			guestName: expect.stringContaining('Ada') as string,
			arrival: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
			total: expect.any(Number) as number,
			propertyName: expect.any(String) as string,
			propertyId: '1024',
		});
		expect(Object.keys(item).slice(0, 5)).toEqual(['event', 'number', 'status', 'guestName', 'arrival']);
		expect(Object.keys(item).at(-1)).toBe('eventId');
		expect(unknown).toMatchObject({
			event: 'checkedIn',
			number: 'unknown',
			propertyName: expect.any(String) as string,
			note: 'The booking was not found (HTTP 404).',
		});
		expect(unknown).not.toHaveProperty('details');
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
		const stopwatch = new Stopwatch();
		const { status, items } = await withBooking('booking', [payload]);
		expect(status).toBe(200);
		expect(stopwatch.stop()).toBeLessThan(10_000);
		expect(items).toEqual([
			expect.objectContaining({ details: null, note: 'The booking could not be read in time.' }),
		]);
	}, 20_000);

	it('is null with a note where events have used their share of the rate limits: others keep the rest', async () => {
		const payload = await booked();
		const credential = await newClient(sandbox);
		const { host, deliver } = await started({ output: 'booking' }, { credential });
		const take = jest.spyOn(requestShare, 'take');
		await sandbox.resetReport();
		await deliver([event('check_in', payload)]);
		const request = take.mock.calls.findLast(([, , { name }]) => name === 'bookingDetail');
		take.mockRestore();
		while (request && requestShare.take(...request) === undefined);
		await deliver([event('check_in', payload)]);
		expect((await sandbox.requests({ path: `/bookings/${payload.BookingNumber}` })).length).toBe(1);
		expect(host.executions.flat()).toEqual([
			expect.objectContaining({ details: expect.objectContaining({ number: payload.BookingNumber }) }),
			expect.objectContaining({
				details: null,
				note: 'The booking was not read: events may use half of the rate limits, so that workflows keep the rest.',
			}),
		]);
	});

	it('is null with a note where no credential is chosen', async () => {
		const { host, deliver } = await started({ output: 'booking' });
		expect((await deliver([event()])).status).toBe(200);
		expect(host.executions[0]?.[0]).toMatchObject({
			details: null,
			note: expect.stringMatching(/^Not read: /),
		});
	});
});
