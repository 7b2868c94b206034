import type { IDataObject } from 'n8n-workflow';

import { chosenFields, simplifyRow } from '../../nodes/PartnerHotelPms/resources/occupancy/reportFields';
import { allowManyTokens } from '../support/clients';
import { failureOf } from '../support/failures';
import { pmsNode, records } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 5, properties: 2, bookings: 300, anchor: '2027-03-15T00:00:00Z' });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());

const REPORT = {
	resource: 'occupancy',
	operation: 'getReport',
	period: 'custom',
	startStayDate: '2027-03-01',
	endStayDate: '2027-03-07',
};

const report = async (parameters: IDataObject = {}) =>
	await records(await pmsNode(sandbox, { ...REPORT, ...parameters } as never));

const DEFAULT = ['occupancy', 'adr', 'revPar', 'roomRevenue'];

describe('the simplified report', () => {
	it('has one date, the figures, the currency and the hotel, in this order', async () => {
		const [row = {}, ...others] = await report();
		expect(others).toHaveLength(6);
		expect(Object.keys(row)).toEqual(['date', ...DEFAULT, 'currency', 'propertyName', 'propertyId']);
		expect(row.date).toBe('2027-03-01');
	});

	it('has at most 16 columns with a comparison, and the values of the whole report', async () => {
		const compared = { compareWith: 'sameWeekdays' };
		const [row = {}] = await report(compared);
		const [whole = {}] = await report({ ...compared, output: 'all' });
		expect(Object.keys(row)).toHaveLength(16);
		const comparison = whole.comparison as Record<string, IDataObject>;
		for (const kpi of DEFAULT) {
			expect([row[kpi], row[`${kpi}Before`], row[`${kpi}Change`]]).toEqual([
				whole[kpi],
				comparison[kpi]?.value,
				comparison[kpi]?.percent,
			]);
		}
	});

	it.each([
		['week', 'week', '2027-W09'],
		['month', 'month', '2027-03'],
		['total', 'period', '2027-03-01 to 2027-03-07'],
	])('by %s, its date is in "%s"', async (groupBy, column, value) => {
		expect((await report({ groupBy }))[0]).toMatchObject({ [column]: value });
	});

	it('has the figures that were chosen, in their order', async () => {
		const [row = {}] = await report({ fields: ['guests', 'roomsSold'] });
		expect(Object.keys(row).slice(0, 4)).toEqual(['date', 'guests', 'roomsSold', 'currency']);
	});

	it('has the pick-up in columns', async () => {
		const options = { pickUpSince: '2026-01-15', bookedOnReading: 'untilThatDay' };
		const [row = {}] = await report({ groupBy: 'total', options });
		const [whole = {}] = await report({ groupBy: 'total', options, output: 'all' });
		const pickUp = whole.pickUp as Record<string, IDataObject>;
		expect(row).toMatchObject({
			roomsSoldPickUp: pickUp.roomsSold?.pickUp,
			roomRevenuePickUp: pickUp.roomRevenue?.pickUp,
			adrPickUp: pickUp.adr?.pickUp,
		});
	});

	it('counts hotels that are added up, and names none', async () => {
		const options = { isCombined: true };
		const [row] = await report({ propertySelection: 'all', groupBy: 'total', options });
		expect(row).toMatchObject({ properties: expect.any(Number) as number, missingProperties: 0 });
		expect(row).not.toHaveProperty('propertyName');
	});

	it('says how many days are missing, if any are', () => {
		const about = { period: '2027-03', currencyCode: 'EUR', adr: 90 };
		expect(simplifyRow({ ...about, missingDays: 2 }, 'month', ['adr'])).toEqual({
			month: '2027-03',
			adr: 90,
			currency: 'EUR',
			missingDays: 2,
		});
		expect(simplifyRow({ ...about, missingDays: 0 }, 'month', ['adr'])).not.toHaveProperty('missingDays');
	});

	it('refuses to return no figures at all', async () => {
		expect(() => chosenFields([])).toThrow();
		const node = await pmsNode(sandbox, { ...REPORT, fields: [] });
		const failure = await failureOf(node.execute());
		expect(failure.message).toBe('Fields is empty');
		expect(failure.description).toContain("'All Figures' in 'Output'");
	});
});
