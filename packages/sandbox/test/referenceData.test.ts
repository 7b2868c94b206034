import { startSandbox, TemporaryState, type Sandbox } from './support/sandbox';
import { signIn, type ErrorBody, type Partner } from './partner';

interface Corporate {
	id: string;
	taxpayerIdentificationNumber: string;
	registrationReasonCode: string;
	legalName: string;
	metaData: string | null;
}

interface CorporateAnswer {
	corporate: Corporate | null;
	warnings: unknown[];
}

const REQUISITES = { taxpayerIdentificationNumber: '770493581', registrationReasonCode: '771401001' };
const CORPORATES = 'reference-data/corporates';

let sandbox: Sandbox;
let partner: Partner;
const state = new TemporaryState();

beforeAll(async () => {
	sandbox = await startSandbox({ limits: 'off', bookings: 0, state: state.path });
	partner = await signIn(sandbox);
});

afterAll(async () => {
	await sandbox.stop();
	state.remove();
});

async function create(body: unknown): Promise<CorporateAnswer> {
	return (await partner.send<CorporateAnswer>('POST', CORPORATES, body)).body;
}

describe('A corporate client', () => {
	it('is created from its requisites and read by its id', async () => {
		const created = await create({ ...REQUISITES, metaData: 'contract 7' });
		const read = await partner.get<CorporateAnswer>(`${CORPORATES}/${String(created.corporate?.id)}`);

		expect(created).toEqual({
			corporate: {
				...REQUISITES,
				id: expect.stringMatching(/^\d+$/) as string,
				legalName: expect.stringMatching(/\w/) as string,
				metaData: 'contract 7',
			},
			warnings: [],
		});
		expect(read.body).toEqual(created);
	});

	it('is the same one for the same requisites, and another one for others', async () => {
		const first = await create(REQUISITES);
		const again = await create({ ...REQUISITES, metaData: 'something else' });
		const other = await create({ ...REQUISITES, registrationReasonCode: '2' });

		expect(again).toEqual(first);
		expect(other.corporate?.id).not.toBe(first.corporate?.id);
	});

	it('is still there after a restart', async () => {
		const { corporate } = await create({ ...REQUISITES, registrationReasonCode: 'kept' });
		await sandbox.restart();
		const read = await partner.get<CorporateAnswer>(`${CORPORATES}/${String(corporate?.id)}`);

		expect(read.body.corporate).toEqual(corporate);
	});

	it('that is unknown answers 404 with the published warning', async () => {
		const answer = await partner.get(`${CORPORATES}/4`);

		expect(answer.status).toBe(404);
		expect(answer.body).toEqual({
			corporate: null,
			warnings: [{ code: '404', message: 'Corporate not found' }],
		});
	});

	it.each<[string, unknown, string]>([
		['an empty tax number', { ...REQUISITES, taxpayerIdentificationNumber: '' }, 'taxpayer'],
		['no registration code', { taxpayerIdentificationNumber: '1' }, 'registrationReasonCode'],
		['a number as registration code', { ...REQUISITES, registrationReasonCode: 7 }, 'registrationReasonCode'],
		['a list', [REQUISITES], 'JSON object'],
	])('is refused with %s', async (_label, body, part) => {
		const answer = await partner.send<ErrorBody>('POST', CORPORATES, body);

		expect(answer.status).toBe(400);
		expect(answer.body.errors[0]?.message).toContain(part);
	});

	it.each([
		['text/plain', '{}'],
		['application/json', '{'],
	])('is refused when the body is %s with %s', async (contentType, text) => {
		const answer = await partner.sendText<ErrorBody>('POST', CORPORATES, text, contentType);

		expect(answer.status).toBe(400);
	});

	it.each([['application/json'], ['text/json'], ['application/vnd.hotel+json']])(
		'may be sent as %s',
		async (contentType) => {
			const text = JSON.stringify(REQUISITES);

			expect((await partner.sendText('POST', CORPORATES, text, contentType)).status).toBe(200);
		},
	);
});

describe('The dictionaries', () => {
	it('of payment methods use the published codes and types', async () => {
		const { body } = await partner.get<{ paymentMethods: Array<{ code: string; type: string }> }>(
			'reference-data/payment-methods',
		);

		expect(body.paymentMethods).toEqual([
			{ code: 'AtArrival', type: 'Cash' },
			{ code: 'BankCardGuarantee', type: 'Cash' },
			{ code: 'BankCard', type: 'Prepay' },
			{ code: 'SBP', type: 'Prepay' },
		]);
	});

	it.each([
		['in English without a language', '', 'Hotel', 'Swimming pool'],
		['in English', '?languageCode=en', 'Hotel', 'Swimming pool'],
		['in French', '?languageCode=fr', 'Hôtel', 'Piscine'],
		['in English for a language without translations', '?languageCode=ko', 'Hotel', 'Swimming pool'],
	])('of kinds and amenities are %s', async (_label, query, hotel, pool) => {
		const kinds = await partner.get<{ propertyKinds: unknown[] }>(`reference-data/property-kinds${query}`);
		const types = await partner.get<{ amenityTypes: unknown[] }>(
			`reference-data/property-amenity-types${query}`,
		);

		expect(kinds.body.propertyKinds).toContainEqual({ id: 2, displayName: hotel, propertyKindType: 'Hotel' });
		expect(types.body.amenityTypes).toContainEqual({
			code: 'swimming_pool',
			displayName: pool,
			chargeTypeApplicable: true,
		});
	});

	it('refuse what is no language', async () => {
		expect((await partner.get('reference-data/property-kinds?languageCode=english')).status).toBe(400);
	});

	it('resolve what properties use', async () => {
		const property = await partner.get<{ propertyKindId: number; amenities: Array<{ code: string }> }>(
			'content/v1/properties/1024',
		);
		const kinds = await partner.get<{ propertyKinds: Array<{ id: number }> }>(
			'reference-data/property-kinds',
		);
		const types = await partner.get<{ amenityTypes: Array<{ code: string }> }>(
			'reference-data/property-amenity-types',
		);

		expect(kinds.body.propertyKinds.map(({ id }) => id)).toContain(property.body.propertyKindId);
		expect(types.body.amenityTypes.map(({ code }) => code)).toEqual(
			expect.arrayContaining(property.body.amenities.map(({ code }) => code)),
		);
	});
});

describe('The list of operations', () => {
	it('names the token request, and each other under the address of its area', async () => {
		const operations = await sandbox.operations();
		const addresses = new Set(
			operations.map(({ area, path }) => `${area} ${/^(\/api)?\/[\w-]+/.exec(path)?.[0]}`),
		);

		expect([...addresses].sort()).toEqual([
			'authentication /auth',
			'content /api/content',
			'pms /api/pms',
			'pms_analytics /api/pms-analytics',
			'pms_integration_storage /api/pms-integration-storage',
			'reference_data /api/reference-data',
			'reservation_api /api/read-reservation',
			'reviews /api/reputation-public-reviews',
			'search /api/search',
		]);
	});

	it('holds nothing that is not there', async () => {
		const operations = await sandbox.operations();
		const answers = await Promise.all(
			operations
				.filter(({ area }) => area !== 'authentication')
				.map(async ({ method, path }) => {
					const concrete = path
						.replace('/api/', '')
						.replace('{propertyId}', '1024')
						.replace(/\{\w+\}/g, 'none');
					const body = method === 'GET' ? undefined : {};
					return { path, answer: await partner.send<ErrorBody>(method, concrete, body) };
				}),
		);
		const missing = answers.filter(({ answer }) => answer.text.includes('no operation at this path'));

		expect(missing.map(({ path }) => path)).toEqual([]);
		expect(answers.filter(({ answer }) => answer.status >= 500)).toEqual([]);
	});
});
