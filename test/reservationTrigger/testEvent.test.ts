import { startSandbox, type Sandbox } from '../support/sandbox';
import { ALL_EVENTS, pollOnce, reservationTrigger } from '../support/reservationTrigger';

/** The reservation trigger's "Fetch Test Event", in the world that demos have. */

const ANCHOR = '2026-03-04T00:00:00Z';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ limits: 'off', occupancy: 75, anchor: ANCHOR, now: '2026-03-04T00:30:00Z' });
}, 120_000);
afterAll(async () => await sandbox.stop());

async function fetched(propertyId: string, events: string[]) {
	const node = await reservationTrigger(sandbox, propertyId, { events });
	return await pollOnce(node, { mode: 'manual' });
}

describe('in a hotel that is at work', () => {
	it('finds each event in each hotel at any hour', async () => {
		for (const hour of ['00:40', '07:10', '13:40', '22:50']) {
			await sandbox.clock({ now: `2026-03-04T${hour}:00Z` });
			for (const { id } of sandbox.properties) {
				for (const event of ALL_EVENTS) {
					const [item] = await fetched(id, [event]);
					expect([hour, id, item?.event, item?.['sample']]).toEqual([hour, id, event, undefined]);
				}
			}
		}
	}, 300_000);

	it('finds what happened after the clock was moved by days', async () => {
		await sandbox.clock({ now: '2026-03-09T18:00:00Z' });
		const [item] = await fetched('1024', ['new']);
		const made = String(item?.number).slice(0, 8);
		const { number } = (await sandbox.reservations('1024', 1))[0] ?? {};
		expect([item?.number, made >= '20260304']).toEqual([number, true]);
	}, 60_000);
});

describe('in a hotel without such an event', () => {
	let quiet: Sandbox;
	beforeAll(async () => (quiet = await startSandbox({ limits: 'off', bookings: 0 })));
	afterAll(async () => await quiet.stop());

	const sampleOf = async (events: string[]) =>
		await pollOnce(await reservationTrigger(quiet, '1024', { events }), { mode: 'manual' });

	it('there is nothing to show as long as it has no reservation', async () => {
		await expect(sampleOf(['checkedIn'])).rejects.toThrow('match none of the 0 reservations checked');
	});

	it('gives the nearest one as a sample, and says which there are', async () => {
		const { number } = await quiet.createBooking('1024', { nights: 2 });
		const [item] = await sampleOf(['checkedIn']);

		expect(item).toMatchObject({ number, event: 'changed' });
		expect(item?.['sample']).toBe(
			"None of the reservations changed last (1 checked) had 'Checked In'. " +
				"They had 'Reservation Changed', 'New Reservation'; this is one of them, as a sample.",
		);
	});

	it('looks at other reservations when only cancelled ones were asked for', async () => {
		const [item] = await sampleOf(['cancelled']);

		expect(item?.['sample']).toContain("had 'Reservation Cancelled'");
	});
});
