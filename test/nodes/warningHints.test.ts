import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import { PartnerHotelSearch } from '../../nodes/PartnerHotelSearch/PartnerHotelSearch.node';
import { NOT_SHOWN } from '../../nodes/shared/transport/personalData';
import { allowManyTokens, newClient } from '../support/clients';
import { harness } from '../support/n8n';
import { byId, pmsNode, stayIn } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 41, properties: 3, bookings: 60 });
	await allowManyTokens(sandbox);
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
					'2 items returned no records. The partner API reported: Not enough rights to hotel (NotEnoughRights)',
				type: 'warning',
				location: 'outputPane',
			},
		]);
	});

	it.each<[string, object, string]>([
		['a text without a code', { message: 'No rooms' }, 'No rooms'],
		['a code without a text', { code: '12' }, 'code 12'],
		['neither', {}, 'a warning without text'],
		['signs that turn the text around', { message: 'No \u202esmoor\u202c' }, 'No smoor'],
		['a text without end', { message: 'x'.repeat(9_000) }, `${'x'.repeat(300)}…`],
	])('%s', async (_, warning, shown) => {
		await answers({ roomStays: [], warnings: [null, warning] });
		const { hints } = await searchIn([{ property: property() }]);
		expect(texts(hints)).toEqual([`1 item returned no records. The partner API reported: ${shown}`]);
	});

	it('shows five texts at most and says how many there are besides', async () => {
		const warnings = [1, 2, 3, 4, 5, 6, 7].map((number) => ({ message: `Text ${number}` }));
		await answers({ roomStays: null, warnings });
		const { hints } = await searchIn([{ property: property() }]);
		expect(texts(hints)).toEqual([
			'1 item returned no records. The partner API reported: Text 1; Text 2; Text 3; Text 4; Text 5; and 2 more',
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

describe('warnings that no item keeps, though there are items', () => {
	const warnings = [{ code: '503', message: 'The service is overloaded' }];
	const shown = 'The partner API reported: The service is overloaded (503)';

	async function payment() {
		const { number, stay } = await stayIn(sandbox, 'CheckedOut');
		const node = await pmsNode(sandbox, {
			resource: 'roomStay',
			operation: 'getPaymentSystems',
			number,
			pmsRoomStayId: byId(stay.pmsRoomStayId),
			paymentAction: 'Payment',
		});
		const [system] = await node.execute();
		return await pmsNode(sandbox, {
			resource: 'roomStay',
			operation: 'processPayment',
			number,
			pmsRoomStayId: byId(stay.pmsRoomStayId),
			pmsPaymentSystemId: byId(String(system?.json.pmsPaymentSystemId)),
			amount: 5,
			currencyCode: 'GBP',
			actionDateTime: '2026-03-01T14:00',
			options: { allowMoreThanDue: true },
		});
	}

	it('of the payment systems are shown as a hint', async () => {
		const node = await payment();
		const match = { path: '/find-available-payment-systems' };
		await sandbox.fault({ kind: 'messages', warnings, match });
		expect(await node.execute()).toEqual([expect.objectContaining({ pairedItem: { item: 0 } })]);
		expect(texts(node.hints)).toEqual([shown]);
	});

	it('of the rooms, read for their names, are shown as a hint; those of the reservation are kept', async () => {
		const { number } = await stayIn(sandbox, 'CheckedOut');
		const node = await pmsNode(sandbox, {
			resource: 'reservation',
			operation: 'get',
			number,
			output: 'simplified',
		});
		await sandbox.fault({ kind: 'messages', warnings, match: { path: '/rooms' } });
		await sandbox.fault({ kind: 'messages', warnings: [{ code: '500' }], match: { path: number } });
		const [item] = await node.execute();
		expect(item?.json._warnings).toEqual([{ code: '500', message: 'The service failed' }]);
		expect(texts(node.hints)).toEqual([shown]);
	});

	it('errors beside records that no item keeps are shown, too', async () => {
		const node = await payment();
		const match = { path: '/find-available-payment-systems' };
		await sandbox.fault({ kind: 'messages', errors: [{ message: 'Vouchers of MILLER are down' }], match });
		await node.execute();
		expect(texts(node.hints)).toEqual([`The partner API reported: ${NOT_SHOWN}`]);
	});

	it('a text that an item keeps is not repeated', async () => {
		const { number } = await stayIn(sandbox, 'CheckedOut');
		const parameters = { resource: 'reservation', operation: 'get', number, output: 'roomStays' };
		const node = await pmsNode(sandbox, parameters);
		await sandbox.fault({ kind: 'messages', warnings, times: 3, match: { path: '/api/pms' } });
		const items = await node.execute();
		expect(items.map(({ json }) => json._warnings)).toEqual(items.map(() => warnings));
		expect(node.hints).toEqual([]);
	});
});
