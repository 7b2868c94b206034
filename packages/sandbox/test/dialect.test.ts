import { startSandbox, type Sandbox } from './support/sandbox';
import { signIn, type FeedPage, type Partner } from './partner';

type Json = Record<string, unknown>;

interface Detail extends Json {
	guaranteeInfo: Json;
	roomStays: Array<Json & { dailyRates: Json[]; extraStayCharges?: Json }>;
}

interface Property extends Json {
	amenities?: Array<{ chargeType: string }>;
	contactInfo: { phones: Json[] };
	roomTypes: Array<{ amenities: Json[]; size?: Json }>;
	ratePlans: Json[];
}

interface Forms {
	summary: Json;
	details: Detail[];
	property: Property;
	propertyWithOddId: Property;
	list: Json;
	amenities: Json[];
	rules: Array<{ cancellationTerms: Array<{ penaltyCalculationMethod: string }> | null }>;
}

let sandbox: Sandbox;
let partner: Partner;
let specified: Forms;
let published: Forms;

async function readAll(dialect: 'specification' | 'published'): Promise<Forms> {
	await sandbox.settings({ dialect });
	const feed = await partner.get<FeedPage>('read-reservation/v1/properties/1024/bookings');
	const details: Detail[] = [];
	for (const { number } of feed.body.bookingSummaries) {
		details.push((await partner.detail<{ booking: Detail }>('1024', number)).body.booking);
	}
	const content = async <T>(path: string) => (await partner.get<T>(`content/v1/${path}`)).body;
	return {
		summary: { ...feed.body.bookingSummaries[0] },
		details,
		property: await content('properties/1024'),
		propertyWithOddId: await content('properties/7291'),
		list: await content('properties'),
		amenities: await content('room-amenity-categories'),
		rules: (await content<{ cancellationRules: Forms['rules'] }>('properties/1024/cancellation-rules'))
			.cancellationRules,
	};
}

beforeAll(async () => {
	sandbox = await startSandbox({ limits: 'off', bookings: 60 });
	partner = await signIn(sandbox);
	specified = await readAll('specification');
	published = await readAll('published');
});

afterAll(async () => {
	await sandbox.stop();
});

const staysOf = ({ details }: Forms) => details.flatMap(({ roomStays }) => roomStays);
const ratesOf = (forms: Forms) => staysOf(forms).flatMap(({ dailyRates }) => dailyRates);
const methodsOf = ({ rules }: Forms) =>
	rules.flatMap(({ cancellationTerms }) =>
		(cancellationTerms ?? []).map((term) => term.penaltyCalculationMethod),
	);

describe.each<[string, (forms: Forms) => unknown, unknown, unknown]>([
	['the property id of a summary', ({ summary }) => summary['propertyId'], 1024, '1024'],
	[
		'the rate plan key of a daily rate',
		(forms) => Object.keys(ratesOf(forms)[0] ?? {}).filter((key) => /rateplan/i.test(key)),
		['RatePlanId'],
		['ratePlanId'],
	],
	['the length of a daily rate’s date', (forms) => String(ratesOf(forms)[0]?.['date']).length, 10, 19],
	[
		'the fields of guaranteeInfo',
		({ details }) => Object.keys(details[0]?.guaranteeInfo ?? {}),
		['loyalty', 'totalPrepaid', 'guarantees'],
		['loyalty', 'totalPrepaid'],
	],
	[
		'loyalty in all of 60 bookings',
		({ details }) => details.every(({ guaranteeInfo }) => guaranteeInfo['loyalty'] === null),
		false,
		true,
	],
	['the order number of a room stay', (forms) => staysOf(forms)[0]?.['index'], 1, undefined],
	[
		'a cancellation in all of 60 bookings, if only null',
		({ details }) => details.every((detail) => 'cancellation' in detail),
		true,
		false,
	],
	[
		'an early arrival of null',
		(forms) => staysOf(forms).some((stay) => stay.extraStayCharges?.['earlyArrival'] === null),
		false,
		true,
	],
	[
		'the charge types of amenities',
		({ property }) => [...new Set(property.amenities?.map(({ chargeType }) => chargeType))].sort(),
		['chargeable', 'free', 'none'],
		['Chargeable', 'Free', 'None'],
	],
	[
		'the amenities of half of the properties',
		({ propertyWithOddId }) => 'amenities' in propertyWithOddId,
		true,
		false,
	],
	['the certifications of a property', ({ property }) => 'fsaCertifications' in property, true, false],
	[
		'corporateOnly of a plan open to all',
		({ property }) => property.ratePlans[0]?.['corporateOnly'],
		false,
		undefined,
	],
	[
		'the fields of a room type’s amenity',
		({ property }) => Object.keys(property.roomTypes[0]?.amenities[0] ?? {}),
		['code', 'name'],
		['code'],
	],
	['the size of a room type', ({ property }) => 'unit' in (property.roomTypes[0]?.size ?? {}), false, true],
	[
		'the kind of a phone',
		({ property }) => 'techType' in (property.contactInfo.phones[0] ?? {}),
		false,
		true,
	],
	[
		'the fields of a room amenity category',
		({ amenities }) => Object.keys(amenities[0] ?? {}),
		['group', 'code', 'name'],
		['name', 'amenities'],
	],
	['the warnings of the property list', ({ list }) => list['warnings'], [], undefined],
	['the terms of free cancellation', ({ rules }) => rules[0]?.cancellationTerms, [], null],
	['penalty methods marked unused', (forms) => methodsOf(forms).includes('Fixed'), false, true],
])('%s', (_label, pick, inSpecification, inPublished) => {
	it('follows the specification by default', () => {
		expect(pick(specified)).toEqual(inSpecification);
	});

	it('follows the published documents on request', () => {
		expect(pick(published)).toEqual(inPublished);
	});
});

it('leaves the modification time of unchanged bookings null in the published form only', async () => {
	const { number, createdDateTime } = await sandbox.createBooking('7291');
	const { bookingSummaries } = await partner.wholeFeed('7291');
	await sandbox.settings({ dialect: 'specification' });
	const inSpecification = await partner.wholeFeed('7291');

	expect(bookingSummaries.at(-1)).toMatchObject({ number, modifiedDateTime: null });
	expect(inSpecification.bookingSummaries.at(-1)).toMatchObject({
		number,
		modifiedDateTime: createdDateTime,
	});
});
