import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { newClient } from '../support/clients';
import { byId } from '../support/pms';
import { ARRIVAL, DEPARTURE, find, getOffers, real, SEARCH, searchTests } from '../support/search';

const { sandbox, node, records, sent } = searchTests();
const content = async () => await sandbox().requests({ path: '/api/content' });
const simple: INodeParameters = { ...find, simplify: true };

describe('Room Stay → Find Lowest Prices, simplified', () => {
	it('has flat fields, with the names of the hotel, the room type and the rate plan', async () => {
		const [raw = {}] = await records({ ...find, propertyIds: ['1024'] });
		await sandbox().resetReport();
		const [offer] = await records({ ...simple, propertyIds: ['1024'] });
		const { priceBeforeTax, taxAmount } = raw.total as { priceBeforeTax: number; taxAmount: number };
		const named = expect.stringMatching(/[^\d]/) as string;
		expect(offer).toEqual({
			propertyId: '1024',
			propertyName: named,
			roomTypeId: (raw.roomType as IDataObject).id,
			roomTypeName: named,
			ratePlanId: (raw.ratePlan as IDataObject).id,
			ratePlanName: named,
			arrivalDate: ARRIVAL,
			departureDate: DEPARTURE,
			nights: 3,
			placements: raw.fullPlacementsName,
			mealPlanCode: raw.mealPlanCode,
			currencyCode: 'GBP',
			priceBeforeTax,
			taxAmount,
			totalPrice: Math.round((priceBeforeTax + taxAmount) * 100) / 100,
			bookingFormLink: null,
			placementCodes: expect.arrayContaining([expect.stringMatching(/-\d$/)]) as unknown,
		});
		expect((await sent()).map(({ body }) => body?.include)).toEqual([
			'roomTypeShortContent|ratePlanShortContent',
		]);
		expect((await content()).map(({ path }) => path)).toEqual(['/api/content/v1/properties/1024']);
	});

	it('many hotels take a page of the list of hotels, not a request each, and no more for further items', async () => {
		const ids = sandbox()
			.properties.slice(0, 60)
			.map(({ id }) => id);
		const many = await node({ ...simple, propertyIds: ids, returnAll: true });
		const found = (await many.execute([{}, {}])).map(({ json }) => json);
		expect(found.length).toBeGreaterThan(20);
		expect(found.map(({ propertyName }) => typeof propertyName)).toEqual(found.map(() => 'string'));
		const lists = (await content()).map(({ path, query }) => [path, query.include]);
		expect(lists).toEqual([
			['/api/content/v1/properties', 'All'],
			['/api/content/v1/properties', 'All'],
		]);
	});

	it.each([1, 5])(
		'without access to Content, %i hotels have no names, and come all the same',
		async (count) => {
			const credential = await newClient(sandbox(), { apiAccesses: ['search'] });
			const propertyIds = ['1024', ...sandbox().properties.map(({ id }) => id)].slice(0, count);
			const found = await records({ ...simple, propertyIds, returnAll: true }, { credential });
			expect(found.length).toBeGreaterThan(0);
			expect(new Set(found.map(({ propertyName }) => propertyName))).toEqual(new Set([null]));
			expect(found.map(({ roomTypeName }) => typeof roomTypeName)).toEqual(found.map(() => 'string'));
		},
	);

	it('keeps the warnings of the API', async () => {
		const [offer] = await records({ ...simple, propertyIds: ['1024', '999999'] });
		expect(offer).toMatchObject({ propertyId: '1024', _warnings: [real] });
	});
});

describe('extras, simplified', () => {
	const chosen = { arrivalDateTime: `${ARRIVAL}T14:00`, departureDateTime: `${DEPARTURE}T12:00` };

	it.each<[string, INodeParameters, string, IDataObject]>([
		[
			'services',
			{ resource: 'extraService', operation: 'getAll' },
			'services',
			{ serviceId: expect.any(String), serviceName: expect.stringMatching(/\D/) } as IDataObject,
		],
		[
			'early check-in and late check-out',
			{ resource: 'extraStay', operation: 'getOptions' },
			'extra-stays',
			{ kind: expect.stringMatching(/^(early|late)Check/), dateTimeLocal: expect.any(String) } as IDataObject,
		],
	])('%s have the name of the hotel and one price', async (_, operation, path, expected) => {
		const offers = await records({ ...getOffers, returnAll: true, includeExtraStays: true, simplify: false });
		const withStays = offers.find(
			({ extraStays }) => ((extraStays as IDataObject).earlyCheckIn as unknown[]).length > 0,
		) as { roomType: { id: string; placements: Array<{ code: string }> }; ratePlan: { id: string } };
		await sandbox().resetReport();
		const found = await records({
			...operation,
			...chosen,
			roomTypeId: byId(withStays.roomType.id),
			placements: withStays.roomType.placements.map(({ code }) => code).join(','),
			ratePlanId: byId(withStays.ratePlan.id),
		});
		expect((await sent()).map(({ request }) => request)).toEqual([`POST ${SEARCH}/1024/${path}`]);
		expect(found.length).toBeGreaterThan(0);
		for (const extra of found) {
			expect(extra).toMatchObject({
				propertyId: '1024',
				propertyName: expect.stringMatching(/\D/) as string,
				currencyCode: 'GBP',
				...expected,
			});
			const { priceBeforeTax, taxAmount, totalPrice } = extra as Record<string, number>;
			expect(totalPrice).toBeCloseTo((priceBeforeTax ?? NaN) + (taxAmount ?? NaN), 9);
			expect(extra).not.toHaveProperty('total');
		}
	});
});
