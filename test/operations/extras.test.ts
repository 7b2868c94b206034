import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../support/pms';
import { ARRIVAL, day, DEPARTURE, getOffers, real, SEARCH, searchTests } from '../support/search';

const { sandbox, node, run, records, failed, sent, inPlaceOfBody } = searchTests();

describe('extras of an offer', () => {
	const chosen: INodeParameters = {
		arrivalDateTime: `${ARRIVAL}T14:00`,
		departureDateTime: `${DEPARTURE}T12:00`,
		childAges: '',
	};
	const raw = { simplify: false };
	const services: INodeParameters = { resource: 'extraService', operation: 'getAll', ...raw, ...chosen };
	const stays: INodeParameters = { resource: 'extraStay', operation: 'getOptions', ...raw, ...chosen };
	const stayDates = { arrivalDateTime: `${ARRIVAL}T14:00`, departureDateTime: `${DEPARTURE}T12:00` };

	interface Offer extends IDataObject {
		roomType: IDataObject & { id: string; placements: Array<{ code: string }> };
		ratePlan: IDataObject & { id: string };
	}

	/** A raw offer with extra services and extra stays, and the parameters that name it. */
	async function anOffer(): Promise<{ offer: Offer; place: INodeParameters; body: IDataObject }> {
		const offers = (await records({
			...getOffers,
			simplify: false,
			returnAll: true,
			includeExtraServices: true,
			includeExtraStays: true,
		})) as Array<Offer & { extraServices: unknown[]; extraStays: { earlyCheckIn: unknown[] } }>;
		const offer = offers.find(
			({ extraServices, extraStays }) => extraServices.length > 1 && extraStays.earlyCheckIn.length > 0,
		);
		if (!offer) throw new Error('The sandbox has no offer with extras');
		const { roomType, ratePlan } = offer;
		const codes = roomType.placements.map(({ code }) => ({ code }));
		await sandbox().resetReport();
		return {
			offer,
			place: {
				roomTypeId: byId(roomType.id),
				ratePlanId: byId(ratePlan.id),
				placements: codes.map(({ code }) => code).join(', '),
			},
			body: {
				stayDates,
				roomType: { id: roomType.id, placements: codes },
				ratePlan: { id: ratePlan.id },
				guestCount: { adultCount: 2, childAges: [] },
			},
		};
	}

	it('Extra Service → Get Many sends the offer, and gives a service as an item, paired', async () => {
		const { place, body } = await anOffer();
		const items = await run({ ...services, ...place, returnAll: true });
		expect(items.length).toBeGreaterThan(1);
		expect(items[0]).toMatchObject({
			json: { id: expect.any(String) as string, currencyCode: 'GBP' },
			pairedItem: { item: 0 },
		});
		expect(await sent()).toEqual([{ request: `POST ${SEARCH}/1024/services`, query: {}, body }]);
		expect(await records({ ...services, ...place, limit: 1 })).toEqual([items[0]?.json]);
	});

	it('Extra Stay → Get Options sends the offer, and gives a time as an item, paired', async () => {
		const { place, body, offer } = await anOffer();
		const items = await run({ ...stays, ...place, returnAll: true });
		const { earlyCheckIn, lateCheckOut } = offer.extraStays as Record<string, IDataObject[]>;
		expect(items).toEqual(
			[
				...(earlyCheckIn ?? []).map((option) => ({ kind: 'earlyCheckIn', ...option })),
				...(lateCheckOut ?? []).map((option) => ({ kind: 'lateCheckOut', ...option })),
			].map((json) => ({ json, pairedItem: { item: 0 } })),
		);
		expect(await sent()).toEqual([{ request: `POST ${SEARCH}/1024/extra-stays`, query: {}, body }]);
		expect(await records({ ...stays, ...place, limit: 1 })).toEqual([items[0]?.json]);
	});

	it.each(['$json.roomType.placements', '$json.roomType.placements.map((one) => one.code)'])(
		'an offer of an earlier node is taken as it is: %s',
		async (placements) => {
			const { offer, body } = await anOffer();
			const fromItem = await node({
				...services,
				roomTypeId: byId('={{ $json.roomType.id }}'),
				ratePlanId: byId('={{ $json.ratePlan.id }}'),
				placements: `={{ ${placements} }}`,
				arrivalDateTime: '={{ $json.stayDates.arrivalDateTime }}',
				departureDateTime: '={{ $json.stayDates.departureDateTime }}',
			});
			await fromItem.execute([{ ...offer, stayDates }]);
			expect((await sent()).map((request) => request.body)).toEqual([body]);
		},
	);

	describe.each<[string, INodeParameters]>([
		['Extra Service → Get Many', services],
		['Extra Stay → Get Options', stays],
	])('%s for corporate clients', (_, operation) => {
		it.each<[string, unknown]>([
			['with commas', '4821, 4822'],
			['as a list', '={{ [4821, "4822"] }}'],
			['as records', '={{ [{ id: "4821" }, { id: 4822 }] }}'],
		])('sends their IDs with the rate plan, %s', async (_label, corporateIds) => {
			const { place, body } = await anOffer();
			await run({ ...operation, ...place, options: { corporateIds } as INodeParameters });
			const ratePlan = { ...(body.ratePlan as IDataObject), corporateIds: ['4821', '4822'] };
			expect((await sent()).map((request) => request.body)).toEqual([{ ...body, ratePlan }]);
		});

		it.each<[string, unknown]>([
			['left empty', ' '],
			['null, as in an offer', '={{ null }}'],
			['an empty list', '={{ [] }}'],
			['a list of nothing', '={{ [null] }}'],
		])('sends none where they are %s', async (_label, corporateIds) => {
			const { place, body } = await anOffer();
			await run({ ...operation, ...place, options: { corporateIds } as INodeParameters });
			expect((await sent()).map((request) => request.body)).toEqual([body]);
		});
	});

	it('Extra Stay → Get Options refuses corporate clients without a rate plan', async () => {
		const failure = await failed({ ...stays, options: { corporateIds: '4821' } });
		expect(failure.message).toBe("Corporate Client IDs '4821' require a rate plan");
		expect(failure.description).toContain("'Rate Plan'");
		expect(await sent()).toEqual([]);
	});

	it('Extra Stay → Get Options leaves out what was left empty', async () => {
		const items = await run({ ...stays, arrivalDateTime: '', departureDateTime: '', childAges: '5' });
		expect(items).toEqual([]);
		expect((await sent()).map(({ body }) => body)).toEqual([
			{ guestCount: { adultCount: 2, childAges: [5] } },
		]);
	});

	it('Extra Stay → Get Options leaves out the guests where no adults are given', async () => {
		await run({ ...stays, arrivalDateTime: '', departureDateTime: '', adults: 0 });
		expect((await sent()).map(({ body }) => body)).toEqual([{}]);
	});

	it('Extra Stay → Get Options refuses children without adults', async () => {
		const failure = await failed({ ...stays, adults: 0, childAges: '5' });
		expect(failure.message).toBe("Ages of Children '5' require adults");
		expect(failure.description).toContain("'Adults'");
		expect(await sent()).toEqual([]);
	});

	it('times with an offset become those of the hotel', async () => {
		const { place } = await anOffer();
		const parameters = {
			...stays,
			...place,
			propertyId: byId('7291'),
			arrivalDateTime: `={{ DateTime.fromISO("${ARRIVAL}T00:00:00Z") }}`,
		};
		await inPlaceOfBody('/extra-stays', { extraStays: null });
		await run(parameters);
		expect((await sent())[0]?.body).toMatchObject({
			stayDates: { arrivalDateTime: `${ARRIVAL}T14:00`, departureDateTime: `${DEPARTURE}T12:00` },
		});
	});

	const place: INodeParameters = {
		roomTypeId: byId('1'),
		ratePlanId: byId('2'),
		placements: 'AdultBed-2',
	};

	it.each<[string, INodeParameters, RegExp]>([
		['no arrival', { arrivalDateTime: '' }, /^Arrival is empty$/],
		['no departure', { departureDateTime: '' }, /^Departure is empty$/],
		['no room type', { roomTypeId: byId('') }, /^Room Type is empty$/],
		['no rate plan', { ratePlanId: byId('') }, /^Rate Plan is empty$/],
		['no placements', { placements: '' }, /^Placement Codes is empty$/],
		['placements that are a broken list', { placements: '[{' }, /^Placement Codes '\[\{' is not a list$/],
		['an arrival that is none', { arrivalDateTime: 'noon' }, /^Arrival 'noon' is not a date and time$/],
		['no night', { departureDateTime: `${ARRIVAL}T20:00` }, /^Departure '.*' is not after/],
		['no adults', { adults: 0 }, /^Adults '0' is out of range$/],
		['a child of a half age', { childAges: '5.5' }, /^Ages of Children '5.5' is not the age of a child$/],
	])('Extra Service → Get Many refuses %s', async (_, parameters, message) => {
		const failure = await failed({ ...services, ...place, ...parameters });
		expect(failure.message).toMatch(message);
		expect(await sent()).toEqual([]);
	});

	it.each<[string, INodeParameters, RegExp]>([
		['a departure without an arrival', { arrivalDateTime: '' }, /^Arrival is not a date and time$/],
		['an arrival without a departure', { departureDateTime: '' }, /^Departure is not a date and time$/],
		['an arrival in the past', { arrivalDateTime: `${day(-3)}T14:00` }, /^Arrival '.*' is in the past$/],
	])('Extra Stay → Get Options refuses %s', async (_, parameters, message) => {
		const failure = await failed({ ...stays, ...parameters });
		expect(failure.message).toMatch(message);
		expect(await sent()).toEqual([]);
	});

	it.each<[string, INodeParameters, string, unknown, unknown[]]>([
		['services null', services, '/services', { roomStayExtraServices: null }, []],
		[
			'services with a warning',
			services,
			'/services',
			{ roomStayExtraServices: [{ id: '1' }], warnings: [real] },
			[{ id: '1', _warnings: [real] }],
		],
		['extra stays null', stays, '/extra-stays', { extraStays: null }, []],
		[
			'lists of extra stays null or missing',
			stays,
			'/extra-stays',
			{ extraStays: { earlyCheckIn: null } },
			[],
		],
		[
			'extra stays with a warning',
			stays,
			'/extra-stays',
			{ extraStays: { lateCheckOut: [null, { currencyCode: 'GBP' }] }, warnings: [real] },
			[{ kind: 'lateCheckOut', currencyCode: 'GBP', _warnings: [real] }],
		],
	])('%s', async (_, parameters, path, body, expected) => {
		await inPlaceOfBody(path, body);
		expect(await records({ ...parameters, ...place })).toEqual(expected);
	});

	it.each<[string, INodeParameters, string, RegExp]>([
		['services', services, '/services', /has no list 'roomStayExtraServices'/],
		['extra stays', stays, '/extra-stays', /has no record 'extraStays'/],
	])('an answer without %s is refused', async (_, parameters, path, message) => {
		await inPlaceOfBody(path, { warnings: [] });
		expect((await failed({ ...parameters, ...place })).message).toMatch(message);
	});

	it.each<[string, INodeParameters, string]>([
		['services', services, '/services'],
		['extra stays', stays, '/extra-stays'],
	])('a search for %s is repeated after a failure: it changes nothing', async (_, parameters, path) => {
		const { place: named } = await anOffer();
		await sandbox().fault({ kind: 'reset', match: { path }, times: 1 });
		await run({ ...parameters, ...named });
		expect(await sent()).toHaveLength(2);
	});

	it('what the API says about a wrong room type is quoted', async () => {
		const failure = await failed({ ...services, ...place });
		expect(failure.message).toContain('The property has no room type 1');
		expect(failure.httpCode).toBe('400');
	});
});
