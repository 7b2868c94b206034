import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { signIn, type Partner } from '../../packages/sandbox/test/partner';
import { newClient } from '../support/clients';
import { byId } from '../support/pms';
import { ARRIVAL, DEPARTURE, find, getOffers, real, SEARCH, searchTests } from '../support/search';

const { sandbox, node, records, sent } = searchTests();
const content = async () => await sandbox().requests({ path: '/api/content' });
let partner: Partner;
beforeAll(async () => {
	partner = await signIn(sandbox());
});
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
			arrival: ARRIVAL,
			departure: DEPARTURE,
			nights: 3,
			placements: raw.fullPlacementsName,
			mealPlanCode: raw.mealPlanCode,
			currency: 'GBP',
			totalBeforeTax: priceBeforeTax,
			taxAmount,
			total: Math.round((priceBeforeTax + taxAmount) * 100) / 100,
			totalText: `${(priceBeforeTax + taxAmount).toFixed(2)} GBP`,
			bookingFormLink: null,
			placementCodes: expect.arrayContaining([expect.stringMatching(/-\d$/)]) as unknown,
		});
		expect((await sent()).map(({ body }) => body?.include)).toEqual([
			'roomTypeShortContent|ratePlanShortContent',
		]);
		expect((await content()).map(({ path }) => path)).toEqual(['/api/content/v1/properties/1024']);
	});

	it('many hotels take the list of hotels, a hundred with each request, and no more for further items', async () => {
		const ids = sandbox()
			.properties.slice(0, 60)
			.map(({ id }) => id);
		const many = await node({ ...simple, propertyIds: ids, returnAll: true });
		const found = (await many.execute([{}, {}])).map(({ json }) => json);
		expect(found.length).toBeGreaterThan(20);
		expect(found.map(({ propertyName }) => typeof propertyName)).toEqual(found.map(() => 'string'));
		const lists = (await content()).map(({ path, query }) => [path, query.include]);
		const pages = Math.ceil(sandbox().properties.length / 100);
		expect(lists).toEqual(Array(pages).fill(['/api/content/v1/properties', 'All']));
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

	describe('where the answer has no names, as published', () => {
		beforeAll(async () => void (await sandbox().settings({ dialect: 'published' })));
		afterAll(async () => void (await sandbox().settings({ dialect: 'specification' })));

		it.each([1, 3, 60])('%i hotels have those of Content', async (count) => {
			const propertyIds = sandbox()
				.properties.slice(0, count)
				.map(({ id }) => id);
			const raw = await records({ ...find, propertyIds, returnAll: true });
			for (const one of raw) expect(Object.keys(one).filter((key) => /ShortContent/.test(key))).toEqual([]);
			const found = await records({ ...simple, propertyIds, returnAll: true });
			expect(found.length).toBeGreaterThan(0);
			const { body } = await partner.get<{ properties: IDataObject[] }>('content/v1/properties', {
				include: 'All',
			});
			const listed = new Map(body.properties.map((hotel) => [hotel.id, hotel]));
			for (const offer of found) {
				const hotel = listed.get(offer.propertyId);
				const nameIn = (list: unknown, id: unknown) =>
					(list as Array<{ id: string; name: string }>).find((one) => one.id === id)?.name;
				expect(offer.roomTypeName).toBe(nameIn(hotel?.roomTypes, offer.roomTypeId));
				expect(offer.ratePlanName).toBe(nameIn(hotel?.ratePlans, offer.ratePlanId));
				expect([offer.roomTypeName, offer.ratePlanName]).toEqual([expect.any(String), expect.any(String)]);
			}
		});

		it('without access to Content, the fields are null', async () => {
			const credential = await newClient(sandbox(), { apiAccesses: ['search'] });
			const [offer] = await records({ ...simple, propertyIds: ['1024'] }, { credential });
			expect(offer).toMatchObject({ propertyName: null, roomTypeName: null, ratePlanName: null });
		});
	});

	it('names that the answer has go first', async () => {
		await sandbox().fault({
			kind: 'body',
			match: { path: '/room-stays/search' },
			times: 1,
			body: {
				roomStays: [
					{
						propertyId: '1024',
						roomType: { id: 'unknown' },
						ratePlan: { id: 'unknown' },
						roomTypeShortContent: { id: 'unknown', name: 'The Attic' },
						ratePlanShortContent: { id: 'unknown', name: '' },
					},
				],
			},
		});
		const [offer] = await records({ ...simple, propertyIds: ['1024'] });
		expect(offer).toMatchObject({ roomTypeName: 'The Attic', ratePlanName: null });
	});

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
				currency: 'GBP',
				...expected,
			});
			const { totalBeforeTax, taxAmount, total } = extra as Record<string, number>;
			expect(total).toBeCloseTo((totalBeforeTax ?? NaN) + (taxAmount ?? NaN), 9);
		}
	});
});
