import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { PartnerHotelContent } from '../../nodes/PartnerHotelContent/PartnerHotelContent.node';
import { PartnerHotelPms } from '../../nodes/PartnerHotelPms/PartnerHotelPms.node';
import { PartnerHotelReservationTrigger } from '../../nodes/PartnerHotelReservationTrigger/PartnerHotelReservationTrigger.node';
import { PartnerHotelSearch } from '../../nodes/PartnerHotelSearch/PartnerHotelSearch.node';
import { PartnerHotelTrigger } from '../../nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';
import { allowManyTokens, newClient } from '../support/clients';
import { harness, type NodeHarness } from '../support/n8n';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

/** A list that a hotel joins or leaves while it is read names another one twice, on two pages. */
let sandbox: Sandbox;
const IDS = ['1024', '7291', '5431'];

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 37, properties: 3, bookings: 2 });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.clearFaults();
	await sandbox.resetReport();
	const match = { path: '/content/v1/properties' };
	const pages = [
		{ next: 'XX-second', properties: [named('1024'), named('7291')] },
		{ next: null, properties: [named('7291'), { ...named('1024'), id: 1024 }, named('5431')] },
	];
	for (const body of pages) await sandbox.fault({ kind: 'body', body, match, times: 1 });
});

const named = (id: string) => ({ id, name: `Hotel ${id}` });

async function node(type: INodeType, parameters: INodeParameters = {}): Promise<NodeHarness> {
	return harness(type, { parameters, credential: await newClient(sandbox) });
}

async function records(type: INodeType, parameters: INodeParameters): Promise<IDataObject[]> {
	return (await (await node(type, parameters)).execute()).map(({ json }) => json);
}

const counted = (items: IDataObject[]) => items.map(({ propertyId, id }) => String(propertyId ?? id));

it.each<[string, INodeType, INodeParameters]>([
	['Property → Get Many', new PartnerHotelContent(), { resource: 'property', operation: 'getAll' }],
	[
		'Property → Get Many of IDs',
		new PartnerHotelContent(),
		{ resource: 'property', operation: 'getAll', include: 'ids', limit: 3 },
	],
	[
		'Reconcile',
		new PartnerHotelBookings(),
		{
			resource: 'booking',
			operation: 'reconcile',
			propertySelection: 'all',
			output: 'counts',
			failAbove: 100,
		},
	],
	[
		'Get Report',
		new PartnerHotelPms(),
		{ resource: 'occupancy', operation: 'getReport', propertySelection: 'all', groupBy: 'total' },
	],
])('%s has each hotel once', async (_, type, parameters) => {
	expect(counted(await records(type, parameters))).toEqual(IDS);
});

it('Find Lowest Prices asks for each hotel once', async () => {
	await records(new PartnerHotelSearch(), { resource: 'roomStay', operation: 'findLowestPrices' });
	const [search] = await sandbox.requests({ path: '/room-stays/search' });
	expect((search?.body as IDataObject).propertyIds).toEqual(IDS);
});

it('a list of hotels to choose from has each of them once', async () => {
	const several = await (await node(new PartnerHotelBookings())).loadOptions('getProperties');
	expect(several.map(({ name, value }) => [name, value])).toEqual(IDS.map((id) => [`Hotel ${id}`, id]));
});

it('a search for one has each of them once', async () => {
	const { results } = await (await node(new PartnerHotelBookings())).search('searchProperties', 'hotel');
	expect(results.map(({ name, value }) => [name, value])).toEqual(IDS.map((id) => [`Hotel ${id}`, id]));
});

it('a report of all hotels together adds up each once', async () => {
	const report = { resource: 'occupancy', operation: 'getReport', groupBy: 'total' };
	const all = { ...report, propertySelection: 'all', options: { isCombined: true } };
	const together = await records(new PartnerHotelPms(), all);
	const [first, ...others] = await records(new PartnerHotelPms(), {
		...all,
		propertySelection: 'several',
		propertyIds: IDS,
	});
	expect(together).toEqual([first, ...others]);
});

it.each<[string, INodeType, string, INodeParameters]>([
	['booking', new PartnerHotelTrigger(), '/bookings', {}],
	['reservation', new PartnerHotelReservationTrigger(), '/reservations/search', { events: ['new'] }],
])('the %s trigger reads each hotel once', async (_, type, path, parameters) => {
	const trigger = await node(type, { propertySelection: 'all', startFrom: 'now', ...parameters });
	await trigger.poll();
	await sandbox.resetReport();
	await trigger.poll();
	const read = (await sandbox.requests({ path })).map(
		(request) => request.path.split('/properties/')[1]?.split('/')[0],
	);
	expect(new Set(read)).toEqual(new Set(IDS));
	const times = IDS.map((id) => read.filter((one) => one === id).length);
	expect(new Set(times).size).toBe(1);
});
