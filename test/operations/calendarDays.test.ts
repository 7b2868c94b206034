import type { IDataObject, INodeParameters, IPollFunctions } from 'n8n-workflow';

import { PartnerHotelSearch } from '../../nodes/PartnerHotelSearch/PartnerHotelSearch.node';
import { readSettings } from '../../nodes/PartnerHotelTrigger/settings';
import { allowManyTokens, newClient } from '../support/clients';
import { harness } from '../support/n8n';
import { byId, pmsNode, stayIn } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';
import { day } from '../support/search';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 31, properties: 3, bookings: 30 });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.clearFaults();
	await sandbox.resetReport();
});

/** Midnights, by how they are written; each means the day before at UTC-11. */
const ways: Array<[string, (text: string) => string]> = [
	['text at midnight UTC', (date) => `${date}T00:00:00.000Z`],
	['text at midnight of another offset', (date) => `${date}T00:00:00-04:00`],
	['a JavaScript date', (date) => `={{ new Date("${date}T00:00:00.000Z") }}`],
	['a luxon date', (date) => `={{ DateTime.fromISO("${date}", { zone: "America/New_York" }) }}`],
	['a luxon date in UTC', (date) => `={{ DateTime.fromISO("${date}", { zone: "utc" }) }}`],
	['the date picker', (date) => `${date}T00:00:00`],
	['a day alone', (date) => date],
];

const PAGO_PAGO = '5431';

describe.each(ways)('a day written as %s', (_, write) => {
	it('is the day of an identity document, wherever the hotel is', async () => {
		const { stay } = await stayIn(sandbox, 'CheckedOut', PAGO_PAGO);
		await sandbox.resetReport();
		const node = await pmsNode(sandbox, {
			resource: 'guest',
			operation: 'updateIdentityDocument',
			propertyId: byId(PAGO_PAGO),
			pmsPersonId: byId(stay.guestsIds[0] ?? ''),
			documentType: byId('Passport'),
			documentNumber: '999999',
			documentFields: { effectiveDate: write('2021-05-20'), expiryDate: write('2031-05-20') },
			clearFields: ['departmentCode', 'issueAuthority', 'series'],
		});
		await node.execute();
		const [request] = await sandbox.requests({ path: '/personal-document' });
		expect(request?.body).toMatchObject({ effectiveDate: '2021-05-20', expiryDate: '2031-05-20' });
		expect(await sandbox.requests({ path: '/api/content' })).toEqual([]);
	});

	it('is the day of an occupancy, and needs no time zone of the hotel', async () => {
		const parameters = {
			resource: 'occupancy',
			operation: 'getDaily',
			propertyId: byId(PAGO_PAGO),
			period: 'custom',
			startStayDate: write('2026-10-01'),
			endStayDate: write('2026-10-02'),
			options: { otbDate: write('2026-09-01') },
		};
		const credential = await newClient(sandbox, { apiAccesses: ['pms_analytics'] });
		const node = await pmsNode(sandbox, parameters, { credential });
		await node.execute();
		const [request] = await sandbox.requests({ path: '/daily-occupancy' });
		expect(request?.query).toEqual({
			startStayDate: '2026-10-01',
			endStayDate: '2026-10-02',
			otbDate: '2026-09-01',
		});
	});

	it.each<[string, INodeParameters]>([
		['of one hotel', { operation: 'getOffers', propertyId: byId(PAGO_PAGO) }],
		['of many hotels', { operation: 'findLowestPrices', propertyIds: [PAGO_PAGO] }],
	])('is the day of a search %s', async (_label, parameters) => {
		const node = harness(new PartnerHotelSearch(), {
			parameters: {
				resource: 'roomStay',
				arrivalDate: write(day(40)),
				departureDate: write(day(43)),
				adults: 2,
				...parameters,
			},
			credential: await newClient(sandbox),
			timezone: 'Pacific/Pago_Pago',
		});
		await node.execute();
		const [request] = await sandbox.requests({ path: '/api/search' });
		const sent = request?.method === 'GET' ? request.query : (request?.body as IDataObject);
		expect(sent).toMatchObject({ arrivalDate: day(40), departureDate: day(43) });
	});
});

describe('the days of the filters of the trigger', () => {
	function filterOf(filters: IDataObject, timezone: string) {
		const parameters: IDataObject = { propertySelection: 'all', filters };
		const context = {
			getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
			getTimezone: () => timezone,
			getNode: () => ({ parameters }),
		};
		return readSettings(context as unknown as IPollFunctions).filter;
	}

	it.each<[string, unknown, string, string]>([
		['midnight UTC', '2030-05-02T00:00:00.000Z', 'America/New_York', '2030-05-02'],
		['a JavaScript date at midnight UTC', new Date('2030-05-02'), 'America/New_York', '2030-05-02'],
		['midnight elsewhere', '2030-05-02T00:00:00+09:00', 'America/New_York', '2030-05-02'],
		['another instant', '2030-05-02T03:30:00Z', 'America/New_York', '2030-05-01'],
		['another instant with an offset', '2030-05-02T23:30:00-05:00', 'Asia/Tokyo', '2030-05-03'],
		['text without an offset', '2030-05-02T23:30:00', 'Asia/Tokyo', '2030-05-02'],
		['a day without separators', '20300502', 'Asia/Tokyo', '2030-05-02'],
	])('%s', (_, value, timezone, expected) => {
		expect(filterOf({ arrivalFrom: value as string }, timezone)).toMatchObject({ arrivalFrom: expected });
		expect(filterOf({ arrivalTo: value as string }, timezone)).toMatchObject({ arrivalTo: expected });
	});

	it('are absent when they are left empty', () => {
		expect(filterOf({ arrivalFrom: '' }, 'UTC')).toMatchObject({
			arrivalFrom: undefined,
			arrivalTo: undefined,
		});
	});

	it.each(['2030-02-30', 'soon', '2030', '14:30'])('%j is refused', (arrivalTo) => {
		expect(() => filterOf({ arrivalTo }, 'UTC')).toThrow(
			expect.objectContaining({
				parameter: 'arrivalTo',
				value: arrivalTo,
				problem: 'is not a date',
			}) as Error,
		);
	});
});
