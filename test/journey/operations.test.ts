import type { INodeParameters } from 'n8n-workflow';

import { moment } from '../support/journeyTrigger';
import { pmsNode } from '../support/pms';
import { startSandbox, type Sandbox } from '../support/sandbox';

/** Guest Journey → Get Schedule and Explain. */

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
} as unknown as INodeParameters;

async function run(operation: string, parameters: INodeParameters) {
	const node = await pmsNode(sandbox, { resource: 'guestJourney', operation, moments, ...parameters });
	return (await node.execute()).map(({ json }) => json);
}

it('lists who will be due, in order, and who will not and why', async () => {
	const items = await run('getSchedule', { days: 4, filters: { mostNights: 4 } });
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

it('says that there is no such reservation', async () => {
	await expect(run('explain', { number: '20310506-1024-1' })).rejects.toThrow(
		'was not found at the property',
	);
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
