import type { INodeParameters, INodeType } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { PartnerHotelPms } from '../../nodes/PartnerHotelPms/PartnerHotelPms.node';
import { newClient } from '../support/clients';
import { moment } from '../support/journeyTrigger';
import { harness } from '../support/n8n';
import { byId } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

/** Guest Journey → Get Schedule and Explain, of reservations and of bookings. */

let sandbox: Sandbox;
let numbers: Record<'early' | 'late' | 'cancelled', string>;

beforeAll(async () => {
	sandbox = await startSandbox({
		...{ seed: 5, properties: 1, bookings: 0, limits: 'off' },
		anchor: '2031-05-01T00:00:00Z',
		now: '2031-05-02T06:00:00Z',
	});
	const book = async (arrivalDate: string, nights: number) =>
		(await sandbox.createBooking('1024', { arrivalDate, nights, roomStays: 1 })).number;
	numbers = {
		late: await book('2031-05-08', 5),
		early: await book('2031-05-06', 1),
		cancelled: await book('2031-05-06', 3),
	};
	await sandbox.cancelBooking('1024', numbers.cancelled);
}, 60_000);
afterAll(async () => await sandbox.stop());

const moments = {
	moment: [moment('Before', 'beforeArrival', 3), moment('Welcome', 'afterCheckIn', 2, '', 'hours')],
};

async function run(operation: string, parameters: INodeParameters, type: INodeType = new PartnerHotelPms()) {
	const credential = await newClient(sandbox);
	const entered = { propertyId: byId('1024'), resource: 'guestJourney', operation, moments, ...parameters };
	const node = harness(type, { parameters: entered, credential });
	return (await node.execute()).map(({ json }) => json);
}

const nodes = [
	['reservations', () => new PartnerHotelPms()],
	['bookings', () => new PartnerHotelBookings()],
] as const;
/** What bookings know. */
const ofBookings = { moments: { moment: moments.moment.slice(0, 1) } as INodeParameters };

it.each(nodes)('lists which %s will be due, in order, and which will not and why', async (_, node) => {
	const items = await run('getSchedule', { ...ofBookings, days: 4, filters: { maxNights: 4 } }, node());
	expect(
		items.map(({ number, moment: name, dueAt, state, reason }) => [number, name, dueAt, state, reason]),
	).toEqual([
		[numbers.early, 'Before', '2031-05-03T10:00:00+01:00', 'waiting', null],
		[numbers.late, 'Before', '2031-05-05T10:00:00+01:00', 'notSent', "Left out by the filter 'Nights'"],
	]);
	expect(items[0]).toMatchObject({
		momentText: '3 days before arrival, at 10:00',
		arrival: '2031-05-06',
		nights: 1,
	});
});

it.each(nodes)('lists which %s are due after they were made, for a far day too', async (_, node) => {
	const { number } = await sandbox.createBooking('1024', {
		arrivalDate: '2031-07-20',
		nights: 1,
		roomStays: 1,
	});
	const after = { moment: [moment('Thanks', 'afterBooking', 1)] };
	const items = await run('getSchedule', { moments: after, days: 2 }, node());
	expect(items).toContainEqual(expect.objectContaining({ number, moment: 'Thanks', state: 'waiting' }));
	await sandbox.cancelBooking('1024', number);
});

it.each(nodes)('says that there is none of the %s with the number', async (_, node) => {
	const explained = run('explain', { ...ofBookings, number: '20310506-1024-1' }, node());
	await expect(explained).rejects.toThrow('was not found at the property');
});

it('names the node that has the moments which bookings do not', async () => {
	await expect(run('explain', { number: numbers.early }, new PartnerHotelBookings())).rejects.toMatchObject({
		message: "Event 'afterCheckIn' is known to the PMS only",
		description: expect.stringContaining('Guest Journey of Partner Hotel PMS') as string,
	});
});

it.each([
	['early', 'waiting', null, 'Not checked in'],
	['cancelled', 'notSent', 'Cancelled', 'Not checked in'],
] as const)('explains each moment of one that is %s', async (which, state, reason, other) => {
	const items = await run('explain', { number: numbers[which] });
	expect(items.map((item) => [item.moment, item.dueAt, item.state, item.reason])).toEqual([
		['Before', '2031-05-03T10:00:00+01:00', state, reason],
		['Welcome', null, 'notSent', other],
	]);
});

it("explains a booking as of the service's own day", async () => {
	const explain = async () =>
		await run('explain', { ...ofBookings, number: numbers.early }, new PartnerHotelBookings());
	expect(await explain()).toMatchObject([{ number: numbers.early, state: 'waiting', reason: null }]);
	await sandbox.clock({ now: '2031-05-03T10:00:00Z' });
	expect(await explain()).toMatchObject([{ dueAt: '2031-05-03T10:00:00+01:00', state: 'due' }]);
});

it('looks at bookings as far back as it is told', async () => {
	const settings = { ...ofBookings, days: 14 };
	const scheduled = async (bookedWithin: number) =>
		(await run('getSchedule', { ...settings, bookedWithin }, new PartnerHotelBookings())).length;
	expect(await scheduled(60)).toBeGreaterThan(0);
	await sandbox.clock({ now: '2031-05-05T06:00:00Z' });
	expect(await scheduled(1)).toBe(0);
});
