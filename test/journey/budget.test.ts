import type { IDataObject } from 'n8n-workflow';

import { journeyTrigger, moment, MovedClocks, pollJourney } from '../support/journeyTrigger';
import type { NodeHarness } from '../support/n8n';
import { savedBy } from '../support/reservationTrigger';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

/** What docs/guestJourney.md says of requests and of the state. */

// Days pass in seconds.
jest.mock('../../nodes/shared/transport/waiting', () => jest.requireActual('../support/hastenedLimits'));

const HOTEL = '1024';
/** Guests who arrive each day. */
const A_DAY = 2;
const MOMENTS = [
	moment('Before', 'beforeArrival', 3),
	moment('Eve', 'beforeArrival', 1),
	moment('Leaving', 'beforeDeparture', 0, '07:00'),
	moment('Review', 'afterDeparture', 1),
	moment('Unpaid', 'amountDue', 2),
	moment('Evening', 'afterArrival', 0, '20:00'),
];

let sandbox: Sandbox;
let clocks: MovedClocks;
let node: NodeHarness;

beforeAll(async () => {
	sandbox = await startSandbox({
		...{ seed: 5, properties: 1, bookings: 0, limits: 'off' },
		anchor: '2031-05-01T00:00:00Z',
		now: '2031-05-02T00:10:00Z',
	});
	clocks = new MovedClocks(sandbox);
	await clocks.join();
	for (const day of ['04', '05', '06', '07', '08', '09', '10']) {
		const stays = {
			arrivalDate: `2031-05-${day}`,
			nights: 2,
			roomStays: 1,
			createdDateTime: '2031-04-01T00:00:00Z',
		};
		await sandbox.createBookings(HOTEL, A_DAY, stays);
	}
	await sandbox.createBookings(HOTEL, 5, { arrivalDate: '2031-09-10', nights: 2, roomStays: 1 });
	node = await trigger();
}, 60_000);
afterAll(async () => {
	clocks.back();
	await sandbox.stop();
});

/** With a client of its own. */
async function trigger(staticData?: IDataObject): Promise<NodeHarness> {
	const others = staticData && { staticData, nodeId: 'budget' };
	return await journeyTrigger(sandbox, HOTEL, MOMENTS, { options: { readEvery: 180 } }, others);
}

async function playDay(date: string): Promise<number> {
	let messages = 0;
	for (let hour = 1; hour < 24; hour += 1) {
		await clocks.moveTo(`${date}T${String(hour).padStart(2, '0')}:05:00Z`);
		messages += new Set((await pollJourney(node)).map(({ number, moment: name }) => `${number} ${name}`))
			.size;
	}
	return messages;
}

it('a day takes at most 12 searches, and one request for each guest that is due or has changed', async () => {
	for (const date of ['2031-05-02', '2031-05-03', '2031-05-04', '2031-05-05']) await playDay(date);
	await sandbox.resetReport();
	const messages = await playDay('2031-05-06');
	const requests = await sandbox.allRequests('/reservations/');
	const searches = requests.filter(({ path }) => path.endsWith('/search')).length;
	const details = requests.length - searches;
	expect(searches).toBeLessThanOrEqual(12);
	expect(messages).toBeGreaterThan(7);
	// The front desk records who arrives and who leaves, and lists overlap: a change can be in two.
	expect(details).toBeLessThanOrEqual(messages + 2 * 2 * A_DAY);
}, 240_000);

it('takes at most 100 bytes for each stay, and nothing for those that are far', async () => {
	node = await trigger(savedBy(node));
	for (const date of ['2031-05-07', '2031-05-08', '2031-05-09']) await playDay(date);
	const state = (node.staticData.journey as { properties: Record<string, { known: Record<string, string> }> })
		.properties;
	const known = Object.entries(state[HOTEL]?.known ?? {});
	expect(known).toHaveLength(7 * A_DAY);
	const sizes = known.map(([number, text]) => JSON.stringify({ [number]: text }).length - 1);
	expect(Math.max(...sizes)).toBeGreaterThan(80);
	expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
	const rest = JSON.stringify({ ...state[HOTEL], known: {} });
	expect(rest.length).toBeLessThan(400);
}, 240_000);
