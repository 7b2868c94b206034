import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';
import { pollOnce, reservationTrigger } from '../support/reservationTrigger';

jest.mock('../../nodes/shared/transport/waiting', () => jest.requireActual('../support/hastenedLimits'));

let sandbox: Sandbox;
beforeAll(
	async () => (sandbox = await startSandbox({ seed: 61, properties: 1, bookings: 6, limits: 'off' })),
);
afterAll(async () => await sandbox.stop());

/** Of the API (specification, Other limits). */
const PAGE = 100;

it('more changes than the requests of a poll allow, over several pages, come once each', async () => {
	const [property = { id: '' }] = sandbox.properties;
	const node = await reservationTrigger(sandbox, property.id);
	expect(await node.poll()).toBeNull();
	const made = await sandbox.createBookings(property.id, PAGE + 10);
	const first = await pollOnce(node);
	expect(first.length).toBeLessThan(PAGE);
	const items: IDataObject[] = [...first];
	while (items.length < made.length) items.push(...(await pollOnce(node)));
	items.push(...(await pollOnce(node)));
	expect(items.map(({ number }) => number).sort()).toEqual(made.map(({ number }) => number).sort());
});
