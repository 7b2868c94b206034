import type { IDataObject, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { PartnerHotelContent } from '../../nodes/PartnerHotelContent/PartnerHotelContent.node';
import { PartnerHotelPms } from '../../nodes/PartnerHotelPms/PartnerHotelPms.node';
import { PartnerHotelReferenceData } from '../../nodes/PartnerHotelReferenceData/PartnerHotelReferenceData.node';
import { PartnerHotelReservationTrigger } from '../../nodes/PartnerHotelReservationTrigger/PartnerHotelReservationTrigger.node';
import { PartnerHotelTrigger } from '../../nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';
import { explain } from '../../nodes/shared/transport/explain';
import { holdsPersonalData, NOT_SHOWN } from '../../nodes/shared/transport/personalData';
import { shownId } from '../../nodes/shared/transport/shownId';
import { withToken } from '../support/clients';
import { FakeApi, type FakeAnswer } from '../support/fakeApi';
import { loggedNode } from '../support/loggedNode';
import { harness, type TestCredential } from '../support/n8n';
import { byId } from '../support/pms';
import { bodiesWith, everythingIn, formsOf, GUEST_VALUES, tracesIn } from '../support/repeatedValues.mts';

let api: FakeApi;
let nextClient = 1;
beforeAll(async () => (api = await FakeApi.start()));
afterAll(async () => await api.stop());

function newCredential(): TestCredential {
	const credential = {
		baseUrl: api.url,
		apiClientId: `repeats-${nextClient++}`,
		apiClientSecret: 'secret-4711',
	};
	return withToken(credential, { access_token: api.issue() });
}

const V = GUEST_VALUES;
const ids = { propertyId: byId('1'), pmsPersonId: byId('2'), number: byId('3'), pmsRoomStayId: byId('4') };
const sent = (resource: string, operation: string, more: INodeParameters = {}): INodeParameters => ({
	resource,
	operation,
	...ids,
	...more,
	options: { maxWaitSeconds: 1, ...(more.options as object | undefined) },
});

type Asked = [string, () => INodeType, INodeParameters];
const pms = () => new PartnerHotelPms();
const asked: Asked[] = [
	[
		'a document',
		pms,
		sent('guest', 'updateIdentityDocument', {
			documentType: byId('Passport'),
			documentNumber: '={{ $json.roomCode }}',
			documentFields: { series: '={{ $json.series }}', issueAuthority: '={{ $json.authority }}' },
			clearFields: ['departmentCode', 'effectiveDate', 'expiryDate'],
		}),
	],
	['a country of birth', pms, sent('guest', 'updateBirthCountry', { countryCode: byId('NLD') })],
	['a guest', pms, sent('guest', 'get')],
	[
		'a search for guests',
		pms,
		sent('guest', 'search', { filters: { name: '={{ $json.lastName }}', phone: '={{ $json.phone }}' } }),
	],
	['stays of a guest', pms, sent('guest', 'getStays')],
	['a reservation', pms, sent('reservation', 'get')],
	['invoices', pms, sent('reservation', 'getInvoices')],
	['a storage booking', pms, sent('storageBooking', 'get', { bookingId: '5' })],
	['a booking', () => new PartnerHotelBookings(), sent('booking', 'get', { number: '5' })],
	['bookings', () => new PartnerHotelBookings(), sent('booking', 'getAll', { period: 'everything' })],
	['a page of bookings', () => new PartnerHotelBookings(), sent('booking', 'getPage')],
	[
		'a penalty',
		() => new PartnerHotelContent(),
		sent('cancellationRule', 'calculatePenalty', { number: '5' }),
	],
	[
		'a corporate client',
		() => new PartnerHotelReferenceData(),
		sent('corporateClient', 'create', {
			taxpayerIdentificationNumber: '1',
			registrationReasonCode: '2',
			additionalFields: { metaData: '={{ $json.comment }}' },
		}),
	],
];

/** Without a response that tells, the hotel's records are read again and again. */
const checkIn: Asked = [
	'a check-in',
	pms,
	sent('roomStay', 'checkIn', {
		actualCheckInDateTime: '2031-05-20T12:00',
		options: { timeZone: 'UTC' },
	}),
];

/** Content knows nothing of guests. */
function answers(answer: FakeAnswer): void {
	const property = { id: '1', timeZone: { id: 'UTC' }, cancellationRules: [] };
	api.answer = ({ path }) => (path.includes('/content/') ? { body: property } : answer);
}

/** Everything that people or n8n get of a run. What comes from the input is not repeated by the service. */
async function everythingOf([, typeOf, parameters]: Asked): Promise<string> {
	const { type, lines } = loggedNode(typeOf());
	const told: unknown[] = [];
	for (const onError of [undefined, 'continueErrorOutput'] as const) {
		const before = api.requests.length;
		const node = harness(type, { parameters, credential: newCredential(), onError });
		const items = await node.execute([V]).then((items) => items, everythingIn);
		told.push(typeof items === 'string' ? items : items.map(withoutInput), node.hints, node.staticData);
		expect(api.requests.length).toBeGreaterThan(before);
	}
	return JSON.stringify([told, lines]);
}

function withoutInput({ json }: INodeExecutionData): unknown {
	return Object.entries(json).filter(([key, value]) => (V as IDataObject)[key] !== value);
}

/** One of the forms after the other, so that each stands in each place. */
const texts = Object.values(V).map((value) => formsOf(value).join(' | '));
const bodies = bodiesWith(texts.join(' / '));
const REFUSALS = [400, 404, 409, 422];

/** Each body and each status for each operation; each pair of them for one of five operations. */
function repeatedFor(operation: number, statuses: readonly number[]): FakeAnswer[] {
	return bodies.map((body, index) => ({
		status: statuses[(operation + index) % statuses.length] as number,
		body,
	}));
}

describe('what a service repeats of a guest is in no error, item, hint or log', () => {
	it.each(asked)('%s', async (...one) => {
		const operation = asked.findIndex(([name]) => name === one[0]);
		for (const answer of repeatedFor(operation, [...REFUSALS, 200])) {
			answers(answer);
			expect(tracesIn(await everythingOf(one))).toEqual([]);
		}
	});

	it('a check-in', async () => {
		for (const answer of repeatedFor(0, REFUSALS)) {
			answers(answer);
			expect(tracesIn(await everythingOf(checkIn))).toEqual([]);
		}
	});

	it('each form of each value alone, as a code and as a text', async () => {
		const [one] = asked;
		for (const text of Object.values(V).flatMap(formsOf)) {
			api.answer = () => ({ status: 400, body: { errors: [{ code: text, message: text }] } });
			expect(tracesIn(await everythingOf(one as Asked))).toEqual([]);
		}
	});

	it('beside the records that were read', async () => {
		const messages = { errors: [{ code: texts[0], message: texts[1] }], warnings: texts };
		api.answer = () => ({ body: { reservation: { number: '3', roomStays: [] }, ...messages } });
		const node = harness(new PartnerHotelPms(), {
			parameters: sent('reservation', 'get', { output: 'raw' }),
			credential: newCredential(),
		});
		const [item] = await node.execute();
		expect(item?.json._errors).toEqual([{ message: NOT_SHOWN }]);
		expect(tracesIn(JSON.stringify([item, node.hints]))).toEqual([]);
	});

	it.each<[string, () => INodeType, RegExp]>([
		['the booking trigger', () => new PartnerHotelTrigger(), /bookings/],
		['the reservation trigger', () => new PartnerHotelReservationTrigger(), /reservations/],
	])('of %s', async (_, typeOf, path) => {
		for (const body of bodies.filter((one) => typeof one === 'object')) {
			answers({ status: 400, body });
			const before = api.requests.length;
			const { type, lines } = loggedNode(typeOf());
			const node = harness(type, { parameters: { propertyId: byId('1') }, credential: newCredential() });
			const told: unknown[] = [];
			for (const mode of ['trigger', 'trigger', 'manual'] as const)
				told.push(await node.poll({ mode }).then((items) => items, everythingIn));
			expect(api.requests.slice(before).filter((request) => path.test(request.path))).not.toEqual([]);
			expect(tracesIn(JSON.stringify([told, lines, node.staticData]))).toEqual([]);
		}
	});
});

describe('an error about guests', () => {
	const failed = (messages: object[], personal = true) =>
		explain(
			{ kind: 'status', statusCode: 400, messages },
			{
				request: { area: 'pms', method: 'GET', path: '/' },
				baseUrl: 'https://api.hotel.example',
				readOnly: true,
				personal,
				secrets: [],
			},
		);

	it('has a code that is known, in our words', () => {
		expect(failed([{ code: '11', message: 'MILLER' }])).toMatchObject({
			message: 'The partner API refused the request (HTTP 400): A date has the wrong format',
			description: 'Check the values of this operation. The API says: A date has the wrong format (11).',
			apiErrors: [{ code: '11', message: 'A date has the wrong format' }],
		});
	});

	it.each(['4510999999', 'constructor', '__proto__', undefined])('says that %s is unknown', (code) => {
		expect(failed([{ code, message: 'MILLER' }])).toMatchObject({
			message: 'The partner API refused the request (HTTP 400)',
			description: `Check the values of this operation. ${NOT_SHOWN}`,
			apiErrors: [],
		});
	});

	it('tells of a redirect the host alone', () => {
		const location = 'https://name:pass@else.example/guests/MILLER?name=MILLER';
		const told = (personal: boolean) =>
			explain(
				{ kind: 'redirect', statusCode: 302, location },
				{
					request: { area: 'pms', method: 'GET', path: '/' },
					baseUrl: 'https://a.example',
					readOnly: true,
					personal,
					secrets: [],
				},
			).description;
		expect(told(true)).toContain("It redirects to 'https://else.example'.");
		expect(told(false)).toContain("It redirects to 'https://else.example/guests/MILLER'.");
	});

	it.each([
		['4503599627465719', '4503599627465719'],
		['20260325-7291-260123396', '20260325-7291-260123396'],
		['Zyxel Vuong', '***'],
		['Vuong/Zyxel', '***'],
		['Vuong\u202e', '***'],
		['x'.repeat(65), '***'],
	])('has the identifier %s as %s', (id, shown) => {
		expect(shownId(id)).toBe(shown);
	});
});

describe('a request without data of guests', () => {
	it.each([
		['content', '/v1/properties', false],
		['search', '/v1/properties/{propertyId}/room-stays', false],
		['pmsAnalytics', '/v1/properties/{propertyId}/daily-occupancy', false],
		['pms', '/v2/properties/{propertyId}/rooms', false],
		['pms', '/v2/properties/{propertyId}/companies', false],
		['pmsIntegrationStorage', '/v1/properties/{propertyId}/inventories/search', false],
		['reviews', '/v1/properties/{propertyId}/reviews/stats', false],
		['reviews', '/v1/properties/{propertyId}/reviews', true],
		['referenceData', '/payment-methods', false],
		['referenceData', '/corporates/{corporateId}', true],
		['pmsIntegrationStorage', '/v1/properties/{propertyId}/bookings/{bookingId}', true],
		['pms', '/v2/properties/{propertyId}/reservations/{number}', true],
		['bookings', '/v1/properties/{propertyId}/bookings', true],
	] as const)('is told from one with it: %s %s', (area, path, expected) => {
		expect(holdsPersonalData({ area, method: 'GET', path })).toBe(expected);
		expect(holdsPersonalData({ area, method: 'GET', prefix: '', path })).toBe(true);
	});
});
