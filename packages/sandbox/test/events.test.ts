import type { HotelEvent } from '../src/client.mts';
import { allAcknowledged, EventReceiver } from './support/events';
import { eventually, startSandbox, type Sandbox } from './support/sandbox';
import { dateIn, Hotel, HOTEL } from './hotel';
import { signIn, type Partner } from './partner';

const OTHER_HOTEL = '7291';

let sandbox: Sandbox;
let receiver: EventReceiver;
let partner: Partner;
let hotel: Hotel;

beforeAll(async () => {
	receiver = await EventReceiver.start();
	sandbox = await startSandbox({ limits: 'off', bookings: 20, webhook: receiver.url });
	partner = await signIn(sandbox);
	hotel = new Hotel(sandbox, partner);
});

afterAll(async () => {
	await sandbox.stop();
	await receiver.stop();
});

/** The events that arrive because of what is done. */
async function eventsOf(act: () => Promise<unknown>): Promise<HotelEvent[]> {
	await allAcknowledged(sandbox);
	receiver.requests.length = 0;
	await act();
	await allAcknowledged(sandbox);
	return receiver.events;
}

async function typesOf(act: () => Promise<unknown>): Promise<string[]> {
	return (await eventsOf(act)).map(({ eventType }) => eventType);
}

async function stayIdOf(number: string): Promise<string> {
	return (await hotel.stay(number)).pmsRoomStayId;
}

describe('An event', () => {
	it('names the booking and the property, and nothing of the guests', async () => {
		const [event] = await eventsOf(async () => await sandbox.createBooking(HOTEL, { number: 'first' }));

		expect(event).toEqual({
			eventId: expect.stringMatching(
				/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
			) as string,
			eventType: 'webpms:create_booking',
			creationTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(\d{4})?Z$/) as string,
			payload: { BookingNumber: 'first', PropertyId: HOTEL },
		});
	});

	it('has an id of its own, and a time with 3 or with 7 fraction digits', async () => {
		const events = await eventsOf(async () => await sandbox.createBookings(HOTEL, 40));
		const digits = events.map(({ creationTime }) => creationTime.length - '2026-01-01T00:00:00.Z'.length);

		expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(40);
		expect(new Set(digits)).toEqual(new Set([3, 7]));
	});

	it('has the time of the sandbox’s clock', async () => {
		await sandbox.settings({ clockOffsetMs: -86_400_000 });
		const [event] = await eventsOf(async () => await sandbox.createBooking(HOTEL));
		await sandbox.settings({ clockOffsetMs: 0 });

		expect(event?.creationTime.slice(0, 10)).toBe(dateIn(-1));
	});
});

describe('A booking that is', () => {
	it('made tells so, and that it is cancelled from the start', async () => {
		expect(await typesOf(async () => await hotel.book())).toEqual(['webpms:create_booking']);
		expect(await typesOf(async () => await hotel.book({ status: 'Cancelled' }))).toEqual([
			'webpms:create_booking',
			'webpms:cancel_booking',
		]);
	});

	it('cancelled tells so once, and then nothing more', async () => {
		const number = await hotel.book({ roomStays: 2 });

		expect(await typesOf(async () => await sandbox.cancelBooking(HOTEL, number))).toEqual([
			'webpms:cancel_booking',
		]);
		expect(
			await typesOf(async () => {
				await sandbox.cancelBooking(HOTEL, number);
				await sandbox.changeBooking(HOTEL, number, { arrivalDate: dateIn(90), roomStays: 3 });
				await sandbox.changeBooking(HOTEL, number, { status: 'Active' });
			}),
		).toEqual([]);
	});

	it('changed in a way that no type names tells nothing', async () => {
		const number = await hotel.book();

		expect(
			await typesOf(async () => {
				await sandbox.changeBooking(HOTEL, number);
				await sandbox.changeBooking(HOTEL, number, { status: 'Unconfirmed', source: 'PMS' });
				await sandbox.removeDetail(HOTEL, number);
			}),
		).toEqual([]);
	});

	it('given other dates tells which end of the stay has moved', async () => {
		const number = await hotel.book({ arrivalDate: dateIn(40), nights: 2 });

		expect(await typesOf(async () => await sandbox.changeBooking(HOTEL, number, { nights: 3 }))).toEqual([
			'webpms:change_check_out_datetime',
		]);
		expect(
			await typesOf(async () => await sandbox.changeBooking(HOTEL, number, { arrivalDate: dateIn(41) })),
		).toEqual(['webpms:change_check_in_datetime', 'webpms:change_check_out_datetime']);
	});

	it('given more and fewer room stays tells of each of them', async () => {
		const number = await hotel.book({ arrivalDate: dateIn(50), nights: 1 });
		const change = async (roomStays: number) =>
			await typesOf(async () => await sandbox.changeBooking(HOTEL, number, { roomStays, detailsOnly: true }));

		expect(await change(3)).toEqual(['webpms:add_room_group_booking', 'webpms:add_room_group_booking']);
		expect(await change(2)).toEqual(['webpms:delete_room_group_booking']);
		expect((await hotel.reservation(number)).roomStays).toHaveLength(2);
	});
});

describe('A room stay that', () => {
	it('gets a room, another one or none tells so, the same one does not', async () => {
		const number = await hotel.book({ arrivalDate: dateIn(60) });
		const [first = '', second = ''] = await hotel.freeRooms(number);
		const give = async (roomId: string | null) =>
			await typesOf(async () => await hotel.giveRoom(number, roomId));

		expect(await give(first)).toEqual(['webpms:change_room']);
		expect(await give(first)).toEqual([]);
		expect(await give(second)).toEqual(['webpms:change_room']);
		expect(await give(null)).toEqual(['webpms:change_room']);
	});

	it('is checked in and out through the API tells so', async () => {
		const number = await hotel.book({ arrivalDate: dateIn(0) });
		const path = await hotel.stayPath(number);

		expect(
			await typesOf(async () => {
				await hotel.send('POST', `${path}/check-in`, { actualCheckInDateTime: `${dateIn(0)}T14:10` });
			}),
		).toEqual(['webpms:check_in']);
		expect(
			await typesOf(async () => {
				await hotel.send('POST', `${path}/check-out`, { actualCheckOutDateTime: `${dateIn(1)}T10:40` });
			}),
		).toEqual(['webpms:check_out']);
	});

	it('is corrected by the front desk tells what was recorded, moved and withdrawn', async () => {
		const number = await hotel.book({ arrivalDate: dateIn(0) });
		const stayId = await stayIdOf(number);
		const record = async (checkedIn: string | null, checkedOut: string | null) =>
			await typesOf(
				async () =>
					await sandbox.changeRoomStay(HOTEL, stayId, {
						actualCheckInDateTime: checkedIn,
						actualCheckOutDateTime: checkedOut,
					}),
			);
		const [early, late] = [`${dateIn(0)}T13:00`, `${dateIn(0)}T20:00`];

		expect(await record(early, null)).toEqual(['webpms:check_in']);
		expect(await record(late, null)).toEqual(['webpms:change_check_in_datetime']);
		expect(await record(late, null)).toEqual([]);
		expect(await record(late, `${dateIn(1)}T09:00`)).toEqual(['webpms:check_out']);
		expect(await record(late, `${dateIn(1)}T10:00`)).toEqual(['webpms:change_check_out_datetime']);
		expect(await record(null, null)).toEqual(['webpms:cancel_check_out', 'webpms:cancel_check_in']);
	});

	it('gets a payment, or a guest about whom something is written, tells nothing', async () => {
		const number = await hotel.book({ arrivalDate: dateIn(70) });
		const { guestIds } = await hotel.stay(number);
		const stayPath = await hotel.stayPath(number);
		const [system] = await hotel.list<{ pmsPaymentSystemId: string }>(
			`${stayPath}/find-available-payment-systems`,
			'paymentSystems',
			{ action: 'Payment' },
		);
		const payment = {
			actionDateTime: `${dateIn(0)}T14:00`,
			pmsPaymentSystemId: system?.pmsPaymentSystemId,
			total: { value: 5, currencyCode: 'GBP' },
		};
		const statuses: number[] = [];
		const types = await typesOf(async () => {
			const paid = await hotel.send('POST', `${stayPath}/process-payment`, payment);
			const written = await hotel.send('PUT', `guests/${String(guestIds[0])}/birth-address`, {
				countryCode: 'DEU',
			});
			statuses.push(paid.status, written.status);
		});

		expect([types, statuses]).toEqual([[], [204, 204]]);
	});
});

describe('Guests whom the staff check in and out by themselves', () => {
	it('make no event', async () => {
		const days = 86_400_000;
		const statuses = async () =>
			(await sandbox.reservations(HOTEL, 1_000)).flatMap(({ roomStays }) =>
				roomStays.map(({ status }) => status),
			);
		const before = await statuses();
		const types = await typesOf(async () => {
			await sandbox.settings({ clockOffsetMs: 60 * days });
			expect(await statuses()).not.toEqual(before);
		});
		await sandbox.settings({ clockOffsetMs: 0 });

		expect(types).toEqual([]);
	});
});

describe('Events that no change of the sandbox makes', () => {
	it.each([
		['pms_integration_storage:booking_changed', { bookingId: '606541', propertyId: HOTEL }],
		['pms_integration_storage:inventory_changed', { propertyId: HOTEL }],
		['pms_integration_storage:inventory_block_changed', { inventoryBlockId: '12345' }],
		['webpms:unknown_today', { BookingNumber: 'x', PropertyId: HOTEL }],
	])('are sent with the payload that is given: %s', async (eventType, payload) => {
		const events = await eventsOf(async () => await sandbox.emitEvent(HOTEL, { eventType, payload }));

		expect(events).toEqual([expect.objectContaining({ eventType, payload })]);
	});
});

describe('A client gets', () => {
	const client = { clientId: 'second', clientSecret: 's', propertyIds: [OTHER_HOTEL] };
	let own: EventReceiver;

	beforeAll(async () => {
		own = await EventReceiver.start();
		await sandbox.addClient(client);
	});

	afterEach(async () => {
		await sandbox.setWebhook(client.clientId, null);
		own.requests.length = 0;
	});

	afterAll(async () => await own.stop());

	it('the events of its properties, with the ids that other clients see', async () => {
		await sandbox.setWebhook(client.clientId, { url: own.url });
		const all = await eventsOf(async () => {
			await sandbox.createBooking(HOTEL);
			await sandbox.createBooking(OTHER_HOTEL, { number: 'theirs' });
		});
		await allAcknowledged(sandbox, client.clientId);

		expect(all).toHaveLength(2);
		expect(own.events).toEqual([all[1]]);
	});

	it('the types that it wants, whatever else happens', async () => {
		await sandbox.setWebhook(client.clientId, { url: own.url, eventTypes: ['webpms:cancel_booking'] });
		await sandbox.createBooking(OTHER_HOTEL, { number: 'fickle' });
		await sandbox.cancelBooking(OTHER_HOTEL, 'fickle');
		await sandbox.emitEvent(OTHER_HOTEL, { eventType: 'webpms:unknown_today', payload: {} });
		await allAcknowledged(sandbox, client.clientId);

		expect(own.events.map(({ eventType }) => eventType)).toEqual(['webpms:cancel_booking']);
	});

	it('nothing of the time before its webhook was set, and of that after it was removed', async () => {
		await sandbox.createBooking(OTHER_HOTEL);
		await sandbox.setWebhook(client.clientId, { url: own.url });
		await sandbox.createBooking(OTHER_HOTEL, { number: 'in between' });
		await allAcknowledged(sandbox, client.clientId);
		await sandbox.setWebhook(client.clientId, null);
		await sandbox.createBooking(OTHER_HOTEL);

		expect(own.events.map(({ payload }) => payload['BookingNumber'])).toEqual(['in between']);
		expect(await sandbox.events(client.clientId)).toEqual({
			webhook: null,
			pending: [],
			delivered: [],
			deliveredCount: 0,
			delivery: null,
		});
	});
});

describe('With --live', () => {
	it('guests make events all the time', async () => {
		const live = await startSandbox({ bookings: 3, live: 0.02, webhook: receiver.url });
		receiver.requests.length = 0;
		const types = await eventually(
			async () => new Set(receiver.events.map(({ eventType }) => eventType)),
			(seen) => seen.has('webpms:create_booking') && seen.has('webpms:cancel_booking'),
		);
		await live.stop();

		expect([...types].every((type) => type.startsWith('webpms:'))).toBe(true);
	});
});
