import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import { PartnerHotelSearch } from '../../nodes/PartnerHotelSearch/PartnerHotelSearch.node';
import { newClient } from '../support/clients';
import { harness } from '../support/n8n';
import { startSandbox, type Sandbox } from '../support/sandbox';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 41, properties: 3, bookings: 0 });
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => await sandbox.clearFaults());

async function searchIn(items: IDataObject[]): Promise<{ found: number; hints: NodeExecutionHint[] }> {
	const search = harness(new PartnerHotelSearch(), {
		parameters: {
			resource: 'roomStay',
			operation: 'findLowestPrices',
			propertyIds: '={{ [$json.property] }}',
			arrivalDate: '={{ $now.plus({ days: 20 }).toISODate() }}',
			departureDate: '={{ $now.plus({ days: 22 }).toISODate() }}',
			adults: 1,
		},
		credential: await newClient(sandbox),
	});
	return { found: (await search.execute(items)).length, hints: search.hints };
}

const property = () => sandbox.properties[0]?.id as string;
const answers = async (...bodies: object[]) => {
	for (const body of bodies) {
		await sandbox.fault({ kind: 'body', body, match: { path: '/room-stays/search' }, times: 1 });
	}
};
const texts = (hints: NodeExecutionHint[]) => hints.map(({ message }) => message);

describe('warnings without a record', () => {
	it('are shown as one hint, each text once', async () => {
		const { found, hints } = await searchIn([{ property: '4' }, { property: property() }, { property: '5' }]);

		expect(found).toBe(1);
		expect(hints).toEqual([
			{
				message:
					'2 items led to no records. The partner API warned: Not enough rights to hotel (NotEnoughRights)',
				type: 'warning',
				location: 'outputPane',
			},
		]);
	});

	it.each<[string, object, string]>([
		['a text without a code', { message: 'No rooms' }, 'No rooms'],
		['a code without a text', { code: '12' }, 'code 12'],
		['neither', {}, 'a warning without a text'],
	])('%s', async (_, warning, shown) => {
		await answers({ roomStays: [], warnings: [null, warning] });
		const { hints } = await searchIn([{ property: property() }]);
		expect(texts(hints)).toEqual([`1 item led to no records. The partner API warned: ${shown}`]);
	});

	it('shows five texts at most and says how many there are besides', async () => {
		const warnings = [1, 2, 3, 4, 5, 6, 7].map((number) => ({ message: `Text ${number}` }));
		await answers({ roomStays: null, warnings });
		const { hints } = await searchIn([{ property: property() }]);
		expect(texts(hints)).toEqual([
			'1 item led to no records. The partner API warned: Text 1; Text 2; Text 3; Text 4; Text 5; and 2 more',
		]);
	});

	it.each<[string, object]>([
		['there is a record to keep them', { roomStays: [{ propertyId: '1' }], warnings: [{ message: 'Kept' }] }],
		['there are none', { roomStays: [], warnings: [] }],
		['they are empty', { roomStays: [], warnings: [null] }],
	])('no hint where %s', async (_, body) => {
		await answers(body);
		expect((await searchIn([{ property: property() }])).hints).toEqual([]);
	});
});
