import { startSandbox, TemporaryState, type Sandbox } from './support/sandbox';
import { dateIn, Hotel, HOTEL, PMS, wholeYear } from './hotel';
import { signIn, type ErrorBody, type Partner } from './partner';

let sandbox: Sandbox;
let partner: Partner;
let hotel: Hotel;
const state = new TemporaryState();

beforeAll(async () => {
	sandbox = await startSandbox({ limits: 'off', bookings: 300, state: state.path });
	partner = await signIn(sandbox);
	hotel = new Hotel(sandbox, partner);
});

afterAll(async () => {
	await sandbox.stop();
	state.remove();
});

describe('What the PMS wrote', () => {
	it('is the same after a restart', async () => {
		const number = await hotel.book({ arrivalDate: dateIn(70) });
		const [roomId = ''] = await hotel.freeRooms(number);
		await hotel.giveRoom(number, roomId);
		const path = await hotel.stayPath(number);
		await hotel.send('POST', `${path}/check-in`, { actualCheckInDateTime: `${dateIn(70)}T15:00` });
		await sandbox.changeBooking(HOTEL, number, { nights: 2 });
		const before = await hotel.reservation(number);
		const all = await sandbox.reservations(HOTEL, 1_000);
		await sandbox.restart();

		expect(before.roomStays[0]).toMatchObject({ room: roomId, status: 'CheckedIn' });
		expect(await hotel.reservation(number)).toEqual(before);
		expect(await sandbox.reservations(HOTEL, 1_000)).toEqual(all);
	});
});

describe('The published dialect', () => {
	afterAll(async () => {
		await sandbox.settings({ dialect: 'specification' });
	});

	it('names rooms, room types and guests otherwise, and leaves warnings out of lists', async () => {
		const number = await hotel.book();
		const specified = await hotel.stay(number);
		await sandbox.settings({ dialect: 'published' });
		const { body } = await partner.get<{
			warnings: null;
			reservation: { roomStays: Array<Record<string, unknown>> };
		}>(`${PMS}/reservations/${number}`);
		const search = await partner.get<Record<string, unknown>>(`${PMS}/reservations/search`, {
			...wholeYear,
			maxPageSize: 1,
		});
		const list = await partner.get<Record<string, unknown>>(`${PMS}/rooms`, { maxPageSize: 1 });

		expect(body.reservation.roomStays[0]).toMatchObject({
			roomTypeId: specified.roomType,
			roomId: specified.room,
			guestsIds: specified.guestIds,
		});
		expect(Object.keys(body.reservation.roomStays[0] ?? {})).not.toContain('options');
		expect(body.warnings).toBeNull();
		expect(Object.keys(search.body).sort()).toEqual(['hasNextPage', 'pageToken', 'reservations']);
		expect(Object.keys((search.body['reservations'] as object[])[0] ?? {})).toEqual([
			'number',
			'propertyId',
			'status',
			'createdDateTime',
			'modifiedDateTime',
		]);
		expect(Object.keys(list.body).sort()).toEqual(['hasNextPage', 'nextPageToken', 'rooms']);
	});
});

describe('Access', () => {
	it('needs the area of the PMS', async () => {
		await sandbox.addClient({ clientId: 'reader', clientSecret: 's', apiAccesses: ['content'] });
		const reader = await signIn(sandbox, { client_id: 'reader', client_secret: 's' });

		expect((await reader.get<ErrorBody>(`${PMS}/rooms`)).status).toBe(403);
	});
});
