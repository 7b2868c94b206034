import type { INodeType } from 'n8n-workflow';

import { packageOfAnotherProcess } from '../support/anotherProcess';
import { newClient } from '../support/clients';
import { harness } from '../support/n8n';
import { byId } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

const EACH = 60;
let sandbox: Sandbox;
let numbers: string[];

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 17, properties: 1, bookings: 0, latency: 60 });
	numbers = (await sandbox.createBookings('1024', 2 * EACH)).map(({ number }) => number);
	await sandbox.resetReport();
});
afterAll(async () => await sandbox.stop());

it('two processes that know nothing of each other share the limits of one client', async () => {
	const credential = await newClient(sandbox);
	const read = async (asked: string[]) => {
		const { PartnerHotelBookings } = packageOfAnotherProcess();
		const type: INodeType = new PartnerHotelBookings();
		const parameters = { resource: 'booking', operation: 'get', number: '={{ $json.number }}' };
		const bookings = harness(type, {
			parameters: { ...parameters, propertyId: byId('1024') },
			credential,
		});
		const items = await bookings.execute(asked.map((number) => ({ number })));
		return items.map(({ json }) => json.number);
	};

	const read1 = read(numbers.slice(0, EACH));
	const read2 = read(numbers.slice(EACH));

	expect([...(await read1), ...(await read2)]).toEqual(numbers);
	// Where each looks only at its own requests, ten and more are refused.
	expect((await sandbox.report()).byStatus['429'] ?? 0).toBeLessThanOrEqual(4);
});
