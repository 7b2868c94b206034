import { startSandbox, type Sandbox } from './support/sandbox';
import { dateIn, Hotel, HOTEL, type Room } from './hotel';
import { signIn, type Partner } from './partner';

interface Inventory {
	buildings: Array<{ id: string; name: string; floors: Array<{ id: string; rooms: Room[] }> }>;
}

let sandbox: Sandbox;
let partner: Partner;
let hotel: Hotel;

beforeAll(async () => {
	sandbox = await startSandbox({ limits: 'off', bookings: 300 });
	partner = await signIn(sandbox);
	hotel = new Hotel(sandbox, partner);
});

afterAll(async () => await sandbox.stop());

describe('The inventory', () => {
	it('holds the rooms of the room list, each on its floor', async () => {
		const { accommodationInventory } = await hotel.get<{ accommodationInventory: Inventory }>(
			'obtain-accommodation-inventory',
		);
		const floors = accommodationInventory.buildings.flatMap((building) => building.floors);
		const inInventory = floors.flatMap((floor) => floor.rooms);
		const inList = await hotel.rooms();

		expect(new Set(inInventory.map(({ id }) => id))).toEqual(new Set(inList.map(({ id }) => id)));
		expect(floors.every((floor) => floor.rooms.every(({ floorId }) => floorId === floor.id))).toBe(true);
		expect(new Set(inList.map(({ displayName }) => displayName)).size).toBe(inList.length);
	});

	it('has rooms of every room type of the content', async () => {
		const content = await partner.get<{ roomTypes: Array<{ id: string }> }>(`content/v1/properties/${HOTEL}`);
		for (const { id } of content.body.roomTypes) {
			const ofType = await hotel.list<Room>('rooms', 'rooms', { roomTypeId: id });

			expect(ofType.length).toBeGreaterThan(3);
			expect(new Set(ofType.map(({ roomTypeId }) => roomTypeId))).toEqual(new Set([id]));
		}
	});
});

describe('Rooms', () => {
	const arrivalDate = dateIn(60);

	it('that are free can be given, taken away and swapped', async () => {
		const number = await hotel.book({ arrivalDate });
		const [first = '', second = ''] = await hotel.freeRooms(number);

		expect(await hotel.giveRoom(number, first)).toBe(204);
		expect((await hotel.stay(number)).room).toBe(first);
		expect(await hotel.giveRoom(number, second)).toBe(204);
		expect((await hotel.stay(number)).room).toBe(second);
		expect(await hotel.giveRoom(number, null)).toBe(204);
		expect((await hotel.stay(number)).room).toBeNull();
	});

	it('that somebody has are no longer offered, and refused', async () => {
		const one = await hotel.book({ arrivalDate });
		const [roomId = ''] = await hotel.freeRooms(one);
		await hotel.giveRoom(one, roomId);
		const { roomType } = await hotel.stay(one);
		const rival = await bookingOfType(roomType);

		expect(await hotel.freeRooms(rival)).not.toContain(roomId);
		expect(await hotel.giveRoom(rival, roomId)).toBe(400);
		expect((await hotel.stay(rival)).room).toBeNull();
	});

	/** A booking for the same dates whose room stay is of the room type. */
	async function bookingOfType(roomType: string): Promise<string> {
		for (;;) {
			const number = await hotel.book({ arrivalDate });
			if ((await hotel.stay(number)).roomType === roomType) return number;
		}
	}

	it('of another type or unknown are refused', async () => {
		const number = await hotel.book({ arrivalDate });
		const { roomType } = await hotel.stay(number);
		const other = (await hotel.rooms()).find(({ roomTypeId }) => roomTypeId !== roomType);

		expect(await hotel.giveRoom(number, String(other?.id))).toBe(400);
		expect(await hotel.giveRoom(number, '4')).toBe(400);
		expect((await hotel.send('PUT', `${await hotel.stayPath(number)}/room`, {})).status).toBe(400);
	});

	it('are given to several stays together or not at all', async () => {
		const { number } = await sandbox.createBooking(HOTEL, { arrivalDate, roomStays: 2 });
		const { roomStays } = await hotel.reservation(number);
		const items = await hotel.list<{ pmsRoomStayId: string; roomIds: string[] }>(
			`reservations/${number}/find-available-rooms`,
			'availableRoomForRoomStays',
		);
		const choices = items.map(({ pmsRoomStayId, roomIds }, index) => ({
			pmsRoomStayId,
			roomId: roomIds[index],
		}));
		const path = `reservations/${number}/assign-rooms`;
		const wrong = await hotel.send('POST', path, [choices[0], { ...choices[1], roomId: '4' }]);
		const roomsOf = async () => (await hotel.reservation(number)).roomStays.map(({ room }) => room);

		expect(items.map(({ pmsRoomStayId }) => pmsRoomStayId)).toEqual(
			roomStays.map(({ pmsRoomStayId }) => pmsRoomStayId),
		);
		expect([wrong.status, await roomsOf()]).toEqual([400, [null, null]]);
		expect((await hotel.send('POST', path, choices)).status).toBe(204);
		expect(await roomsOf()).toEqual(choices.map(({ roomId }) => roomId));
	});

	it('are assigned to nobody where an item names no stay, as the specification allows', async () => {
		const number = await hotel.book({ arrivalDate });
		const [roomId = ''] = await hotel.freeRooms(number);
		const { pmsRoomStayId } = await hotel.stay(number);
		const answer = await hotel.send('POST', `reservations/${number}/assign-rooms`, [
			{ pmsRoomStayId: null, roomId: '4' },
			{ pmsRoomStayId, roomId },
		]);

		expect([answer.status, (await hotel.stay(number)).room]).toEqual([204, roomId]);
	});

	it.each<[string, (id: string) => unknown]>([
		['an object', (id) => ({ pmsRoomStayId: id, roomId: null })],
		['an empty list', () => []],
		['a stay of another reservation', () => [{ pmsRoomStayId: '4', roomId: null }]],
		['a stay twice', (id) => [1, 2].map(() => ({ pmsRoomStayId: id, roomId: null }))],
	])('are not assigned with %s', async (_label, bodyFor) => {
		const number = await hotel.book({ arrivalDate });
		const { pmsRoomStayId } = await hotel.stay(number);
		const answer = await hotel.send('POST', `reservations/${number}/assign-rooms`, bodyFor(pmsRoomStayId));

		expect(answer.status).toBe(400);
	});
});

describe('Arrival and departure', () => {
	it('go from New to CheckedIn to CheckedOut, and change the modification time', async () => {
		const number = await hotel.book({ createdDateTime: `${dateIn(-2)}T00:00:00Z`, arrivalDate: dateIn(0) });
		const before = await hotel.reservation(number);
		const path = await hotel.stayPath(number);
		const checkIn = { actualCheckInDateTime: `${dateIn(0)}T16:15` };
		const checkOut = { actualCheckOutDateTime: `${dateIn(0)}T16:15` };

		expect((await hotel.send('POST', `${path}/check-out`, checkOut)).status).toBe(400);
		expect((await hotel.send('POST', `${path}/check-in`, checkIn)).status).toBe(204);
		expect((await hotel.stay(number)).status).toBe('CheckedIn');
		expect((await hotel.send('POST', `${path}/check-in`, checkIn)).status).toBe(400);
		expect(
			(await hotel.send('POST', `${path}/check-out`, { actualCheckOutDateTime: `${dateIn(0)}T16:14` }))
				.status,
		).toBe(400);
		expect((await hotel.send('POST', `${path}/check-out`, checkOut)).status).toBe(204);
		expect(await hotel.stay(number)).toMatchObject({
			status: 'CheckedOut',
			actualCheckInDateTime: checkIn.actualCheckInDateTime,
			actualCheckOutDateTime: checkOut.actualCheckOutDateTime,
		});
		expect((await hotel.reservation(number)).modifyDateTime > before.modifyDateTime).toBe(true);
		expect(
			(await partner.feed(HOTEL, { lastModification: `${dateIn(-1)}T00:00:00Z` })).bookingSummaries,
		).not.toContainEqual(expect.objectContaining({ number }));
	});

	it.each([
		['a date alone', dateIn(0)],
		['seconds', `${dateIn(0)}T16:15:00`],
		['an offset', `${dateIn(0)}T16:15Z`],
		['an hour of 24', `${dateIn(0)}T24:00`],
		['nothing', null],
	])('refuse %s as a time, with the published code', async (_label, actualCheckInDateTime) => {
		const path = await hotel.stayPath(await hotel.book());
		const answer = await hotel.send('POST', `${path}/check-in`, { actualCheckInDateTime });

		expect(answer.status).toBe(400);
		expect(answer.body).toEqual({
			warnings: [],
			errors: [{ code: '11', message: 'Incorrect dates format' }],
		});
	});

	it('are not for cancelled stays', async () => {
		const number = await hotel.book({ status: 'Cancelled' });
		const path = await hotel.stayPath(number);
		const answer = await hotel.send('POST', `${path}/check-in`, {
			actualCheckInDateTime: `${dateIn(0)}T16:15`,
		});

		expect([answer.status, answer.body.errors[0]?.code]).toEqual([400, 'InvalidRoomStayStatus']);
	});
});
