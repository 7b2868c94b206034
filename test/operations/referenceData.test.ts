import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { PartnerHotelReferenceData } from '../../nodes/PartnerHotelReferenceData/PartnerHotelReferenceData.node';
import { allowManyTokens, newClient } from '../support/clients';
import { failureOf } from '../support/failures';
import { harness, type NodeHarness, type TestCredential } from '../support/n8n';
import type { FaultInput } from '../../packages/sandbox/src/client.mts';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 22, properties: 1, bookings: 0 });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.clearFaults();
	await sandbox.resetReport();
});

const REFERENCE = '/api/reference-data';

interface Options {
	credential?: TestCredential;
	onError?: 'continueRegularOutput';
}

async function node(parameters: INodeParameters, options: Options = {}): Promise<NodeHarness> {
	return harness(new PartnerHotelReferenceData(), {
		parameters,
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

async function sent() {
	return (await sandbox.requests({ path: REFERENCE })).map(({ method, path, query, body }) => ({
		request: `${method} ${path}`,
		query,
		...(body !== undefined && { body }),
	}));
}

const dictionaries: Array<[string, string, string, string, IDataObject]> = [
	[
		'Payment Method',
		'paymentMethod',
		'/payment-methods',
		'paymentMethods',
		{ code: 'BankCard', type: 'Prepay' },
	],
	[
		'Property Amenity Type',
		'propertyAmenityType',
		'/property-amenity-types',
		'amenityTypes',
		{ code: 'lift', displayName: 'Lift', chargeTypeApplicable: false },
	],
	[
		'Property Kind',
		'propertyKind',
		'/property-kinds',
		'propertyKinds',
		{ id: 3, displayName: 'Hostel', propertyKindType: 'Hostel' },
	],
];

describe.each(dictionaries)('%s → Get Many', (_, resource, path, key, entry) => {
	const getAll: INodeParameters = { resource, operation: 'getAll' };

	it('is one request, and gives each record as an item, paired', async () => {
		const items = await run({ ...getAll, returnAll: true });
		expect(items).toContainEqual({ json: entry, pairedItem: { item: 0 } });
		expect(items.length).toBeGreaterThan(3);
		expect(await sent()).toEqual([{ request: `GET ${REFERENCE}${path}`, query: {} }]);
	});

	it.each([1, 3])('is cut at the limit of %s', async (limit) => {
		const all = await records({ ...getAll, returnAll: true });
		expect(await records({ ...getAll, returnAll: false, limit })).toEqual(all.slice(0, limit));
	});

	it.each<[string, unknown]>([
		['null', { [key]: null }],
		['empty', { [key]: [] }],
	])('a list that is %s gives no items', async (_label, body) => {
		await sandbox.fault({ kind: 'body', body, match: { path } });
		expect(await records(getAll)).toEqual([]);
	});

	it.each<[string, unknown]>([
		['missing', {}],
		['no list', { [key]: 'none' }],
		['bare', [entry]],
	])('a list that is %s is refused', async (_label, body) => {
		await sandbox.fault({ kind: 'body', body, match: { path } });
		expect((await failed(getAll)).message).toBe(`The response of the partner API has no list '${key}'`);
	});

	it('a missing area is named', async () => {
		const credential = await newClient(sandbox, { apiAccesses: ['content'] });
		const failure = await failed(getAll, { credential });
		expect(failure.message).toBe('This API connection has no access to Reference Data');
		expect(failure.description).toContain('It has access to: Content (content).');
		expect(failure.httpCode).toBe('403');
	});
});

describe.each(dictionaries.slice(1))('the language of %s', (_, resource) => {
	const getAll: INodeParameters = { resource, operation: 'getAll', limit: 1 };

	it.each([
		['English', { languageCode: 'en' }, { languageCode: 'en' }],
		['French', { languageCode: 'fr' }, { languageCode: 'fr' }],
		['from an expression', { languageCode: '={{ " de " }}' }, { languageCode: 'de' }],
		["the property's", { languageCode: '' }, {}],
		['not chosen', {}, {}],
	])('%s', async (_label, options, query) => {
		await run({ ...getAll, options });
		expect((await sent()).map((request) => request.query)).toEqual([query]);
	});

	it('French changes the names', async () => {
		const all = { ...getAll, returnAll: true };
		const french = await records({ ...all, options: { languageCode: 'fr' } });
		expect(french.map(({ displayName }) => displayName)).not.toEqual(
			(await records(all)).map(({ displayName }) => displayName),
		);
	});
});

const create: INodeParameters = {
	resource: 'corporateClient',
	operation: 'create',
	taxpayerIdentificationNumber: '770493581',
	registrationReasonCode: '771401001',
};

describe('Corporate Client → Create', () => {
	it('sends the tax numbers, and gives the client itself, paired', async () => {
		const items = await run({ ...create, taxpayerIdentificationNumber: ' 770493581 ' });
		expect(items).toEqual([
			{
				json: {
					outcome: 'done',
					id: expect.any(String) as string,
					legalName: expect.any(String) as string,
					taxpayerIdentificationNumber: '770493581',
					registrationReasonCode: '771401001',
					metaData: null,
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(await sent()).toEqual([
			{
				request: `POST ${REFERENCE}/corporates`,
				query: {},
				body: { taxpayerIdentificationNumber: '770493581', registrationReasonCode: '771401001' },
			},
		]);
	});

	it.each<[string, unknown, string]>([
		['a text', 'from the fair', 'from the fair'],
		['a record from an expression', '={{ { source: "fair" } }}', '{"source":"fair"}'],
	])('metadata as %s', async (_, metaData, expected) => {
		await run({ ...create, options: { metaData } as INodeParameters });
		expect((await sent())[0]?.body).toEqual({
			taxpayerIdentificationNumber: '770493581',
			registrationReasonCode: '771401001',
			metaData: expected,
		});
	});

	it('numbers from expressions go out as text, leading zeros stay', async () => {
		await run({
			...create,
			taxpayerIdentificationNumber: '={{ 770493581 }}',
			registrationReasonCode: '007',
		});
		expect((await sent())[0]?.body).toEqual({
			taxpayerIdentificationNumber: '770493581',
			registrationReasonCode: '007',
		});
	});

	it.each<[string, INodeParameters, string]>([
		['no tax number', { taxpayerIdentificationNumber: '' }, 'Taxpayer Identification Number is empty'],
		[
			'a tax number of blanks',
			{ taxpayerIdentificationNumber: '   ' },
			'Taxpayer Identification Number is empty',
		],
		[
			'a tax number that an expression does not find',
			{ taxpayerIdentificationNumber: '={{ $json.unknown }}' },
			'Taxpayer Identification Number is empty',
		],
		['no registration code', { registrationReasonCode: '' }, 'Registration Reason Code is empty'],
	])('%s is refused before any request', async (_, parameters, message) => {
		const failure = await failed({ ...create, ...parameters });
		expect(failure.message).toBe(`New corporate client: not made. ${message}.`);
		expect(failure.description).toContain('Enter a value');
		expect(failure).toMatchObject({ context: { itemIndex: 0, outcome: 'notDone' } });
		expect((await sandbox.report()).requests).toBe(0);
	});

	it.each<[string, FaultInput]>([
		['after a 500', { kind: 'status', status: 500 }],
		['after a 503', { kind: 'status', status: 503, retryAfterSeconds: 1 }],
		['after a broken connection', { kind: 'reset' }],
		['when it was carried out and the connection broke', { kind: 'reset', when: 'after' }],
		['after an answer that was cut off', { kind: 'cutOff' }],
		['after a body shorter than announced', { kind: 'cutOff', abrupt: true }],
	])('is never repeated %s, and the error says so', async (_, fault) => {
		await sandbox.fault({ ...fault, match: { path: '/corporates' }, times: 1 });
		const failure = await failed(create);
		expect(failure.message).toMatch(
			/^New corporate client: unknown whether it was made\. Do not repeat it; look for its tax number /,
		);
		expect(failure.context).toMatchObject({ outcome: 'unknown' });
		expect(failure.failure?.cause).toBe('temporarily-unavailable');
		expect(await sent()).toHaveLength(1);
	});

	it('is repeated after a 429, which was not processed', async () => {
		await sandbox.fault({
			kind: 'status',
			status: 429,
			retryAfterSeconds: 1,
			match: { path: '/corporates' },
			times: 1,
		});
		expect(await run(create)).toHaveLength(1);
		expect((await sandbox.requests({ path: REFERENCE })).map(({ status }) => status)).toEqual([429, 200]);
	});

	it('a refusal is told in our words: it may repeat what was entered of a person', async () => {
		const body = { errors: [{ code: '400', message: 'The number of MILLER has a wrong check digit' }] };
		await sandbox.fault({ kind: 'status', status: 400, body, match: { path: '/corporates' }, times: 1 });
		const failure = await failed(create);
		expect(failure.message).toMatch(/\(HTTP 400\): The request is not valid\.$/);
		const apiErrors = [{ code: '400', message: 'The request is not valid' }];
		expect(failure).toMatchObject({ httpCode: '400', context: { apiErrors } });
	});

	it('after an answer without the client it is unknown whether there is one', async () => {
		await sandbox.fault({ kind: 'body', body: { warnings: [] }, match: { path: '/corporates' }, times: 1 });
		const { message, context } = await failed(create);
		expect(message).toMatch(/^New corporate client: unknown whether it was made\. Do not repeat it; /);
		expect(message).toContain("The response of the partner API has no record 'corporate'.");
		expect(context).toMatchObject({ outcome: 'unknown' });
		expect(await sent()).toHaveLength(1);
	});

	it('works through several input items, each paired', async () => {
		const many = await node(
			{ ...create, taxpayerIdentificationNumber: '={{ $json.tax }}' },
			{ onError: 'continueRegularOutput' },
		);
		const items = await many.execute([{ tax: '1' }, { tax: '' }, { tax: '3' }]);
		expect(
			items.map(({ json, pairedItem }) => [json.taxpayerIdentificationNumber ?? json.error, pairedItem]),
		).toEqual([
			['1', { item: 0 }],
			['New corporate client: not made. Taxpayer Identification Number is empty.', { item: 1 }],
			['3', { item: 2 }],
		]);
		expect(await sent()).toHaveLength(2);
	});
});

describe('Corporate Client → Get', () => {
	const get = (corporateId: string): INodeParameters => ({
		resource: 'corporateClient',
		operation: 'get',
		corporateId,
	});

	it('gives what Create gave', async () => {
		const [created] = await records(create);
		await sandbox.resetReport();
		const id = created?.id as string;
		expect(await run(get(id))).toEqual([
			{ json: { ...created, outcome: undefined }, pairedItem: { item: 0 } },
		]);
		expect(await sent()).toEqual([{ request: `GET ${REFERENCE}/corporates/${id}`, query: {} }]);
	});

	it('an unknown client is named, with what to check', async () => {
		const failure = await failed(get('4821'));
		expect(failure.message).toBe("The corporate client '4821' was not found");
		expect(failure.description).toContain("Check 'Corporate Client ID'");
		expect(failure.httpCode).toBe('404');
	});

	it('an unknown client may also be told by a warning alone', async () => {
		const body = { corporate: null, warnings: [{ code: '404', message: 'Corporate not found' }] };
		await sandbox.fault({ kind: 'body', body, match: { path: '/corporates' }, times: 1 });
		const failure = await failed(get('4821'));
		expect(failure.message).toBe('The corporate client was not found');
		expect(failure.description).toContain("Check 'Corporate Client ID'");
	});

	const corporate = { id: '4821', legalName: 'Quill Ltd' };
	const real = { code: '403', message: 'There is no access to this' };

	it.each<[string, object, object]>([
		['an empty list', { warnings: [] }, {}],
		['null', { warnings: null }, {}],
		['a list of null', { warnings: [null] }, {}],
		['no such field', {}, {}],
		['one', { warnings: [real] }, { _warnings: [real] }],
	])('warnings that are %s', async (_, warnings, kept) => {
		await sandbox.fault({
			kind: 'body',
			body: { corporate, ...warnings },
			match: { path: '/corporates' },
			times: 2,
		});
		expect(await records(get('4821'))).toEqual([{ ...corporate, ...kept }]);
		expect(await records(create)).toEqual([{ outcome: 'done', ...corporate, ...kept }]);
	});

	it.each<[string, string, RegExp]>([
		['nothing', '', /^Corporate Client ID is empty$/],
		['a path', '../payment-methods', /^Corporate Client ID '..\/payment-methods' is not a valid identifier$/],
	])('%s as an id is refused before any request', async (_, id, message) => {
		expect((await failed(get(id))).message).toMatch(message);
		expect((await sandbox.report()).requests).toBe(0);
	});

	it('is repeated after a 500', async () => {
		await sandbox.fault({ kind: 'status', status: 500, match: { path: '/corporates' }, times: 1 });
		await failed(get('4821'));
		expect((await sandbox.requests({ path: REFERENCE })).map(({ status }) => status)).toEqual([500, 404]);
	});
});
