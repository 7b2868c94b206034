import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { PartnerHotelContent } from '../../nodes/PartnerHotelContent/PartnerHotelContent.node';
import { allowManyTokens, newClient } from '../support/clients';
import { failureOf } from '../support/failures';
import { harness, type NodeHarness, type TestCredential } from '../support/n8n';
import type { FaultInput } from '../../packages/sandbox/src/client.mts';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 21, properties: 260, bookings: 0 });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.clearFaults();
	await sandbox.resetReport();
	await sandbox.settings({ dialect: 'specification' });
});

const CONTENT = '/api/content/v1';
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

interface Options {
	credential?: TestCredential;
	onError?: 'continueRegularOutput';
}

async function node(parameters: INodeParameters, options: Options = {}): Promise<NodeHarness> {
	return harness(new PartnerHotelContent(), {
		parameters: { operation: 'getAll', propertyId: byId('1024'), ...parameters },
		credential: options.credential ?? (await newClient(sandbox)),
		onError: options.onError,
	});
}

async function run(parameters: INodeParameters, options: Options = {}): Promise<INodeExecutionData[]> {
	return await (await node(parameters, options)).execute();
}

async function records(parameters: INodeParameters): Promise<IDataObject[]> {
	return (await run(parameters)).map(({ json }) => json);
}

async function failed(parameters: INodeParameters, options: Options = {}) {
	return await failureOf(run(parameters, options));
}

async function sent(path = CONTENT) {
	return (await sandbox.requests({ path })).map(({ method, path: address, query, body }) => ({
		request: `${method} ${address}`,
		query,
		...(body !== undefined && { body }),
	}));
}

/** What the API itself has, read without the node. */
async function answer<T>(path: string): Promise<T> {
	const { apiClientId, apiClientSecret } = await newClient(sandbox);
	const body = new URLSearchParams({
		grant_type: 'client_credentials',
		client_id: apiClientId,
		client_secret: apiClientSecret,
	});
	const token = await fetch(`${sandbox.url}/auth/token`, { method: 'POST', body });
	const { access_token: bearer } = (await token.json()) as { access_token: string };
	const response = await fetch(`${sandbox.url}${CONTENT}${path}`, {
		headers: { Authorization: `Bearer ${bearer}` },
	});
	await sandbox.resetReport();
	return (await response.json()) as T;
}

async function inPlaceOfBody(path: string, body: unknown, more: Partial<FaultInput> = {}): Promise<void> {
	await sandbox.fault({ kind: 'body', body, match: { path }, times: 1, ...more });
}

const lists: Array<[string, string, string, string | undefined]> = [
	['Cancellation Rule', 'cancellationRule', '/properties/1024/cancellation-rules', 'cancellationRules'],
	['Extra-Stay Rule', 'extraStayRule', '/properties/1024/extra-stay-rules', 'extraStayRules'],
	['Rate Plan', 'ratePlan', '/properties/1024', 'ratePlans'],
	['Room Type', 'roomType', '/properties/1024', 'roomTypes'],
	['Service', 'service', '/properties/1024', 'services'],
	['Meal Plan', 'mealPlan', '/meal-plans', undefined],
	['Room Type Category', 'roomTypeCategory', '/room-type-categories', undefined],
	['Room Amenity Category', 'roomAmenityCategory', '/room-amenity-categories', undefined],
];

const ofProperty = lists.slice(0, 5) as Array<[string, string, string, string]>;

describe.each(lists)('%s → Get Many', (_, resource, path, key) => {
	it('is one request, and gives each record as an item, paired', async () => {
		const body = await answer<IDataObject[] & Record<string, IDataObject[]>>(path);
		const expected = key === undefined ? body : (body[key] ?? []);
		const items = await run({ resource, returnAll: true, simplify: false });
		expect(items).toEqual(expected.map((json) => ({ json, pairedItem: { item: 0 } })));
		expect(expected.length).toBeGreaterThan(2);
		expect(await sent()).toEqual([{ request: `GET ${CONTENT}${path}`, query: {} }]);
	});

	it.each([1, 2])('is cut at the limit of %s', async (limit) => {
		const all = await records({ resource, returnAll: true });
		expect(await records({ resource, returnAll: false, limit })).toEqual(all.slice(0, limit));
	});

	it('that answers with null or with something else', async () => {
		const all: INodeParameters = { resource, returnAll: true, simplify: false };
		await inPlaceOfBody(CONTENT, key === undefined ? [] : { [key]: null });
		expect(await records(all)).toEqual([]);
		await inPlaceOfBody(CONTENT, { something: 'else' });
		const failure = await failed(all);
		expect(failure.message).toMatch(
			key === undefined ? /is not a list$/ : new RegExp(`has no list '${key}'$`),
		);
		expect(failure.description).toContain('Base URL');
	});
});

describe('simplified', () => {
	const first = async (parameters: INodeParameters) => (await records({ returnAll: true, ...parameters }))[0];

	it('a room type is flat, with what it holds and its amenities by name', async () => {
		const [raw = {}] = await records({ resource: 'roomType', simplify: false });
		const simple = await first({ resource: 'roomType' });
		expect(simple).toEqual({
			name: raw.name,
			categoryName: raw.categoryName,
			beds: (raw.occupancy as IDataObject).adultBed,
			extraBeds: (raw.occupancy as IDataObject).extraBed,
			childrenWithoutBed: (raw.occupancy as IDataObject).childWithoutBed,
			squareMeters: (raw.size as IDataObject).value,
			amenityNames: (raw.amenities as IDataObject[]).map(({ name }) => name),
			description: raw.description,
			city: null,
			addressLine: null,
			imageUrls: (raw.images as IDataObject[]).map(({ url }) => url),
			categoryCode: raw.categoryCode,
			id: raw.id,
		});
		expect(simple?.amenityNames).toContain('Wi-Fi');
		expect(Object.keys(simple ?? {}).at(-1)).toBe('id');
	});

	it('a service is flat', async () => {
		expect(await first({ resource: 'service' })).toEqual({
			name: 'Petit déjeuner',
			kind: 'Meal',
			mealPlanName: 'Buffet breakfast',
			status: 'Active',
			description: expect.any(String) as string,
			vatPercent: 10,
			vatIncluded: true,
			imageUrls: [],
			mealPlanCode: 'BuffetBreakfast',
			id: expect.any(String) as string,
		});
	});

	it('a cancellation rule is in words, with the rate plans that have it', async () => {
		const rules = await records({ resource: 'cancellationRule', returnAll: true });
		expect(rules.map(({ name, ratePlanNames }) => [name, ratePlanNames])).toContainEqual([
			'At least 24 hours before arrival: no penalty; no more than 24 hours before arrival: 50 % of the first night',
			['Meilleure offre du jour'],
		]);
		expect(rules[0]).toMatchObject({ referencePoint: 'Check-in time of the hotel', terms: [] });
	});

	it('an extra-stay rule is in words, with the rate plans that have it', async () => {
		const period = (chargeType: string, more: IDataObject = {}) => ({
			...{ startTime: '09:00', endTime: '13:00', chargeType, rates: [] },
			...more,
		});
		const rates = [
			{ rate: 20.5, currency: 'EUR' },
			{ rate: 25, currency: 'USD' },
		];
		const earlyCheckInPeriods = [
			period('Free'),
			period('Forbidden'),
			period('Fixed', { rates }),
			period('Percent', { percentOptions: { percentage: 50 } }),
		];
		const lateCheckOutPeriods = [
			period('HourlyRate', { rates }),
			period('HourlyRateAutoCalculated'),
			period('Fixed'),
			period('Later'),
		];
		const rule = { id: '7', checkInTime: '14:00', earlyCheckInPeriods, lateCheckOutPeriods };
		await inPlaceOfBody('/extra-stay-rules', { extraStayRules: [rule] });
		expect(await records({ resource: 'extraStayRule' })).toEqual([
			{
				ratePlanNames: [],
				earlyCheckIn: [
					'09:00 to 13:00: free',
					'09:00 to 13:00: not allowed',
					'09:00 to 13:00: 20.5 EUR or 25 USD',
					'09:00 to 13:00: 50 % of a night',
				],
				lateCheckOut: [
					'09:00 to 13:00: 20.5 EUR or 25 USD per hour',
					'09:00 to 13:00: by the hour, calculated by the hotel system',
					'09:00 to 13:00: a price that is not known',
					'09:00 to 13:00: Later',
				],
				checkInTime: '14:00',
				checkOutTime: null,
				id: '7',
			},
		]);
		const [own] = await records({ resource: 'extraStayRule' });
		expect(own?.ratePlanNames).toContainEqual(expect.any(String));
	});

	it('a rate plan has its cancellation rule in words and the included services by name', async () => {
		const [rules, plans, services] = [
			await records({ resource: 'cancellationRule', returnAll: true }),
			await records({ resource: 'ratePlan', returnAll: true }),
			await records({ resource: 'service', returnAll: true }),
		];
		expect(plans.length).toBeGreaterThan(2);
		const names = services.map(({ name }) => name);
		for (const plan of plans) {
			const rule = rules.find(({ id }) => id === plan.cancellationRuleId);
			expect(plan.cancellationRuleName).toBe(rule?.name);
			expect(names).toEqual(expect.arrayContaining(plan.includedServiceNames as string[]));
			expect(plan.extraStays).toBe(plan.extraStayRuleId !== null);
		}
		expect(plans.flatMap((plan) => plan.includedServiceNames)).not.toEqual([]);
		const translated = await records({ resource: 'ratePlan', options: { languageCode: 'en' } });
		expect(translated[0]?.includedServiceNames).not.toEqual(plans[0]?.includedServiceNames);
	});

	it('names that cannot be read are null', async () => {
		await inPlaceOfBody('/cancellation-rules', { cancellationRules: [{ id: '7' }] });
		await sandbox.fault({ kind: 'status', status: 403, match: { path: '/properties/1024' }, times: 1 });
		expect(await records({ resource: 'cancellationRule' })).toMatchObject([{ id: '7', ratePlanNames: null }]);
		await sandbox.fault({ kind: 'status', status: 403, match: { path: '/cancellation-rules' }, times: 1 });
		const [plan] = await records({ resource: 'ratePlan' });
		expect(plan).toMatchObject({ name: expect.any(String) as string, cancellationRuleName: null });
	});

	it.each(['roomType', 'ratePlan', 'service', 'cancellationRule', 'extraStayRule'])(
		'%s of which nothing is known is a row of nulls and empty lists',
		async (resource) => {
			const key = lists.find(([, value]) => value === resource)?.[3] ?? '';
			await inPlaceOfBody(CONTENT, { id: '1024', [key]: [{ id: '7' }] }, { times: 2 });
			const [one = {}] = await records({ resource });
			expect(one.id).toBe('7');
			for (const value of Object.values(one)) expect(value).not.toBeUndefined();
		},
	);
});

describe.each(ofProperty)('%s → Get Many', (_, resource) => {
	it('works through several input items, each paired', async () => {
		const propertyId = byId('={{ $json.hotel }}');
		const many = await node({ resource, propertyId, limit: 1, simplify: false });
		const items = await many.execute([{ hotel: '1024' }, { hotel: 7291 }]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect((await sent()).map(({ request }) => request.split('/')[5]).sort()).toEqual(['1024', '7291']);
	});

	it('an unknown property is named, with what to check', async () => {
		const failure = await failed({ resource, propertyId: byId('999999') });
		expect(failure.message).toBe("The property '999999' was not found");
		expect(failure.description).toContain("Check 'Property'");
		expect(failure).toMatchObject({ httpCode: '404', context: { itemIndex: 0 } });
	});

	it('a property of somebody else is refused with what to do', async () => {
		const credential = await newClient(sandbox, { propertyIds: ['7291'] });
		const failure = await failed({ resource }, { credential });
		expect(failure.message).toBe('This API connection may use Content, but not for this property or request');
		expect(failure.description).toContain('share the property');
		expect(failure.httpCode).toBe('403');
	});

	it.each<[string, unknown, RegExp]>([
		['none', { __rl: true, mode: 'list', value: '' }, /^Property is empty$/],
		['one that leads elsewhere', byId('../x'), /^Property '\.\.\/x' is not a valid identifier$/],
	])('as a property, %s is refused before any request', async (_label, propertyId, message) => {
		const failure = await failed({ resource, propertyId: propertyId as INodeParameters });
		expect(failure.message).toMatch(message);
		expect((await sandbox.report()).requests).toBe(0);
	});
});

describe.each(['roomType', 'ratePlan', 'service'])('the language of %s → Get Many', (resource) => {
	const english = { languageCode: 'en' };

	it.each<[string, INodeParameters, object]>([
		['English', english, english],
		["the property's", { languageCode: '' }, {}],
		['not chosen', {}, {}],
	])('%s', async (_, options, query) => {
		await run({ resource, simplify: false, options });
		expect((await sent()).map((request) => request.query)).toEqual([query]);
	});

	it('English changes the names', async () => {
		const own = await records({ resource, returnAll: true });
		const translated = await records({ resource, returnAll: true, options: english });
		expect(translated.map(({ id }) => id)).toEqual(own.map(({ id }) => id));
		expect(translated.map(({ name }) => name)).not.toEqual(own.map(({ name }) => name));
	});

	it('a language that the API does not know is refused before any request', async () => {
		const failure = await failed({ resource, options: { languageCode: '={{ "fr" }}' } });
		expect(failure.message).toBe("Language 'fr' is not one of the options");
		expect((await sandbox.report()).requests).toBe(0);
	});
});

it('Rate Plan → Get Many takes language and rules together', async () => {
	const options = { languageCode: 'en', attachRules: true };
	await run({ resource: 'ratePlan', simplify: false, options });
	expect((await sent()).map(({ query }) => query)).toEqual([{ languageCode: 'en' }, {}, {}]);
});

describe('what every list refuses before any request', () => {
	it.each<[string, INodeParameters, RegExp]>([
		['a limit of zero', { limit: 0 }, /^Limit '0' is out of range$/],
		['half a limit', { limit: 2.5 }, /^Limit '2.5' is not a whole number$/],
		['a limit that is none', { limit: '={{ "many" }}' }, /^Limit 'many' is not a number$/],
		[
			'a switch that is none',
			{ returnAll: '={{ "maybe" }}' },
			/^Return All 'maybe' is neither true nor false$/,
		],
	])('%s', async (_, parameters, message) => {
		const failure = await failed({ resource: 'mealPlan', ...parameters });
		expect(failure.message).toMatch(message);
		expect(failure).toMatchObject({ context: { itemIndex: 0 } });
		expect((await sandbox.report()).requests).toBe(0);
	});
});

describe('the area', () => {
	it('is named when the API connection does not have it, with those it has', async () => {
		const credential = await newClient(sandbox, { apiAccesses: ['search'] });
		const failure = await failed({ resource: 'mealPlan' }, { credential });
		expect(failure.message).toBe('This API connection has no access to Content');
		expect(failure.description).toContain('It has access to: Search (search).');
		expect(failure).toMatchObject({ httpCode: '403', failure: { cause: 'configuration-invalid' } });
	});

	it('an item that fails becomes an error item when the node goes on', async () => {
		const parameters = { resource: 'property', operation: 'get', propertyId: byId('={{ $json.hotel }}') };
		const items = await (
			await node(parameters, { onError: 'continueRegularOutput' })
		).execute([{ hotel: '1024' }, { hotel: '999999' }, { hotel: '7291' }]);
		expect(items.map(({ json, pairedItem }) => [json.id ?? json.error, pairedItem])).toEqual([
			['1024', { item: 0 }],
			["The property '999999' was not found", { item: 1 }],
			['7291', { item: 2 }],
		]);
	});

	it.each<[string, FaultInput]>([
		['a 500', { kind: 'status', status: 500 }],
		['a broken connection', { kind: 'reset' }],
	])('a read is repeated after %s', async (_, fault) => {
		await sandbox.fault({ ...fault, match: { path: CONTENT }, times: 1 });
		expect(await records({ resource: 'mealPlan', limit: 3 })).toHaveLength(3);
		expect(await sent()).toHaveLength(2);
	});
});

describe('Property → Get', () => {
	const get: INodeParameters = { resource: 'property', operation: 'get' };

	it('raw is the record as the API gives it', async () => {
		const record = await answer<IDataObject>('/properties/1024');
		const items = await run({ ...get, simplify: false });
		expect(items).toEqual([{ json: record, pairedItem: { item: 0 } }]);
		expect(await sent()).toEqual([{ request: `GET ${CONTENT}/properties/1024`, query: {} }]);
	});

	it('simplified is flat, with counts in place of lists', async () => {
		const record = await answer<IDataObject & Record<string, unknown[]>>('/properties/1024');
		const [property] = await records(get);
		expect(property).toEqual({
			id: '1024',
			name: 'Hôtel de l’Étoile',
			description: record.description,
			stars: record.stars,
			currency: 'GBP',
			timeZone: 'Europe/London',
			checkInTime: expect.stringMatching(/^\d\d:\d\d$/) as string,
			checkOutTime: expect.stringMatching(/^\d\d:\d\d$/) as string,
			stayUnitKind: expect.stringMatching(/^(Night|Daily)Rate$/) as string,
			countryCode: 'GBR',
			region: 'Greater London',
			city: 'Londres',
			postalCode: 'ZZ1 1ZZ',
			addressLine: '12 Invented Lane',
			latitude: 51.5074,
			longitude: -0.1278,
			phone: expect.stringMatching(/^\+44/) as string,
			email: expect.stringContaining('@') as string,
			legalEntityName: expect.any(String) as string,
			roomTypeCount: record.roomTypes?.length,
			ratePlanCount: 4,
			serviceCount: record.services?.length,
		});
	});

	it('in English, when asked for', async () => {
		const [property] = await records({ ...get, options: { languageCode: 'en' } });
		expect(property).toMatchObject({ name: 'Star Hotel', city: 'London' });
		expect((await sent())[0]?.query).toEqual({ languageCode: 'en' });
	});

	it("in the property's language the API is not asked for one", async () => {
		await records({ ...get, options: { languageCode: '' } });
		expect((await sent())[0]?.query).toEqual({});
	});

	it('a language from an expression that is not offered is refused before any request', async () => {
		const failure = await failed({ ...get, options: { languageCode: '={{ "de" }}' } });
		expect(failure.message).toBe("Language 'de' is not one of the options");
		expect(failure.description).toBe('Choose one of: en.');
		expect((await sandbox.report()).requests).toBe(0);
	});

	it.each<[string, IDataObject, IDataObject]>([
		[
			'nothing but an id',
			{ id: '1024' },
			{ id: '1024', name: null, city: null, phone: null, email: null, roomTypeCount: 0, serviceCount: 0 },
		],
		[
			'nulls all over',
			{ id: '1024', contactInfo: null, policy: null, timeZone: null, roomTypes: null, companyDetails: null },
			{ timeZone: null, checkInTime: null, latitude: null, phone: null, roomTypeCount: 0 },
		],
		[
			'nulls in lists',
			{ id: '1024', contactInfo: { address: null, phones: [null], emails: [null] }, ratePlans: [null] },
			{ countryCode: null, phone: null, email: null, ratePlanCount: 0 },
		],
		[
			'zero, which is a value',
			{ id: '1024', stars: 0, contactInfo: { address: { latitude: 0, longitude: 0 } } },
			{ stars: 0, latitude: 0, longitude: 0 },
		],
	])('simplified from %s', async (_, body, expected) => {
		await inPlaceOfBody('/properties/1024', body);
		expect(await records(get)).toEqual([expect.objectContaining(expected)]);
	});

	it('an answer that is no property is refused', async () => {
		await inPlaceOfBody('/properties/1024', { property: { id: '1024' } });
		expect((await failed(get)).message).toBe("The response of the partner API has no property 'id'");
	});

	it('an unknown property is named', async () => {
		const failure = await failed({ ...get, propertyId: byId('999999') });
		expect(failure.message).toBe("The property '999999' was not found");
		expect(failure.httpCode).toBe('404');
	});
});

describe('Property → Get Many', () => {
	const getAll: INodeParameters = { resource: 'property' };
	const idsOf = (found: IDataObject[]) => found.map(({ id }) => id);

	it('reads all pages, whole and simplified', async () => {
		const found = await records({ ...getAll, returnAll: true });
		expect(idsOf(found)).toEqual(sandbox.properties.map(({ id }) => id));
		expect(found.map(({ name }) => name)).toEqual(sandbox.properties.map(({ name }) => name));
		const [first, second, ...none] = await sent();
		expect(first).toEqual({ request: `GET ${CONTENT}/properties`, query: { include: 'All', count: '200' } });
		expect(second?.query).toEqual({ include: 'All', count: '200', since: expect.any(String) as string });
		expect(none).toEqual([]);
	});

	it('with a limit of 250 the second page is only as long as needed', async () => {
		const found = await records({ ...getAll, limit: 250, include: 'ids' });
		expect(idsOf(found)).toEqual(sandbox.properties.slice(0, 250).map(({ id }) => id));
		expect((await sent()).map(({ query }) => query)).toEqual([
			{ count: '200' },
			{ count: '50', since: expect.any(String) as string },
		]);
	});

	it.each([
		[1, '1'],
		[50, '50'],
		[200, '200'],
	])('with a limit of %s one page is enough', async (limit, count) => {
		const found = await records({ ...getAll, limit, include: 'ids' });
		expect(found).toEqual(sandbox.properties.slice(0, limit).map(({ id }) => ({ id })));
		expect((await sent()).map(({ query }) => query)).toEqual([{ count }]);
	});

	it('ids only are left as they are, though Simplify is on', async () => {
		expect(await records({ ...getAll, limit: 2, include: 'ids', simplify: true })).toEqual([
			{ id: '1024' },
			{ id: '7291' },
		]);
	});

	it('raw holds whole records', async () => {
		const record = await answer<IDataObject>('/properties/1024');
		expect(await records({ ...getAll, limit: 1, simplify: false })).toEqual([record]);
	});

	it('in English, on every page', async () => {
		const found = await records({ ...getAll, limit: 201, options: { languageCode: 'en' } });
		expect(found[0]).toMatchObject({ name: 'Star Hotel' });
		expect((await sent()).map(({ query }) => query.languageCode)).toEqual(['en', 'en']);
	});

	it('sees what the API connection sees', async () => {
		const credential = await newClient(sandbox, { propertyIds: ['7291', '5431'] });
		const items = await run({ ...getAll, returnAll: true }, { credential });
		expect(items.map(({ json }) => json.id)).toEqual(['7291', '5431']);
	});

	it('what to include must be one of the choices', async () => {
		const failure = await failed({ ...getAll, include: '={{ "Rooms" }}' });
		expect(failure.message).toBe("Include 'Rooms' is not one of the options");
		expect((await sandbox.report()).requests).toBe(0);
	});

	const real = { code: 'NotEnoughRights', message: 'Not enough rights to hotel' };

	it.each<[string, object, unknown]>([
		['an empty list', { warnings: [] }, undefined],
		['null', { warnings: null }, undefined],
		['a list of null', { warnings: [null] }, undefined],
		['no such field', {}, undefined],
		['one', { warnings: [real] }, [real]],
		['one beside a null', { warnings: [null, real] }, [real]],
	])('warnings that are %s', async (_, warnings, kept) => {
		const body = { next: null, properties: [{ id: '1' }, { id: '2', name: 'B' }], ...warnings };
		for (const simplify of [true, false]) {
			await inPlaceOfBody('/properties', body);
			const found = await records({ ...getAll, simplify });
			expect(idsOf(found)).toEqual(['1', '2']);
			expect(found.map(({ _warnings }) => _warnings)).toEqual([kept, kept]);
			expect(found.map((record) => '_warnings' in record)).toEqual([!!kept, !!kept]);
		}
	});

	it('a list that is null is empty', async () => {
		await inPlaceOfBody('/properties', { next: null, properties: null });
		expect(await records(getAll)).toEqual([]);
	});

	it('the same continuation for ever is refused', async () => {
		await inPlaceOfBody('/properties', { next: 'x', properties: [{ id: '1' }] }, { times: 5 });
		expect((await failed({ ...getAll, returnAll: true })).message).toMatch(/same page token twice/);
		expect(await sent()).toHaveLength(2);
	});
});

describe('Rate Plan → Get Many with rules attached', () => {
	const attach: INodeParameters = {
		resource: 'ratePlan',
		returnAll: true,
		simplify: false,
		options: { attachRules: true },
	};

	it.each(['specification', 'published'] as const)('gives each plan its rules (%s)', async (dialect) => {
		await sandbox.settings({ dialect });
		const found = await records(attach);
		expect(
			found.map(({ cancellationRule, extraStayRule }) => [
				(cancellationRule as IDataObject).id,
				(extraStayRule as IDataObject | null)?.id ?? null,
			]),
		).toEqual(found.map(({ cancellationRuleId, extraStayRuleId }) => [cancellationRuleId, extraStayRuleId]));
		expect(found.map(({ extraStayRuleId }) => extraStayRuleId)).toContain(null);
		expect((await sent()).map(({ request }) => request)).toEqual([
			`GET ${CONTENT}/properties/1024`,
			`GET ${CONTENT}/properties/1024/cancellation-rules`,
			`GET ${CONTENT}/properties/1024/extra-stay-rules`,
		]);
	});

	it('the limit counts plans, not rules', async () => {
		const found = await records({ ...attach, returnAll: false, limit: 1 });
		expect(found).toEqual([
			expect.objectContaining({ cancellationRule: expect.objectContaining({ id: expect.any(String) }) }),
		]);
	});

	it('switched off, there are the ids alone', async () => {
		const [first] = await records({ ...attach, options: { attachRules: false } });
		expect(first).not.toHaveProperty('cancellationRule');
		expect(await sent()).toHaveLength(1);
	});

	it('a rule that is not there is null', async () => {
		await inPlaceOfBody('/cancellation-rules', { cancellationRules: null });
		await inPlaceOfBody('/extra-stay-rules', { extraStayRules: [{ checkInTime: '14:00' }] });
		const found = await records(attach);
		expect(found.map(({ cancellationRule, extraStayRule }) => [cancellationRule, extraStayRule])).toEqual(
			found.map(() => [null, null]),
		);
		expect(found).toHaveLength(4);
	});
});

describe('Room Amenity Category → Get Many', () => {
	const getAll: INodeParameters = { resource: 'roomAmenityCategory', returnAll: true };

	it('gives the same records whether they come flat or in groups', async () => {
		const flat = await records(getAll);
		await sandbox.settings({ dialect: 'published' });
		expect(await records(getAll)).toEqual(flat);
		expect(flat).toContainEqual({ group: 'Internet/telephony', code: 'wifi_internet', name: 'Wi-Fi' });
	});

	it.each<[string, unknown[], unknown[]]>([
		['a group without amenities', [{ name: 'Empty', amenities: null }], []],
		['a group without a list of amenities', [{ name: 'Empty' }], []],
		[
			'a group without a name',
			[{ amenities: [{ code: 'queen_bed', name: 'Queen bed' }] }],
			[{ group: null, code: 'queen_bed', name: 'Queen bed' }],
		],
		['a record of nothing', [{}, null], []],
		[
			'an amenity without a group',
			[{ code: 'queen_bed', name: 'Queen bed' }],
			[{ code: 'queen_bed', name: 'Queen bed' }],
		],
		['an amenity without a code', [{ group: 'Beds', name: 'Cot' }], [{ group: 'Beds', name: 'Cot' }]],
		[
			'an amenity without a name',
			[{ name: 'Beds', amenities: [null, { code: 'queen_bed' }] }],
			[{ group: 'Beds', code: 'queen_bed' }],
		],
	])('%s', async (_, body, expected) => {
		await inPlaceOfBody('/room-amenity-categories', body);
		expect(await records(getAll)).toEqual(expected);
	});

	it('the limit counts amenities, not groups', async () => {
		await sandbox.settings({ dialect: 'published' });
		expect(await records({ ...getAll, returnAll: false, limit: 3 })).toHaveLength(3);
	});
});
