import type { INodeType } from 'n8n-workflow';

import * as exposed from '../../index';
import { credentialFor } from '../support/clients';
import { harness } from '../support/n8n';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await startSandbox({ seed: 3, bookings: 40 })));
afterAll(async () => await sandbox.stop());

const credential = () => credentialFor(sandbox);

/** A property as the dropdown stores it. */
const chosen = { propertyId: { __rl: true, mode: 'list', value: '1024', cachedResultName: 'Hotel' } };

describe('with its defaults and a property chosen from the list', () => {
	const names = ['Bookings', 'Content', 'Pms', 'ReferenceData', 'Search'] as const;

	it.each(names)('%s runs and gives items', async (name) => {
		const type: INodeType = new exposed[`PartnerHotel${name}`]();
		const items = await harness(type, { parameters: chosen, credential: credential() }).execute();
		expect(items.length).toBeGreaterThan(0);
	});

	it.each(names)('%s changes nothing: what runs by default is a read', async (name) => {
		await sandbox.resetReport();
		const type: INodeType = new exposed[`PartnerHotel${name}`]();
		await harness(type, { parameters: chosen, credential: credential() }).execute();
		const requests = (await sandbox.requests({ path: '/api/' })).map(
			({ method, path }) => `${method} ${path}`,
		);
		const reads = requests.filter((request) => /^GET |^POST .*\/room-stays\/search$/.test(request));
		expect(reads).toEqual(requests);
		expect(requests.length).toBeGreaterThan(0);
	});

	it('the trigger fetches a test event', async () => {
		const node = harness(new exposed.PartnerHotelTrigger(), { parameters: chosen, credential: credential() });
		expect(await node.poll({ mode: 'manual' })).toHaveLength(1);
	});
});
