import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { PartnerHotelEventTrigger } from '../../nodes/PartnerHotelEventTrigger/PartnerHotelEventTrigger.node';
import { PartnerHotelReservationTrigger } from '../../nodes/PartnerHotelReservationTrigger/PartnerHotelReservationTrigger.node';
import { PartnerHotelTrigger } from '../../nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';
import { failureOf } from '../support/failures';
import { MARKER, markedSandbox, type MarkedSandbox } from '../support/guestMarkers';
import { withWarnings } from '../support/loggedTrigger';
import { withToken } from '../support/clients';
import { harness, type NodeHarness, type TestCredential } from '../support/n8n';
import { byId } from '../support/pms';
import { pause, startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';
import { WebhookHost } from '../support/webhookHost';

jest.mock('../../nodes/shared/transport/waiting', () => jest.requireActual('../support/hastenedLimits'));

let sandbox: Sandbox;
let hotel: MarkedSandbox;
let nextProperty = 0;
let nextClient = 1;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 14, properties: 40, bookings: 4, limits: 'off' });
	hotel = await markedSandbox(sandbox);
});
afterAll(async () => {
	await hotel.fake.stop();
	await sandbox.stop();
});
afterEach(() => {
	hotel.fake.answer = async (request) => (await hotel.between(request)) ?? (await hotel.forward(request));
});

const ON = { leaveOutPersonalData: true };
const freshProperty = () => sandbox.properties[nextProperty++]?.id ?? '';

/** The limits of a client of its own, with the same token. */
function anotherClient(): TestCredential {
	const apiClientId = `${hotel.credential.apiClientId} ${nextClient++}`;
	return withToken({ ...hotel.credential, apiClientId }, hotel.credential.oauthTokenData as IDataObject);
}

function trigger(type: INodeType, property: string, parameters: INodeParameters): NodeHarness {
	return harness(type, {
		parameters: { propertyId: byId(property), startFrom: 'now', ...parameters },
		credential: anotherClient(),
	});
}

async function itemsOf(node: NodeHarness, mode?: 'manual'): Promise<IDataObject[]> {
	return ((await node.poll(mode && { mode })) ?? []).map(({ json }) => json);
}

/** Two changes of one second are one in a summary: it tells seconds. */
const nextSecond = async () => await pause(1_000 - (Date.now() % 1_000));

describe('the booking trigger with Leave Out Personal Data', () => {
	const forms = ['details', 'nights', 'roomStays', 'simplified', 'summary'];

	it.each(forms)('%s has nothing of a person in new, changed and cancelled bookings', async (output) => {
		const property = freshProperty();
		const whole = trigger(new PartnerHotelTrigger(), property, { output });
		const protecting = trigger(new PartnerHotelTrigger(), property, { output, options: ON });
		for (const node of [whole, protecting]) await node.poll();
		const { number } = await sandbox.createBooking(property, { nights: 2 });
		const steps = [
			async () => await Promise.resolve(),
			async () => await sandbox.changeBooking(property, number, { nights: 6 }),
			async () => await sandbox.cancelBooking(property, number),
		];
		const events: unknown[] = [];
		for (const step of steps) {
			if (output === 'summary') await nextSecond();
			await step();
			const complete = await itemsOf(whole);
			// A summary has no more than its five fields.
			expect(MARKER.test(JSON.stringify(complete))).toBe(output !== 'summary');
			const items = await itemsOf(protecting);
			expect(JSON.stringify(items)).not.toMatch(MARKER);
			expect(items).not.toHaveLength(0);
			events.push(items[0]?.event);
			expect(items[0]).toMatchObject({ number, propertyId: property });
			if (items[0]?.event === 'changed' && output !== 'summary') {
				expect(items[0].changes).toMatchObject({ dates: { before: expect.anything() as unknown } });
			}
		}
		expect(events).toEqual(['new', 'changed', 'cancelled']);
		expect(JSON.stringify([whole.staticData, protecting.staticData])).not.toMatch(MARKER);
	});

	it('emits a booking that got another name, and does not tell it', async () => {
		const property = freshProperty();
		const node = trigger(new PartnerHotelTrigger(), property, { output: 'simplified', options: ON });
		hotel.fake.answer = async (request) => await hotel.forward(request);
		await node.poll();
		const { number } = await sandbox.createBooking(property, { guest: 'Adler' });
		await node.poll();
		await sandbox.changeBooking(property, number, { guest: 'Zyxel' });
		const items = await itemsOf(node);
		expect(items).toMatchObject([{ event: 'changed', number }]);
		expect(JSON.stringify(items)).not.toMatch(/zyxel|adler/i);
	});

	it.each(forms)('%s is the same without it, and has no columns for it', async (output) => {
		const property = freshProperty();
		const options = { ...ON, addCancellationDeadline: true };
		const protecting = trigger(new PartnerHotelTrigger(), property, { output, options });
		const [item = {}] = await itemsOf(protecting, 'manual');
		expect(JSON.stringify(item)).not.toMatch(MARKER);
		const whole = trigger(new PartnerHotelTrigger(), property, {
			output,
			options: { addCancellationDeadline: true },
		});
		const [complete = {}] = await itemsOf(whole, 'manual');
		expect(JSON.stringify(complete)).toMatch(MARKER);
		expect(Object.keys(complete).filter((key) => !(key in item))).toEqual(
			{
				details: ['licencePlate', 'documents'],
				summary: ['licencePlate', 'documents'],
			}[output] ?? expect.arrayContaining(['guestName', 'guestNames', 'customerName']),
		);
	});
});

describe('the reservation trigger with Leave Out Personal Data', () => {
	const forms = ['raw', 'roomStays', 'simplified'];

	it.each(forms)('%s has nothing of a person in an event', async (output) => {
		const property = freshProperty();
		const parameters = { output, events: ['new'], options: { addGuests: true } };
		const whole = trigger(new PartnerHotelReservationTrigger(), property, parameters);
		const options = { addGuests: true, ...ON };
		const protecting = trigger(new PartnerHotelReservationTrigger(), property, { ...parameters, options });
		for (const node of [whole, protecting]) await node.poll();
		await sandbox.createBooking(property);
		const complete = await itemsOf(whole);
		const items = await itemsOf(protecting);
		expect(complete).not.toHaveLength(0);
		expect(items).toHaveLength(complete.length);
		expect(JSON.stringify(complete)).toMatch(MARKER);
		expect(JSON.stringify(items)).not.toMatch(/zyxel|guestName|"guests"/i);
		expect(items[0]).toMatchObject({ event: 'new', number: complete[0]?.number, propertyId: property });
		expect(JSON.stringify([whole.staticData, protecting.staticData])).not.toMatch(MARKER);
	});

	it.each(forms)('%s has nothing of a person in a test event', async (output) => {
		const parameters = { output, events: ['new', 'cancelled'], options: { addGuests: true } };
		const property = freshProperty();
		const type = new PartnerHotelReservationTrigger();
		expect(JSON.stringify(await itemsOf(trigger(type, property, parameters), 'manual'))).toMatch(MARKER);
		const options = { addGuests: true, ...ON };
		const items = await itemsOf(trigger(type, property, { ...parameters, options }), 'manual');
		expect(items).not.toHaveLength(0);
		expect(JSON.stringify(items)).not.toMatch(MARKER);
	});
});

describe('the event trigger with Leave Out Personal Data', () => {
	async function delivered(
		output: string,
		options: IDataObject,
	): Promise<{ status: number; items: IDataObject[] }> {
		const property = freshProperty();
		const { number } = await sandbox.createBooking(property);
		const facts = await sandbox.reservations(property, 100);
		const reservation = facts.find(({ bookingNumber }) => bookingNumber === number)?.number;
		const host = new WebhookHost(new PartnerHotelEventTrigger(), {
			parameters: { authentication: 'none', output, options } as INodeParameters,
			credential: anotherClient(),
		});
		const event = {
			eventId: `event-${nextClient}`,
			eventType: 'webpms:create_booking',
			creationTime: '2027-03-01T09:29:59.123Z',
			payload: { BookingNumber: output === 'reservation' ? reservation : number, PropertyId: property },
		};
		const { status } = await fetch(await host.start(), {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify([event]),
		});
		await host.stop();
		return { status, items: host.executions.flat() };
	}

	it.each(['booking', 'reservation'])('has nothing of a person in the details of a %s', async (output) => {
		const { items: complete } = await delivered(output, {});
		expect(JSON.stringify(complete)).toMatch(MARKER);
		const { items } = await delivered(output, ON);
		expect(items[0]?.details).toMatchObject({ number: expect.any(String) as unknown });
		expect(JSON.stringify(items)).not.toMatch(MARKER);
	});

	it('has nothing of a person in flat fields, and no columns for it', async () => {
		const { items: complete } = await delivered('simplified', {});
		expect(JSON.stringify(complete)).toMatch(MARKER);
		const { items } = await delivered('simplified', ON);
		expect(items[0]).toMatchObject({ event: 'bookingCreated', nights: expect.any(Number) as number });
		expect(items[0]).not.toHaveProperty('guestName');
		expect(JSON.stringify(items)).not.toMatch(MARKER);
	});

	it('has no text of the API in a note', async () => {
		hotel.fake.answer = () => ({ status: 400, body: { errors: [{ code: '11', message: 'ZYXEL' }] } });
		const { items } = await delivered('reservation', ON);
		expect(items).toMatchObject([{ details: null, note: expect.stringContaining('Not read') as unknown }]);
		expect(JSON.stringify(items)).not.toMatch(MARKER);
	});

	it('refuses a delivery while the option has no value, so that the provider sends it again', async () => {
		expect(await delivered('booking', { leaveOutPersonalData: '={{ undefined }}' })).toEqual({
			status: 500,
			items: [],
		});
	});
});

describe.each([
	['booking', () => withWarnings(new PartnerHotelTrigger())],
	['reservation', () => withWarnings(new PartnerHotelReservationTrigger())],
])('the %s trigger with Leave Out Personal Data', (_, logged) => {
	const fail = (status: number) => {
		const body = { errors: [{ code: '11', message: 'The guest ZYXEL' }] };
		hotel.fake.answer = async (request) =>
			/\/(read-reservation|pms)\//.test(request.path) ? { status, body } : await hotel.forward(request);
	};

	it.each([undefined, 'manual' as const])(
		'has no text of the API in its errors and logs (%s)',
		async (mode) => {
			fail(400);
			const { type, warnings } = logged();
			const node = trigger(type, freshProperty(), { events: ['new'], options: ON });
			const failure = await failureOf(node.poll(mode && { mode }));
			const { message, stack, ...rest } = failure as object as Error;
			const told = JSON.stringify([message, stack, rest, warnings]);
			expect(told).toContain('400');
			expect(told).not.toMatch(MARKER);
		},
	);

	it('refuses an expression without a result', async () => {
		const options = { leaveOutPersonalData: '={{ undefined }}' };
		const node = trigger(logged().type, freshProperty(), { events: ['new'], options });
		expect((await failureOf(node.poll())).message).toContain('Leave Out Personal Data is empty');
	});
});
