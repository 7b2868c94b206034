import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters, IPollFunctions } from 'n8n-workflow';

import { PartnerHotelContent } from '../../nodes/PartnerHotelContent/PartnerHotelContent.node';
import { PartnerHotelSearch } from '../../nodes/PartnerHotelSearch/PartnerHotelSearch.node';
import { readSettings } from '../../nodes/PartnerHotelTrigger/settings';
import { newClient } from '../support/clients';
import { failureOf } from '../support/failures';
import { harness } from '../support/n8n';
import { byId, pmsTests, records, stayIn } from '../support/pms';
import { day } from '../support/search';

const { sandbox, pms } = pmsTests();

/** The first instant of a day where the workflow runs. */
function beginning(date: string, timezone: string): Date {
	return DateTime.fromISO(date, { zone: timezone }).startOf('day').toJSDate();
}

/** How a date column reaches a parameter: the object of the node before, or its JSON. */
const ways: Array<[string, (date: Date) => unknown]> = [
	['a JavaScript date', (date) => date],
	['its JSON', (date) => date.toJSON() as string],
	['text of a database', (date) => date.toISOString().replace('T', ' ').replace('.000Z', '+00')],
];

const PAGO_PAGO = '5431';
const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland', 'UTC'];
const cases = zones.flatMap((timezone) => ways.map(([name, write]) => ({ timezone, name, write })));

describe.each(cases)('midnight of the workflow in $timezone as $name', ({ timezone, write }) => {
	const at = (date: string) => write(beginning(date, timezone)) as IDataObject;

	it('is the day of an identity document', async () => {
		const { stay } = await stayIn(sandbox(), 'CheckedOut');
		await sandbox().resetReport();
		const node = await pms(
			{
				resource: 'guest',
				operation: 'updateIdentityDocument',
				pmsPersonId: byId(stay.guestsIds[0] ?? ''),
				documentType: byId('Passport'),
				documentNumber: '999999',
				documentFields: { effectiveDate: '={{ $json.issued }}', expiryDate: '={{ $json.expires }}' },
				clearFields: ['departmentCode', 'issueAuthority', 'series'],
			},
			{ timezone },
		);
		await node.execute([{ issued: at('2021-01-01'), expires: at('2031-05-20') }]);
		const [request] = await sandbox().requests({ path: '/personal-document' });
		expect(request?.body).toMatchObject({ effectiveDate: '2021-01-01', expiryDate: '2031-05-20' });
	});

	it('is the day of an occupancy, wherever the hotel is', async () => {
		const node = await pms(
			{
				resource: 'occupancy',
				operation: 'getDaily',
				propertyId: byId(PAGO_PAGO),
				period: 'custom',
				startStayDate: '={{ $json.from }}',
				endStayDate: '={{ $json.to }}',
				options: { otbDate: '={{ $json.booked }}' },
			},
			{ timezone },
		);
		await node.execute([{ from: at('2026-10-01'), to: at('2026-10-02'), booked: at('2026-03-29') }]);
		const [request] = await sandbox().requests({ path: '/daily-occupancy' });
		expect(request?.query).toEqual({
			startStayDate: '2026-10-01',
			endStayDate: '2026-10-02',
			otbDate: '2026-03-29',
		});
	});

	it('is the first and last day of a search of reservations', async () => {
		const node = await pms(
			{
				resource: 'reservation',
				operation: 'search',
				propertyId: byId(PAGO_PAGO),
				period: 'custom',
				stayFrom: '={{ $json.from }}',
				stayTo: '={{ $json.to }}',
				includeDetails: false,
			},
			{ timezone },
		);
		await node.execute([{ from: at('2026-10-01'), to: at('2026-10-02') }]);
		const [request] = await sandbox().requests({ path: '/reservations/search' });
		expect(request?.query).toMatchObject({
			startAffectPeriodDateTime: '2026-10-01T00:00',
			endAffectPeriodDateTime: '2026-10-02T23:59',
		});
	});

	it.each<[string, INodeParameters]>([
		['one hotel', { operation: 'getOffers', propertyId: byId(PAGO_PAGO) }],
		['many hotels', { operation: 'findLowestPrices', propertyIds: [PAGO_PAGO] }],
	])('is the day of a stay at %s', async (_, parameters) => {
		const node = harness(new PartnerHotelSearch(), {
			parameters: {
				resource: 'roomStay',
				arrivalDate: '={{ $json.from }}',
				departureDate: '={{ $json.to }}',
				adults: 2,
				...parameters,
			},
			credential: await newClient(sandbox()),
			timezone,
		});
		await node.execute([{ from: at(day(40)), to: at(day(43)) }]);
		const [request] = await sandbox().requests({ path: '/api/search' });
		const asked = request?.method === 'GET' ? request.query : (request?.body as IDataObject);
		expect(asked).toMatchObject({ arrivalDate: day(40), departureDate: day(43) });
	});

	it('is the day of a filter of the trigger', () => {
		const parameters: IDataObject = { propertySelection: 'all', filters: { arrivalFrom: at('2030-05-02') } };
		const context = {
			getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
			getTimezone: () => timezone,
			getNode: () => ({ parameters }),
		};
		expect(readSettings(context as unknown as IPollFunctions).filter).toMatchObject({
			arrivalFrom: '2030-05-02',
		});
	});
});

describe('where clocks skip midnight', () => {
	/** Clocks go from 0:00 to 1:00 on this day. */
	const [timezone, skipped] = ['Africa/Cairo', '2026-04-24'];

	it.each<[string, unknown]>([
		['a JavaScript date', beginning(skipped, timezone)],
		['its JSON', beginning(skipped, timezone).toJSON()],
		['a luxon date', DateTime.fromISO(skipped, { zone: timezone })],
	])('%s is that day', async (_, value) => {
		const stay = { period: 'custom', startStayDate: '={{ $json.day }}', endStayDate: '={{ $json.day }}' };
		const parameters = { resource: 'occupancy', operation: 'getDaily', propertyId: byId(PAGO_PAGO), ...stay };
		await (await pms(parameters, { timezone })).execute([{ day: value as IDataObject }]);
		const [request] = await sandbox().requests({ path: '/daily-occupancy' });
		expect(request?.query).toMatchObject({ startStayDate: skipped, endStayDate: skipped });
	});
});

describe("a JavaScript date that is midnight neither in the workflow's zone nor in UTC", () => {
	const timezone = 'America/New_York';
	/** Midnight in Berlin, where the database may run. */
	const elsewhere = beginning('2031-05-20', 'Europe/Berlin');
	const document = {
		resource: 'guest',
		operation: 'updateIdentityDocument',
		pmsPersonId: byId('1'),
		documentType: byId('Passport'),
		documentNumber: '999999',
		documentFields: { expiryDate: '={{ $json.day }}' },
		clearFields: ['departmentCode', 'effectiveDate', 'issueAuthority', 'series'],
	};
	const occupancy = {
		resource: 'occupancy',
		operation: 'getDaily',
		period: 'custom',
		startStayDate: '={{ $json.day }}',
		endStayDate: '={{ $json.day }}',
	};

	it.each<[string, INodeParameters, unknown, RegExp]>([
		[
			'as date of a document',
			document,
			elsewhere,
			/^Change of the identity document: not made\. Expiry Date is a time, not a day\.$/,
		],
		[
			'as date of a document in JSON',
			document,
			elsewhere.toJSON(),
			/^Change of the identity document: not made\. Expiry Date is a time in UTC, not a day\.$/,
		],
		[
			'as date of a stay',
			occupancy,
			elsewhere,
			/^Start Date '2031-05-19T22:00:00.000Z' is a time, not a day$/,
		],
	])('is refused %s', async (_, parameters, value, message) => {
		const node = await pms(parameters, { timezone });
		const failure = await failureOf(node.execute([{ day: value as IDataObject }]));
		expect(failure.message).toMatch(message);
		expect(failure.description).toContain('Enter a date like 2031-05-20.');
		expect((await sandbox().report()).requests).toBe(0);
	});

	it('is the time that it is where a time is taken', async () => {
		const parameters = {
			resource: 'reservation',
			operation: 'search',
			propertyId: byId(PAGO_PAGO),
			period: 'custom',
			stayFrom: '={{ $json.from }}',
			stayTo: '={{ $json.to }}',
			includeDetails: false,
		};
		const node = await pms(parameters, { timezone });
		await node.execute([
			{ from: new Date('2026-10-01T14:30:00Z'), to: new Date('2026-10-02T14:30:00Z') } as never,
		]);
		const [request] = await sandbox().requests({ path: '/reservations/search' });
		expect(request?.query).toMatchObject({
			startAffectPeriodDateTime: '2026-10-01T03:30',
			endAffectPeriodDateTime: '2026-10-02T03:30',
		});
	});
});

it('an unbooked stay of a cancellation begins on the day of a JavaScript date', async () => {
	const timezone = 'Europe/Berlin';
	const credential = await newClient(sandbox());
	const content = (parameters: INodeParameters) =>
		harness(new PartnerHotelContent(), {
			parameters: { resource: 'cancellationRule', propertyId: byId(PAGO_PAGO), ...parameters },
			credential,
			timezone,
		});
	const [rule] = await records(content({ operation: 'getAll', returnAll: true }));
	const [penalty] = await records(
		content({
			operation: 'calculatePenalty',
			calculateFor: 'stay',
			cancellationRuleId: byId(String(rule?.id)),
			arrivalDate: '={{ $json.from }}',
			departureDate: '={{ $json.to }}',
			nightPrices: '100',
			currency: 'EUR',
		}),
		[{ from: beginning('2031-05-20', timezone), to: beginning('2031-05-21', timezone) } as never],
	);
	expect(penalty).toMatchObject({ arrival: '2031-05-20', departure: '2031-05-21' });
});
