import { startSandbox, type Sandbox } from './support/sandbox';
import { signIn, type ErrorBody, type Partner, type Query } from './partner';

const PROPERTIES = 450;
const LIST = 'content/v1/properties';

interface PropertyPage {
	next: string | null;
	properties: Array<Record<string, unknown> & { id: string; name: string }>;
	warnings: unknown[];
}

interface PropertyRecord {
	id: string;
	name: string;
	currency: string;
	timeZone: { id: string };
	ratePlans: Array<{
		description: string | null;
		cancellationRuleId: string;
		extraStayRuleId: string | null;
		availableServices: Array<{ id: number; roomTypeIds: number[] | null }>;
	}>;
	roomTypes: Array<{ id: string; categoryCode: string; amenities: Array<{ code: string }> }>;
	services: Array<{ id: string; kind: string; mealPlanCode: string | null }>;
	amenities: Array<{ code: string; chargeType: string }>;
}

let sandbox: Sandbox;
let partner: Partner;

beforeAll(async () => {
	sandbox = await startSandbox({ limits: 'off', properties: PROPERTIES, bookings: 0 });
	partner = await signIn(sandbox);
});

afterAll(async () => {
	await sandbox.stop();
});

async function list(query: Query = {}): Promise<PropertyPage> {
	return (await partner.get<PropertyPage>(LIST, query)).body;
}

async function propertyOf(id: string, query: Query = {}): Promise<PropertyRecord> {
	return (await partner.get<PropertyRecord>(`${LIST}/${id}`, query)).body;
}

async function listOf<T>(id: string, name: string): Promise<T[]> {
	const { body } = await partner.get<Record<string, T[]>>(`${LIST}/${id}/${name}`);
	return Object.values(body)[0] ?? [];
}

const idsOf = (page: PropertyPage) => page.properties.map(({ id }) => id);

describe('The property list', () => {
	it('holds ids alone when include is empty, 200 on a page', async () => {
		const page = await list();

		expect(page.properties).toHaveLength(200);
		expect(page.properties.slice(0, 3)).toEqual([{ id: '1024' }, { id: '7291' }, { id: '5431' }]);
		expect(page.warnings).toEqual([]);
	});

	it.each([[1], [50], [199], [200]])('is complete in pages of %i, the last without next', async (count) => {
		const small = count === 1;
		const wanted = small ? 3 : PROPERTIES;
		const ids: string[] = [];
		let next: string | null = '';
		while (next !== null && ids.length < wanted) {
			const page: PropertyPage = await list({ since: next, count });
			ids.push(...idsOf(page));
			next = page.next;
		}

		expect(ids).toEqual(sandbox.properties.slice(0, wanted).map(({ id }) => id));
		expect(next === null).toBe(!small);
	});

	it('gives next = null when the last page is full', async () => {
		const first = await list({ count: 200 });
		const second = await list({ count: 200, since: String(first.next) });
		const last = await list({ count: 50, since: String(second.next) });

		expect(last.properties).toHaveLength(50);
		expect(last.next).toBeNull();
	});

	it('holds the whole records with include=All', async () => {
		const { properties } = await list({ include: 'All', count: 2 });

		expect(properties[0]).toEqual(await propertyOf('1024'));
	});

	it('shows a limited client its own properties only', async () => {
		const propertyIds = ['7291', String(sandbox.properties[300]?.id)];
		await sandbox.addClient({ clientId: 'two-hotels', clientSecret: 's', propertyIds });
		const other = await signIn(sandbox, { client_id: 'two-hotels', client_secret: 's' });
		const first = await other.get<PropertyPage>(LIST, { count: 1 });
		const second = await other.get<PropertyPage>(LIST, { count: 1, since: String(first.body.next) });

		expect([...idsOf(first.body), ...idsOf(second.body)]).toEqual(propertyIds);
		expect(second.body.next).toBeNull();
	});

	it.each<[string, Query, string]>([
		['a count over 200', { count: 201 }, 'InvalidCount'],
		['a count of 0', { count: 0 }, 'InvalidCount'],
		['another include', { include: 'Rooms' }, 'InvalidInclude'],
		['an include in lower case', { include: 'all' }, 'InvalidInclude'],
		['another language', { languageCode: 'de' }, 'InvalidLanguageCode'],
		['a made-up continuation', { since: 'abc' }, 'InvalidSince'],
	])('refuses %s with 400', async (_label, query, code) => {
		const answer = await partner.get<ErrorBody>(LIST, query);

		expect(answer.status).toBe(400);
		expect(answer.body).toEqual({
			warnings: [],
			errors: [{ code, message: expect.any(String) as string }],
		});
	});
});

describe('A property', () => {
	it('has its own language without languageCode, and English names with en', async () => {
		const own = await propertyOf('7291');
		const english = await propertyOf('7291', { languageCode: 'en' });

		expect([own.name, english.name]).toEqual(['圣诞岛环礁酒店', 'Atoll Lagoon Hotel']);
		expect(own.roomTypes.map(({ id }) => id)).toEqual(english.roomTypes.map(({ id }) => id));
	});

	it('refers to rules, services and room types that exist', async () => {
		const property = await propertyOf('5431');
		const cancellationIds = (await listOf<{ id: string }>('5431', 'cancellation-rules')).map(({ id }) => id);
		const extraStayIds = (await listOf<{ id: string }>('5431', 'extra-stay-rules')).map(({ id }) => id);
		const services = property.ratePlans.flatMap((plan) => plan.availableServices);

		expect(cancellationIds).toEqual(
			expect.arrayContaining(property.ratePlans.map((plan) => plan.cancellationRuleId)),
		);
		expect(extraStayIds).toEqual(
			expect.arrayContaining(
				property.ratePlans.flatMap((plan) => (plan.extraStayRuleId === null ? [] : [plan.extraStayRuleId])),
			),
		);
		expect(property.ratePlans.some((plan) => plan.extraStayRuleId === null)).toBe(true);
		expect(property.services.map(({ id }) => Number(id))).toEqual(
			expect.arrayContaining(services.map(({ id }) => id)),
		);
		expect(property.roomTypes.map(({ id }) => Number(id))).toEqual(
			expect.arrayContaining(services.flatMap(({ roomTypeIds }) => roomTypeIds ?? [])),
		);
	});

	it('describes rate plans in HTML, and has pools and restaurants twice', async () => {
		const property = await propertyOf('1024');
		const codes = property.amenities.map(({ code }) => code);

		expect(property.ratePlans[0]?.description).toContain('<p>');
		expect(codes.filter((code) => code === 'swimming_pool')).toHaveLength(2);
		expect(codes.filter((code) => code === 'restaurant')).toHaveLength(2);
		expect(new Set(property.amenities.map(({ chargeType }) => chargeType))).toEqual(
			new Set(['free', 'chargeable', 'none']),
		);
	});

	it('stands in one of ten time zones', async () => {
		const { properties } = await list({ include: 'All', count: 20 });
		const zones = new Set(properties.map((property) => (property as unknown as PropertyRecord).timeZone.id));

		expect([...zones]).toEqual(
			expect.arrayContaining([
				'Europe/London',
				'Pacific/Kiritimati',
				'Pacific/Pago_Pago',
				'Asia/Kathmandu',
				'America/New_York',
			]),
		);
		expect(zones.size).toBe(10);
	});

	it.each([[''], ['/cancellation-rules'], ['/extra-stay-rules']])(
		'that does not exist answers 404 at its path%s',
		async (rest) => {
			expect((await partner.get(`${LIST}/4${rest}`)).status).toBe(404);
		},
	);
});

describe('The rules', () => {
	interface Term {
		beforeArrivalMatching: string;
		beforeArrivalUnit: string;
		penaltyCalculationMethod: string;
		arrivalDates: unknown[];
	}
	interface CancellationRule {
		referencePointKind: string;
		referencePointTime: string | null;
		cancellationTerms: Term[];
	}
	interface ExtraStayRule {
		earlyCheckInPeriods: Array<{ chargeType: string; rates: unknown[]; percentOptions?: object }>;
		lateCheckOutPeriods: Array<{ chargeType: string; rates: unknown[]; percentOptions?: object }>;
	}

	it('of cancellation use every value of every enumeration', async () => {
		const rules = await listOf<CancellationRule>('1024', 'cancellation-rules');
		const terms = rules.flatMap((rule) => rule.cancellationTerms);
		const values = (key: keyof Term) => new Set(terms.map((term) => term[key]));

		expect(new Set(rules.map((rule) => rule.referencePointKind)).size).toBe(5);
		expect(values('beforeArrivalMatching').size).toBe(4);
		expect(values('beforeArrivalUnit').size).toBe(3);
		expect(values('penaltyCalculationMethod')).toEqual(
			new Set(['NoPenalty', 'FirstNightPercent', 'PrepaymentPercent', 'FirstNights']),
		);
		expect(rules.filter((rule) => rule.referencePointTime !== null)).toHaveLength(1);
		expect(rules.some((rule) => rule.cancellationTerms.length === 0)).toBe(true);
	});

	it('of extra stays use every charge type, with rates and percentages where they belong', async () => {
		const rules = await listOf<ExtraStayRule>('1024', 'extra-stay-rules');
		const periods = rules.flatMap((rule) => [...rule.earlyCheckInPeriods, ...rule.lateCheckOutPeriods]);
		const withRates = periods.filter(({ rates }) => rates.length > 0);
		const withPercent = periods.filter(({ percentOptions }) => percentOptions !== undefined);

		expect(new Set(periods.map(({ chargeType }) => chargeType)).size).toBe(6);
		expect(new Set(withRates.map(({ chargeType }) => chargeType))).toEqual(new Set(['Fixed', 'HourlyRate']));
		expect(withPercent.every(({ chargeType }) => chargeType === 'Percent')).toBe(true);
	});
});

describe('The dictionaries', () => {
	it.each([
		['meal-plans', { code: 'BreakFast', name: 'Breakfast' }],
		['room-type-categories', { code: 'PlaceInRoom', name: 'place in the room' }],
		['room-amenity-categories', { group: 'Internet/telephony', code: 'wifi_internet', name: 'Wi-Fi' }],
	])('%s is a bare list', async (path, entry) => {
		const { body } = await partner.get<unknown[]>(`content/v1/${path}`);

		expect(body).toContainEqual(entry);
	});

	it('resolve the codes that properties use', async () => {
		const property = await propertyOf('1024');
		const codes = async (path: string) =>
			(await partner.get<Array<{ code: string }>>(`content/v1/${path}`)).body.map(({ code }) => code);
		const meals = property.services.flatMap(({ mealPlanCode }) =>
			mealPlanCode === null ? [] : [mealPlanCode],
		);

		expect(await codes('meal-plans')).toEqual(expect.arrayContaining(meals));
		expect(await codes('room-type-categories')).toEqual(
			expect.arrayContaining(property.roomTypes.map(({ categoryCode }) => categoryCode)),
		);
		expect(await codes('room-amenity-categories')).toEqual(
			expect.arrayContaining(
				property.roomTypes.flatMap(({ amenities }) => amenities.map(({ code }) => code)),
			),
		);
	});
});
