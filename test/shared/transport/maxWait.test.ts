import type { INodeParameters } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { PartnerHotelPms } from '../../../nodes/PartnerHotelPms/PartnerHotelPms.node';
import { newClient } from '../../support/clients';
import { failureOf } from '../../support/failures';
import { harness } from '../../support/n8n';
import { byId } from '../../support/pms';
import { startSandbox, type Sandbox } from '../../../packages/sandbox/test/support/sandbox';
import { Stopwatch } from '../../../packages/sandbox/test/support/stopwatch.mts';

const patience = (maxWaitSeconds: number) => ({ options: { maxWaitSeconds } });

describe('a small Max Wait', () => {
	let sandbox: Sandbox;
	beforeAll(
		async () => (sandbox = await startSandbox({ seed: 3, properties: 2, bookings: 12, latency: 40 })),
	);
	afterAll(async () => await sandbox.stop());

	const bookings = async (parameters: INodeParameters) =>
		harness(new PartnerHotelBookings(), {
			parameters: {
				resource: 'booking',
				operation: 'getAll',
				period: 'everything',
				output: 'summary',
				propertyId: byId('1024'),
				...parameters,
			},
			credential: await newClient(sandbox),
		});

	it.each([0, 1, 3])(
		'of %i s is no obstacle while nothing is used up: a list with details',
		async (seconds) => {
			const node = await bookings({ limit: 7, output: 'raw', ...patience(seconds) });
			expect(await node.execute()).toHaveLength(7);
		},
	);

	it.each([0, 3])('of %i s is no obstacle while nothing is used up: several ranges', async (seconds) => {
		const node = harness(new PartnerHotelPms(), {
			parameters: {
				resource: 'occupancy',
				operation: 'getDaily',
				propertyId: byId('1024'),
				period: 'custom',
				startStayDate: '2026-08-01',
				endStayDate: '2026-10-31',
				...patience(seconds),
			},
			credential: await newClient(sandbox),
		});
		expect(await node.execute()).toHaveLength(92);
	});

	it('fails at once when the minute is used up, with the time until there is a place', async () => {
		const node = await bookings({ limit: 1, ...patience(2) });
		await node.execute();
		const { limitsByScope } = await sandbox.settings();
		await sandbox.settings({
			limits: { ...limitsByScope, bookingList: { second: 3, minute: 1, hour: 3_000 } },
		});
		await failureOf(node.execute());
		const stopwatch = new Stopwatch();
		const failure = await failureOf(node.execute());
		expect(stopwatch.stop()).toBeLessThan(1_000);
		expect(failure.message).toMatch(/rate limit/i);
		expect(failure.description).toMatch(/possible in (\d+ seconds|1 minutes?)/);
		await sandbox.settings({ limits: 'default' });
	});
});
