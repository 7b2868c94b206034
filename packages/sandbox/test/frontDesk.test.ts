import type { RoomStayInput } from '../src/client.mts';
import { startSandbox, type Sandbox } from './support/sandbox';
import { dateIn, Hotel, HOTEL, type RoomStay } from './hotel';
import { signIn, type Partner } from './partner';

let sandbox: Sandbox;
let partner: Partner;
let hotel: Hotel;

beforeAll(async () => {
	sandbox = await startSandbox({ limits: 'off', bookings: 300 });
	partner = await signIn(sandbox);
	hotel = new Hotel(sandbox, partner);
});

afterAll(async () => await sandbox.stop());

async function change(number: string, input: RoomStayInput): Promise<RoomStay> {
	await sandbox.changeRoomStay(HOTEL, (await hotel.stay(number)).pmsRoomStayId, input);
	return await hotel.stay(number);
}

/** How many guests arrive in 20 days. */
async function arrivals(): Promise<number> {
	const day = { startStayDate: dateIn(20), endStayDate: dateIn(20) };
	const path = `pms-analytics/v1/properties/${HOTEL}/daily-occupancy`;
	const answer = await partner.get<{ dailyOccupancies: Array<{ arrivalCount: number }> }>(path, day);
	const [figures] = answer.body.dailyOccupancies;
	if (figures === undefined) throw new Error(`There are no figures: ${answer.text}`);
	return figures.arrivalCount;
}

/** The number of a reservation of the history that the staff have brought that far by themselves. */
async function numberWith(status: RoomStay['status']): Promise<string> {
	const all = await sandbox.reservations(HOTEL, 1_000);
	const found = all.find(({ roomStays }) => roomStays[0]?.status === status && roomStays[0].roomId !== null);
	return String(found?.number);
}

describe('The front desk', () => {
	it('records a whole stay and withdraws it; then the API can check the guests in', async () => {
		const number = await hotel.book({ arrivalDate: dateIn(0) });
		const [arrival, departure] = [`${dateIn(0)}T13:00`, `${dateIn(1)}T09:00`];
		const times = { actualCheckInDateTime: arrival, actualCheckOutDateTime: departure };

		expect(await change(number, times)).toMatchObject({ status: 'CheckedOut', ...times });
		expect(await change(number, { actualCheckOutDateTime: null })).toMatchObject({
			status: 'CheckedIn',
			actualCheckInDateTime: arrival,
			actualCheckOutDateTime: null,
		});
		expect(await change(number, { actualCheckInDateTime: null })).toMatchObject({
			status: 'New',
			actualCheckInDateTime: null,
		});
		const path = `${await hotel.stayPath(number)}/check-in`;
		expect((await hotel.send('POST', path, { actualCheckInDateTime: arrival })).status).toBe(204);
	});

	it('withdraws what the staff recorded; the guests keep their room', async () => {
		const number = await numberWith('CheckedIn');
		const before = await hotel.stay(number);
		const after = await change(number, { actualCheckInDateTime: null });

		expect([before.status, after.status]).toEqual(['CheckedIn', 'New']);
		expect(after.room).toBe(before.room);
		expect(before.room).not.toBeNull();
	});

	it('changes the time at which guests left; their bill stays paid until the departure is withdrawn', async () => {
		const number = await numberWith('CheckedOut');
		const { actualCheckOutDateTime, totalPrice } = await hotel.stay(number);
		const later = `${String(actualCheckOutDateTime).slice(0, 10)}T23:59`;
		const changed = await change(number, { actualCheckOutDateTime: later });
		const withdrawn = await change(number, { actualCheckOutDateTime: null });

		expect(changed).toMatchObject({ status: 'CheckedOut', actualCheckOutDateTime: later, totalPrice });
		expect(totalPrice.payAmount.value).toBe(0);
		expect(withdrawn.totalPrice.payAmount).toEqual(totalPrice.amount);
	});

	it('counts an arrival that was withdrawn on its planned day', async () => {
		const before = await arrivals();
		const number = await hotel.book({ arrivalDate: dateIn(20) });
		await change(number, { actualCheckInDateTime: `${dateIn(0)}T13:00` });
		const early = await arrivals();
		await change(number, { actualCheckInDateTime: null });

		expect([early, await arrivals()]).toEqual([before, before + 1]);
	});

	it.each<[string, RoomStayInput, string]>([
		['nothing', {}, 'must be given'],
		['a departure without an arrival', { actualCheckOutDateTime: '2027-02-01T12:00' }, 'needs a check-in'],
		[
			'a departure before the arrival',
			{ actualCheckInDateTime: '2027-02-01T12:00', actualCheckOutDateTime: '2027-02-01T11:59' },
			'needs a check-in',
		],
		['a time with seconds', { actualCheckInDateTime: '2027-02-01T12:00:00' }, 'must be a local time'],
	])('cannot record %s', async (_label, input, message) => {
		await expect(change(await hotel.book(), input)).rejects.toThrow(message);
	});

	it('cannot record anything of a cancelled stay, or of none', async () => {
		const number = await hotel.book();
		const input = { actualCheckInDateTime: '2027-02-01T12:00' };
		const { pmsRoomStayId } = await hotel.stay(number);
		await sandbox.cancelBooking(HOTEL, number);

		await expect(sandbox.changeRoomStay(HOTEL, pmsRoomStayId, input)).rejects.toThrow('cancelled');
		await expect(sandbox.changeRoomStay(HOTEL, '1', input)).rejects.toThrow('404');
	});
});
