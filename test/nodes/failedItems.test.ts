import type { INode, INodeExecutionData } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { allowManyTokens, newClient } from '../support/clients';
import { callAsTool, runInEngine } from '../support/engine';
import { byId } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

let sandbox: Sandbox;
let number: string;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 5, properties: 1, bookings: 5 });
	await allowManyTokens(sandbox);
	number = (await sandbox.createBookings('1024', 1))[0]?.number ?? '';
});
afterAll(async () => await sandbox.stop());

const parameters = {
	resource: 'booking',
	operation: 'get',
	propertyId: byId('1024'),
	number: '={{ $json.number }}',
};

async function outputs(settings: Partial<INode>): Promise<INodeExecutionData[][]> {
	const input = [
		{ number: 'NOWHERE', row: 7 },
		{ number, row: 8 },
	];
	const type = new PartnerHotelBookings();
	const credential = await newClient(sandbox);
	const { outputs: runs } = await runInEngine(type, { parameters, credential, settings, input });
	return runs[0] ?? [];
}

const FAILED = {
	number: 'NOWHERE',
	row: 7,
	error: "The booking 'NOWHERE' was not found at the property '1024'",
	description: expect.stringContaining(
		"Check that 'Booking Number' and 'Property' belong together",
	) as string,
	httpCode: '404',
};

describe('an item that fails, with On Error = Continue,', () => {
	it('keeps its own fields beside what happened, in the regular output', async () => {
		const [items = []] = await outputs({ onError: 'continueRegularOutput' });
		expect(items.map(({ json }) => json)).toEqual([FAILED, expect.objectContaining({ number })]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it('keeps them in the error output, where it goes alone', async () => {
		const [regular = [], failed = []] = await outputs({ onError: 'continueErrorOutput' });
		expect(failed.map(({ json }) => json)).toEqual([FAILED]);
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
		expect(regular.map(({ json, pairedItem }) => [json.number, pairedItem])).toEqual([[number, { item: 1 }]]);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'is tried again with Retry On Fail (%s)',
		async (onError) => {
			await sandbox.resetReport();
			await outputs({ onError, retryOnFail: true, maxTries: 2 });
			expect(await sandbox.requests({ path: '/bookings/NOWHERE' })).toHaveLength(2);
		},
	);

	it('keeps a description and files of its own beside that of the failure', async () => {
		const data = { fileName: 'note.txt', mimeType: 'text/plain', data: 'eA==' };
		const input = [{ json: { number: 'NOWHERE', description: 'Late arrival' }, binary: { data } }];
		const type = new PartnerHotelBookings();
		for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
			const credential = await newClient(sandbox);
			const { outputs: runs } = await runInEngine(type, {
				parameters,
				credential,
				settings: { onError },
				input,
			});
			const [failed] = (runs[0] ?? []).flat();
			expect(failed?.json).toMatchObject({
				description: 'Late arrival',
				errorDescription: FAILED.description,
				error: FAILED.error,
			});
			expect(failed?.binary).toEqual({ data });
		}
	});

	it('tells the model all of it when the node is a tool', async () => {
		const [told = ''] = await callAsTool(new PartnerHotelBookings(), {
			parameters: { ...parameters, number: "={{ $fromAI('number') }}" },
			credential: await newClient(sandbox),
			settings: { onError: 'continueRegularOutput' },
			calls: [{ number: 'NOWHERE' }],
		});
		expect(JSON.parse(told)).toEqual([{ ...FAILED, row: undefined }]);
	});
});
