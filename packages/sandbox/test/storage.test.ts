import { allAcknowledged, EventReceiver } from './support/events';
import { startSandbox, TemporaryState, type Sandbox } from './support/sandbox';
import { signIn, type Partner, type PartnerAnswer } from './partner';

const HOTEL = '1024';
const ANCHOR = '2027-03-01T00:00:00Z';
const BASE = `pms-integration-storage/v1/properties/${HOTEL}`;

interface Amount {
	amountAfterTax: number;
	currencyCode: string;
}
interface StorageBooking {
	id: string;
	propertyId: string;
	status: string;
	total: Amount;
	roomStays: Array<{
		roomTypes: Array<{ index: number; pmsSideCode: string; pmsSideRoomNumber: string | null }>;
		roomRates: Array<{ stayDate: string; inventoryBlockIndex: number | null; total: Amount }>;
		services: Array<{ total: Amount }>;
		stayDates: Record<string, string | null>;
		roomShare?: { roomShareCode: string; isPrimaryRoomShare: boolean };
	}>;
	cancellationInfo?: object;
	roomRevenues: Array<{ stayDate: string; amount: Amount }>;
}
interface Day {
	roomTypeCode: string;
	date: string;
	physicalRoomCount: number;
	availableRoomCount: number;
	outOfOrderRoomCount: number;
	updateDateTime: string;
}
interface Block {
	blockStatus: string;
	pmsSideCancelDateTime: string | null;
	dailyItems: Array<{ date: string; roomTypeCode: string; blockedCount: number; realizedCount: number }>;
}
interface Refusal {
	errors: Array<{ code: string; message: string }>;
}

let sandbox: Sandbox;
let partner: Partner;
let receiver: EventReceiver;

beforeAll(async () => {
	receiver = await EventReceiver.start();
	sandbox = await startSandbox({
		anchor: ANCHOR,
		bookings: 120,
		limits: 'off',
		webhook: receiver.url,
		webhookEvents: [
			'pms_integration_storage:booking_changed',
			'pms_integration_storage:inventory_changed',
			'pms_integration_storage:inventory_block_changed',
		].join(','),
	});
	partner = await signIn(sandbox);
});

afterAll(async () => {
	await sandbox.stop();
	await receiver.stop();
});

async function booking(id: string): Promise<StorageBooking> {
	return (await partner.get<{ booking: StorageBooking }>(`${BASE}/bookings/${id}`)).body.booking;
}

async function search(body: unknown): Promise<PartnerAnswer<{ inventory: { inventories: Day[] } }>> {
	return await partner.send('POST', `${BASE}/inventories/search`, body);
}

async function days(roomTypeCodes: string[], startDate: string, endDate: string): Promise<Day[]> {
	return (await search({ roomTypeCodes, startDate, endDate })).body.inventory.inventories;
}

async function available(code: string, date: string): Promise<number> {
	const [day] = await days([code], date, date);
	return day?.availableRoomCount ?? NaN;
}

/** Types and payloads of the events that arrive because of what is done. */
async function eventsOf(act: () => Promise<unknown>): Promise<Array<[string, unknown]>> {
	await allAcknowledged(sandbox);
	receiver.requests.length = 0;
	await act();
	await allAcknowledged(sandbox);
	return receiver.events.map(({ eventType, payload }) => [eventType.split(':')[1] ?? '', payload]);
}

const cents = (amounts: Amount[]) =>
	amounts.reduce((sum, { amountAfterTax }) => sum + Math.round(amountAfterTax * 100), 0);

describe('Bookings of the storage', () => {
	it('add up, night by night and with their services', async () => {
		const { bookings } = await sandbox.storage(HOTEL);
		for (const { id, status } of bookings.slice(0, 40)) {
			const found = await booking(id);
			const rates = found.roomStays.flatMap(({ roomRates }) => roomRates.map(({ total }) => total));
			const services = found.roomStays.flatMap((stay) => stay.services.map(({ total }) => total));
			expect([found.id, found.propertyId, found.status]).toEqual([id, HOTEL, status]);
			expect(cents([found.total])).toBe(cents([...rates, ...services]));
			expect(cents(found.roomRevenues.map(({ amount }) => amount))).toBe(cents(rates));
			expect(found.cancellationInfo !== undefined).toBe(status === 'Cancelled');
		}
	});

	it('have every status that the calendar gives them, and arrivals only of those who came', async () => {
		const { bookings } = await sandbox.storage(HOTEL);
		const statuses = new Set(bookings.map(({ status }) => status));
		expect([...statuses].sort()).toEqual(['Cancelled', 'CheckedOut', 'Confirmed', 'InHouse', 'Waitlisted']);
		for (const { id, status } of bookings) {
			const { roomStays } = await booking(id);
			const { actualCheckInDateTime, actualCheckOutDateTime } = roomStays[0]?.stayDates ?? {};
			expect(actualCheckInDateTime !== null).toBe(status === 'InHouse' || status === 'CheckedOut');
			expect(actualCheckOutDateTime !== null).toBe(status === 'CheckedOut');
		}
	});

	it('share a room only with one and the same room', async () => {
		const { bookings } = await sandbox.storage(HOTEL);
		const found = await Promise.all(bookings.map(async ({ id }) => await booking(id)));
		const shared = found.filter(({ roomStays }) => roomStays[0]?.roomShare !== undefined);
		expect(shared.length).toBeGreaterThan(0);
		for (const { roomStays } of shared) {
			expect(new Set(roomStays.map(({ roomShare }) => roomShare?.roomShareCode)).size).toBe(1);
			expect(roomStays.map(({ roomShare }) => roomShare?.isPrimaryRoomShare)).toEqual([true, false]);
			expect(roomStays[0]?.roomTypes).toEqual(roomStays[1]?.roomTypes);
		}
	});
});

describe('The inventory of the storage', () => {
	it('has each room type on each day, both ends included', async () => {
		const found = await days(['SUP', 'STD'], '2027-03-01', '2027-03-03');
		expect(found.map(({ date, roomTypeCode }) => `${date} ${roomTypeCode}`)).toEqual([
			'2027-03-01 SUP',
			'2027-03-01 STD',
			'2027-03-02 SUP',
			'2027-03-02 STD',
			'2027-03-03 SUP',
			'2027-03-03 STD',
		]);
	});

	it('has as many rooms as the property', async () => {
		const rooms = await partner.get<{ rooms: unknown[] }>(`pms/v2/properties/${HOTEL}/rooms`, {
			maxPageSize: 100,
		});
		const { roomTypeCodes } = await sandbox.storage(HOTEL);
		const found = await days([...roomTypeCodes], '2027-03-01', '2027-03-01');
		const total = found.reduce((sum, { physicalRoomCount }) => sum + physicalRoomCount, 0);
		expect(total).toBe(rooms.body.rooms.length);
	});

	it('follows a booking that is made, moved and cancelled, with its events', async () => {
		const wanted = { roomTypeCode: 'APT', nights: 2, roomStays: 1 };
		const [first, later] = ['2027-09-10', '2027-10-10'];
		const before = await available('APT', first);
		let bookingId = '';
		const made = await eventsOf(async () => {
			bookingId = (await sandbox.createStorageBooking(HOTEL, { ...wanted, arrivalDate: first })).id;
		});
		const booked = [
			['booking_changed', { bookingId, propertyId: HOTEL }],
			['inventory_changed', { propertyId: HOTEL }],
		];
		expect(made).toEqual(booked);
		expect([await available('APT', first), await available('APT', '2027-09-12')]).toEqual([
			before - 1,
			before,
		]);

		const change = async (input: Parameters<Sandbox['changeStorageBooking']>[2]) =>
			await eventsOf(async () => await sandbox.changeStorageBooking(HOTEL, bookingId, input));
		expect(await change({ arrivalDate: later })).toEqual(booked);
		expect(await available('APT', first)).toBe(before);
		expect(await change({ status: 'InHouse' })).toEqual(booked.slice(0, 1));
		expect(await change({ nights: 4 })).toEqual(booked);
		expect((await booking(bookingId)).roomStays[0]?.roomRates).toHaveLength(4);
		expect(await change({ status: 'Cancelled' })).toEqual(booked);
		expect((await booking(bookingId)).cancellationInfo).toBeDefined();
	});

	it('is held by an active block until its rooms are booked', async () => {
		const date = '2027-11-05';
		const before = await available('FAM', date);
		let inventoryBlockId = '';
		const made = await eventsOf(async () => {
			const block = { code: 'FAIR', startDate: date, nights: 2, rooms: 2, roomTypeCodes: ['FAM'] };
			inventoryBlockId = (await sandbox.createStorageBlock(HOTEL, block)).id;
		});
		expect(made).toEqual([
			['inventory_block_changed', { inventoryBlockId, propertyId: HOTEL }],
			['inventory_changed', { propertyId: HOTEL }],
		]);
		expect(await available('FAM', date)).toBe(before - 2);

		const room = { arrivalDate: date, nights: 1, roomStays: 1, roomTypeCode: 'FAM', blockCode: 'FAIR' };
		await sandbox.createStorageBooking(HOTEL, room);
		expect(await available('FAM', date)).toBe(before - 2);
		const path = `${BASE}/inventories/blocks/${inventoryBlockId}`;
		const read = async () => (await partner.get<{ inventoryBlock: Block }>(path)).body.inventoryBlock;
		const counts = (await read()).dailyItems.map(({ blockedCount, realizedCount }) => [
			blockedCount,
			realizedCount,
		]);
		expect(counts).toEqual([
			[2, 1],
			[2, 0],
		]);

		await sandbox.changeStorageBlock(HOTEL, inventoryBlockId, { status: 'Cancelled' });
		expect(await available('FAM', date)).toBe(before - 1);
		expect((await read()).pmsSideCancelDateTime).not.toBeNull();
	});

	it('loses rooms out of order, which are told', async () => {
		const [startDate, endDate] = ['2027-12-01', '2027-12-02'];
		const [before] = await days(['SUP'], startDate, startDate);
		const set = { roomTypeCode: 'SUP', startDate, endDate, outOfOrderRoomCount: 3 };
		expect(await eventsOf(async () => await sandbox.changeStorageInventory(HOTEL, set))).toEqual([
			['inventory_changed', { propertyId: HOTEL }],
		]);
		const [after] = await days(['SUP'], startDate, startDate);
		const free = (day: Day | undefined) =>
			(day?.availableRoomCount ?? NaN) + (day?.outOfOrderRoomCount ?? NaN);
		expect(after?.outOfOrderRoomCount).toBe(3);
		expect(free(after)).toBe(free(before));
	});

	it('leaves out codes that the outside PMS does not have', async () => {
		expect(await days(['sup', 'XYZ'], '2027-03-01', '2027-03-02')).toEqual([]);
	});
});

describe('Stay units', () => {
	it.each([
		['1024', 3],
		['7291', 3],
		['5431', 3],
	])('are the nights of property %s, or one more where it sells days', async (propertyId, nights) => {
		const { body } = await partner.get<{ stayUnits: number }>(
			`pms-integration-storage/v1/properties/${propertyId}/calculate-stay-units`,
			{ firstStayDate: '2027-03-01', lastStayDate: '2027-03-03', pmsSideRatePlanCode: 'BAR1' },
		);
		const { body: record } = await partner.get<{ stayUnitKind: string }>(
			`content/v1/properties/${propertyId}`,
		);
		expect(body).toEqual({ stayUnits: record.stayUnitKind === 'DailyRate' ? nights + 1 : nights });
	});
});

describe('The storage refuses', () => {
	const range = { startDate: '2027-03-01', endDate: '2027-03-02' };

	it.each<[string, () => Promise<PartnerAnswer<unknown>>, number, string]>([
		[
			'a booking that is not there',
			async () => await partner.get(`${BASE}/bookings/0`),
			404,
			'BOOKING_NOT_FOUND',
		],
		[
			'a block that is not there',
			async () => await partner.get(`${BASE}/inventories/blocks/0`),
			404,
			'INVENTORY_BLOCK_NOT_FOUND',
		],
		[
			'a property that is not there',
			async () => await partner.get('pms-integration-storage/v1/properties/9/bookings/1'),
			404,
			'PropertyNotFound',
		],
		['a search without codes', async () => await search(range), 422, 'MISSING_VALUE'],
		[
			'a date that is none',
			async () => await search({ ...range, roomTypeCodes: ['STD'], startDate: '2027-02-30' }),
			422,
			'INVALID_START_DATE',
		],
		[
			'a range that ends before it starts',
			async () => await search({ roomTypeCodes: ['STD'], startDate: '2027-03-02', endDate: '2027-03-01' }),
			422,
			'INVALID_END_DATE',
		],
		[
			'a range of two years and a day',
			async () => await search({ roomTypeCodes: ['STD'], startDate: '2027-03-01', endDate: '2029-03-01' }),
			422,
			'INVALID_END_DATE',
		],
		[
			'stay units of an unknown property, for which it has no 404',
			async () => await partner.get('pms-integration-storage/v1/properties/9/calculate-stay-units'),
			422,
			'INVALID_PROPERTY_ID',
		],
		[
			'a rate plan in the wrong case',
			async () =>
				await partner.get(`${BASE}/calculate-stay-units`, {
					firstStayDate: '2027-03-01',
					lastStayDate: '2027-03-01',
					pmsSideRatePlanCode: 'bar1',
				}),
			422,
			'INVALID_PMS_SIDE_RATE_PLAN_CODE',
		],
	])('%s, with errors and no warnings', async (_label, ask, status, code) => {
		const answer = (await ask()) as PartnerAnswer<Refusal>;
		expect(answer.status).toBe(status);
		expect(answer.body).toEqual({ errors: [{ code, message: expect.any(String) as string }] });
	});

	it('a range of two years not, and counts 731 days with a leap year', async () => {
		expect(await days(['STD'], '2027-03-01', '2029-02-28')).toHaveLength(731);
	});

	it('clients without the area, and those without the property', async () => {
		await sandbox.addClient({ clientId: 'pms only', clientSecret: 's', apiAccesses: ['pms'] });
		await sandbox.addClient({ clientId: 'elsewhere', clientSecret: 's', propertyIds: ['7291'] });
		for (const clientId of ['pms only', 'elsewhere']) {
			const other = await signIn(sandbox, { client_id: clientId, client_secret: 's' });
			const answers = [
				await other.get(`${BASE}/bookings/1`),
				await other.get(`${BASE}/calculate-stay-units`),
			] as Array<PartnerAnswer<Refusal>>;
			expect(answers.map(({ status }) => status)).toEqual([403, 403]);
			expect(Object.keys(answers[0]?.body ?? {})).toEqual(['errors']);
		}
	});

	it('requests beyond its limits and while it fails, without warnings', async () => {
		const read = async () => await partner.get<Refusal>(`${BASE}/calculate-stay-units`);
		await sandbox.fault({ kind: 'status', status: 500, match: { scope: 'storage' } });
		const failed = await read();
		await sandbox.settings({ limits: { storage: { minute: 1 } } });
		await sandbox.forgetLimits();
		await read();
		const refused = await read();
		await sandbox.settings({ limits: 'off' });
		expect([failed.status, refused.status]).toEqual([500, 429]);
		expect([Object.keys(failed.body), Object.keys(refused.body)]).toEqual([['errors'], ['errors']]);
	});
});

describe('The storage after a restart', () => {
	it('is as it was', async () => {
		const state = new TemporaryState();
		const own = await startSandbox({ state: state.path, anchor: ANCHOR, bookings: 10, limits: 'off' });
		const made = await own.createStorageBooking(HOTEL, { nights: 2 });
		await own.changeStorageBooking(HOTEL, made.id, { status: 'Cancelled' });
		await own.createStorageBlock(HOTEL, { code: 'FAIR', startDate: '2027-05-01', nights: 1, rooms: 1 });
		const read = async () => {
			const path = `${BASE}/bookings/${made.id}`;
			return [(await (await signIn(own)).get(path)).text, await own.storage(HOTEL)];
		};
		const before = await read();
		await own.restart();
		expect(await read()).toEqual(before);
		await own.stop();
		state.remove();
	});
});
