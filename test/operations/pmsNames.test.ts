import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byCounting } from '../../nodes/shared/util/byCounting';
import { newClient } from '../support/clients';
import { byId, PMS, pmsTests, records, reservations, stayIn } from '../support/pms';

const { sandbox, pms, sent } = pmsTests();
const anyName = expect.stringMatching(/\S/) as string;
const hotel = { propertyId: '1024', propertyName: anyName };
const roomList: INodeParameters = { resource: 'room', operation: 'getAll', returnAll: true };

async function stayWithRoom(): Promise<{ number: string; guestId: string }> {
	const { number, stay } = await stayIn(sandbox(), 'CheckedOut');
	return { number, guestId: stay.guestsIds[0] ?? '' };
}

describe('names beside IDs', () => {
	it('Room → Get Many: of the hotel, the room and its type', async () => {
		const raw = await records(await pms({ ...roomList, simplify: false }));
		const rooms = await records(await pms(roomList));
		const named = raw.map(({ id, displayName, roomTypeId, floorId }) => ({
			...hotel,
			roomId: id,
			roomName: String(displayName),
			roomTypeId,
			roomTypeName: anyName,
			floorName: anyName,
			buildingName: anyName,
			floorId,
		}));
		expect(rooms).toEqual(named.sort((one, other) => byCounting(one.roomName, other.roomName)));
		expect(await sent('/obtain-accommodation-inventory')).toHaveLength(1);
	});

	it('Room → Get Many: without the floors, they are null', async () => {
		const fault = { kind: 'status', status: 403, match: { path: 'obtain-accommodation-inventory' } } as const;
		await sandbox().fault({ ...fault, times: 1 });
		const [room] = await records(await pms(roomList, { credential: await newClient(sandbox()) }));
		expect(room).toMatchObject({ roomName: anyName, floorName: null, buildingName: null });
	});

	it('Reservation → Get Available Rooms: of the hotel, the rooms and their types, read once', async () => {
		const raw = await records(await pms({ ...roomList, simplify: false }));
		const { number, stay } = await stayIn(sandbox(), 'New');
		await sandbox().resetReport();
		const many = await pms({ resource: 'reservation', operation: 'getAvailableRooms', number });
		const [first, second] = await records(many, [{}, {}]);
		expect(second).toEqual(first);
		expect(first).toEqual({
			...hotel,
			number,
			pmsRoomStayId: stay.pmsRoomStayId,
			currentRoomId: stay.roomId,
			currentRoomName: stay.roomId === null ? null : anyName,
			rooms: expect.any(Array) as unknown,
		});
		const free = first?.rooms as IDataObject[];
		expect(free.length).toBeGreaterThan(1);
		for (const { roomId, roomName, roomTypeId, roomTypeName } of free) {
			const room = raw.find(({ id }) => id === roomId);
			expect([roomName, roomTypeId]).toEqual([room?.displayName, room?.roomTypeId]);
			expect(roomTypeName).toEqual(anyName);
		}
		expect(await sent('/rooms')).toHaveLength(1);
		expect(await sent('/api/content')).toHaveLength(1);
	});

	it('Guest → Get Stays: of the hotel, the room, its type and all guests, each read once', async () => {
		const { guestId } = await stayWithRoom();
		const found = await pms({ resource: 'guest', operation: 'getStays', pmsPersonId: byId(guestId) });
		await sandbox().resetReport();
		const stays = (await records(found)) as Array<{ guestIds: string[]; guestNames: string[] }>;
		expect(stays[0]).toMatchObject({
			...hotel,
			pmsPersonId: guestId,
			roomTypeName: anyName,
			roomName: anyName,
		});
		for (const { guestIds: ids, guestNames } of stays) {
			expect(ids).toContain(guestId);
			expect(guestNames).toHaveLength(ids.length);
		}
		const guestIds = [...new Set(stays.flatMap(({ guestIds: ids }) => ids))];
		const profiles = (await sent('/guests/'))
			.map(({ request }) => request)
			.filter((one) => !one.includes('find-'));
		expect(profiles.sort()).toEqual(guestIds.map((id) => `GET ${PMS}/guests/${id}`).sort());
	});

	it('Reservation → Get and Search: the rooms are read once for all items', async () => {
		const { number } = await stayWithRoom();
		const search = { operation: 'search', period: 'next30Days', limit: 1 };
		for (const operation of [{ operation: 'get', number }, search]) {
			const many = await pms({ resource: 'reservation', ...operation });
			await sandbox().resetReport();
			const all = await records(many, [{}, {}, {}, {}]);
			expect(all).toHaveLength(4);
			expect(all[3]).toEqual(all[0]);
			expect(await sent('/rooms')).toHaveLength(1);
		}
	});

	it('Room → Get Many: each item reads the rooms as they are', async () => {
		const { number } = await stayWithRoom();
		const credential = await newClient(sandbox());
		await records(await pms({ resource: 'reservation', operation: 'get', number }, { credential }));
		await sandbox().resetReport();
		await records(await pms(roomList, { credential }), [{}, {}]);
		expect(await sent('/rooms')).toHaveLength(2);
	});

	it('Guest → Get Stays without the names of guests takes no request for them', async () => {
		const { guestId } = await stayWithRoom();
		await sandbox().resetReport();
		const operation = { resource: 'guest', operation: 'getStays', pmsPersonId: byId(guestId) };
		const [stay] = await records(await pms({ ...operation, addGuestNames: false }));
		expect(stay).not.toHaveProperty('guestNames');
		expect(await sent('/guests/')).toHaveLength(1);
	});

	it('Guest → Get and Search: of the hotel, and one name and contact', async () => {
		const { guestId } = await stayWithRoom();
		const one: INodeParameters = { resource: 'guest', operation: 'get', pmsPersonId: byId(guestId) };
		const [raw = {}] = await records(await pms({ ...one, simplify: false }));
		const {
			personName: name,
			emails,
			phones,
			status,
			...others
		} = raw as Record<string, IDataObject> & {
			emails: IDataObject[];
			phones: IDataObject[];
		};
		const [guest = {}] = await records(await pms(one));
		expect(guest).toEqual({
			...others,
			...hotel,
			...name,
			guestName: [name?.firstName, name?.middleName, name?.lastName].filter(Boolean).join(' '),
			status: status?.displayName,
			email: emails[0]?.address ?? null,
			phone: phones[0]?.phoneNumber ?? null,
			emails: emails.map(({ address }) => address),
			phones: phones.map(({ phoneNumber }) => phoneNumber),
		});
		const search = { resource: 'guest', operation: 'search', filters: { name: name?.lastName as string } };
		expect(await records(await pms({ ...search, returnAll: true }))).toContainEqual(guest);
	});

	it('Occupancy → Get Daily: of the hotel', async () => {
		const range = { period: 'custom', startStayDate: '2026-01-01', endStayDate: '2026-01-03' };
		const days = await records(await pms({ resource: 'occupancy', operation: 'getDaily', ...range }));
		expect(days).toEqual(days.map(({ date }) => expect.objectContaining({ ...hotel, date }) as IDataObject));
		expect(days).toHaveLength(3);
	});
});

describe('names that cannot be read', () => {
	it('are null, and the item is there: no access to Content', async () => {
		const credential = await newClient(sandbox(), { apiAccesses: ['pms'] });
		const [room] = await records(await pms(roomList, { credential }));
		expect(room).toMatchObject({ propertyName: null, roomTypeName: null, roomName: anyName });
	});

	it.each(['getAvailableRooms', 'getStays'])(
		'are null, and a hint says so: the list of rooms in %s',
		async (operation) => {
			const { number, guestId } = await stayWithRoom();
			const [first = { number: '' }] = await reservations(sandbox());
			const node = await pms({
				resource: operation === 'getStays' ? 'guest' : 'reservation',
				operation,
				number: operation === 'getStays' ? number : first.number,
				pmsPersonId: byId(guestId),
				options: { roomsRequestPath: '/api/pms/v2/properties/{propertyId}/no-rooms' },
			});
			const [item = {}] = await records(node);
			const shown =
				operation === 'getStays' ? item : ((item.rooms as IDataObject[])[0] ?? { roomName: null });
			expect(shown).toMatchObject({ roomName: null });
			expect(node.hints.map(({ message }) => message)).toEqual([
				expect.stringMatching(/^The names of rooms are missing.*'Rooms Request Path'\.$/),
			]);
		},
	);

	it('are missing, and the stay is there: the profile of a guest', async () => {
		const shared = (await reservations(sandbox()))
			.flatMap(({ roomStays }) => roomStays)
			.find(({ status, guestsIds }) => status === 'CheckedOut' && guestsIds.length === 2);
		const [first = '', second = ''] = shared?.guestsIds ?? [];
		await sandbox().fault({ kind: 'status', status: 404, match: { path: `/guests/${second}` }, times: 1 });
		const [stay] = await records(
			await pms({ resource: 'guest', operation: 'getStays', pmsPersonId: byId(first) }),
		);
		expect(stay).toMatchObject({ guestIds: [first, second], guestNames: [anyName] });
	});
});
