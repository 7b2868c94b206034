import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { PartnerHotelPms } from '../../nodes/PartnerHotelPms/PartnerHotelPms.node';
import { allowManyTokens, newClient } from '../support/clients';
import { harness } from '../support/n8n';
import { byId } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 29, properties: 1, bookings: 5 });
	await allowManyTokens(sandbox);
	await sandbox.createBookings('1024', 4, { roomStays: 2, nights: 3 });
});
afterAll(async () => await sandbox.stop());

async function list(type: INodeType, parameters: INodeParameters): Promise<IDataObject[]> {
	const node = harness(type, {
		parameters: { propertyId: byId('1024'), ...parameters },
		credential: await newClient(sandbox),
	});
	return (await node.execute()).map(({ json }) => json);
}

const bookings = { resource: 'booking', operation: 'getAll', period: 'everything', limit: 3 };
const soon = new Date(Date.now() + 3_600_000 * 24).toISOString().slice(0, 16);
const reservations = {
	resource: 'reservation',
	operation: 'search',
	period: 'any',
	filters: {
		modifiedFrom: '={{ $now.minus({ days: 2 }).toFormat("yyyy-MM-dd\'T\'HH:mm") }}',
		modifiedTo: soon,
	},
	limit: 3,
};

it.each<[string, INodeType, INodeParameters, number]>([
	['bookings by night', new PartnerHotelBookings(), { ...bookings, output: 'nights' }, 6],
	['bookings by room stay', new PartnerHotelBookings(), { ...bookings, output: 'roomStays' }, 2],
	['bookings', new PartnerHotelBookings(), { ...bookings, output: 'simplified' }, 1],
	['reservations by room stay', new PartnerHotelPms(), { ...reservations, output: 'roomStays' }, 2],
	['reservations', new PartnerHotelPms(), { ...reservations, output: 'raw' }, 1],
])('the limit of %s counts those, each with all its items', async (_, type, parameters, itemsOfEach) => {
	const items = await list(type, parameters);
	const numbers = items.map(({ number }) => number);
	expect(new Set(numbers).size).toBe(3);
	expect(items).toHaveLength(3 * itemsOfEach);
});

it.each<[string, INodeType, string]>([
	['bookings', new PartnerHotelBookings(), 'booking'],
	['reservations', new PartnerHotelPms(), 'reservation'],
])('the description of Limit says that it counts %s', (records, type, resource) => {
	const { properties } = type.description;
	const limits = properties.filter(
		({ name, displayOptions }) => name === 'limit' && displayOptions?.show?.resource?.includes(resource),
	);
	expect(limits.map(({ description }) => description)).toContain(
		`Max number of ${records} to return, each with all its items, such as nights or room stays`,
	);
});
