import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import * as exposed from '../../index';
import { allowManyTokens, newClient } from '../support/clients';
import { harness, type TestCredential } from '../support/n8n';
import { byId, stayIn, type StayFacts } from '../support/pms';
import { startSandbox, type Sandbox } from '../support/sandbox';

/**
 * Every operation of the specification is callable: each operation of the nodes runs once with everyday
 * values, and what the sandbox was asked is compared with the list of what the API has.
 */
let sandbox: Sandbox;
let credential: TestCredential;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 5, properties: 3, bookings: 120 });
	await allowManyTokens(sandbox);
	credential = await newClient(sandbox);
});
afterAll(async () => await sandbox.stop());

const property = { propertyId: byId('1024') };

function day(ahead: number): string {
	return new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
}

type NodeName = Exclude<keyof typeof exposed, 'PartnerHotelOAuth2Api' | 'PartnerHotelTrigger'>;

async function run(
	node: NodeName,
	resource: string,
	operation: string,
	parameters: INodeParameters,
	item?: object,
) {
	const type: INodeType = new exposed[node]();
	const all = { resource, operation, ...parameters };
	const items = await harness(type, { parameters: all, credential }).execute(
		item ? [item as IDataObject] : undefined,
	);
	return items.map(({ json }) => json);
}

const pms = async (resource: string, operation: string, parameters: INodeParameters = {}, item?: object) =>
	await run('PartnerHotelPms', resource, operation, { ...property, ...parameters }, item);

const ofStay = (number: string, stay: StayFacts) => ({ number, pmsRoomStayId: byId(stay.pmsRoomStayId) });

async function contentAndReferenceData(): Promise<void> {
	for (const [resource, operations] of Object.entries({
		property: ['get', 'getAll'],
		roomType: ['getAll'],
		ratePlan: ['getAll'],
		service: ['getAll'],
		cancellationRule: ['getAll'],
		extraStayRule: ['getAll'],
		mealPlan: ['getAll'],
		roomTypeCategory: ['getAll'],
		roomAmenityCategory: ['getAll'],
	})) {
		for (const operation of operations) {
			expect((await run('PartnerHotelContent', resource, operation, property)).length).toBeGreaterThan(0);
		}
	}
	const numbers = { taxpayerIdentificationNumber: '770493581', registrationReasonCode: '771401001' };
	const [client] = await run('PartnerHotelReferenceData', 'corporateClient', 'create', numbers);
	await run('PartnerHotelReferenceData', 'corporateClient', 'get', { corporateId: String(client?.id) });
	for (const resource of ['paymentMethod', 'propertyAmenityType', 'propertyKind']) {
		expect((await run('PartnerHotelReferenceData', resource, 'getAll', {})).length).toBeGreaterThan(0);
	}
}

async function bookings(): Promise<void> {
	const [first] = await run('PartnerHotelBookings', 'booking', 'getAll', { ...property, limit: 1 });
	await run('PartnerHotelBookings', 'booking', 'get', { ...property, number: String(first?.number) });
	await run('PartnerHotelBookings', 'booking', 'getPage', property);
}

async function search(): Promise<void> {
	const dates = { arrivalDate: day(60), departureDate: day(62), adults: 2 };
	expect((await run('PartnerHotelSearch', 'roomStay', 'findLowestPrices', dates)).length).toBeGreaterThan(0);
	const [offer] = await run('PartnerHotelSearch', 'roomStay', 'getOffers', { ...property, ...dates });
	const chosen = {
		...property,
		arrivalDateTime: String(offer?.arrivalDateTime),
		departureDateTime: String(offer?.departureDateTime),
		roomTypeId: byId(String(offer?.roomTypeId)),
		ratePlanId: byId(String(offer?.ratePlanId)),
		placements: (offer?.placementCodes as string[]).join(', '),
		adults: 2,
	};
	await run('PartnerHotelSearch', 'extraService', 'getAll', chosen);
	await run('PartnerHotelSearch', 'extraStay', 'getOptions', chosen);
}

async function pmsReads(): Promise<void> {
	await pms('accommodationInventory', 'get');
	for (const resource of ['company', 'room']) await pms(resource, 'getAll');
	await pms('occupancy', 'getDaily', { startStayDate: day(-3), endStayDate: day(3) });
	const { number, stay } = await stayIn(sandbox, 'CheckedOut');
	const guest = { pmsPersonId: byId(stay.guestsIds[0] ?? '') };
	for (const operation of ['get', 'search', 'getLoyaltyCards', 'getStays'])
		await pms('guest', operation, guest);
	for (const operation of ['get', 'getInvoices', 'getAvailableRooms'])
		await pms('reservation', operation, { number });
	await pms('reservation', 'search', {
		filters: { stayFrom: day(-30), stayTo: day(30) },
		includeDetails: false,
	});
}

async function pmsWrites(): Promise<void> {
	const { number, stay } = await stayIn(sandbox, 'New');
	const guest = { pmsPersonId: byId(stay.guestsIds[0] ?? '') };
	await pms('guest', 'updateIdentityDocument', {
		...guest,
		documentType: byId('Passport'),
		documentNumber: '1',
	});
	await pms('guest', 'updateBirthCountry', { ...guest, countryCode: byId('NLD') });
	const scan = { json: {}, binary: { data: { fileName: 'a.png', mimeType: 'image/png', data: 'eA==' } } };
	await pms('guest', 'uploadDocumentScans', { ...guest, binaryFields: 'data' }, scan);
	const free = await pms('reservation', 'getAvailableRooms', { number });
	const rooms = free.find(({ pmsRoomStayId }) => pmsRoomStayId === stay.pmsRoomStayId)?.roomIds as string[];
	const room = { roomId: byId(rooms[0] ?? '') };
	const assignment = [{ pmsRoomStayId: byId(stay.pmsRoomStayId), ...room }];
	await pms('reservation', 'assignRooms', { number, assignments: { assignment } });
	const about = ofStay(number, stay);
	await pms('roomStay', 'assignRoom', { ...about, ...room });
	await money(about);
	await pms('roomStay', 'checkIn', { ...about, actualCheckInDateTime: `${day(0)}T10:00` });
	await pms('roomStay', 'checkOut', { ...about, actualCheckOutDateTime: `${day(0)}T11:00` });
}

async function money(about: ReturnType<typeof ofStay>): Promise<void> {
	const [reservation] = await pms('reservation', 'get', { number: about.number });
	for (const action of ['Payment', 'Refund']) {
		const [system] = await pms('roomStay', 'getPaymentSystems', { ...about, paymentAction: action });
		await pms('roomStay', `process${action}`, {
			...about,
			pmsPaymentSystemId: byId(String(system?.pmsPaymentSystemId)),
			amount: 1,
			currencyCode: String(reservation?.currencyCode),
			actionDateTime: `${day(0)}T09:00`,
		});
	}
}

describe('the specification', () => {
	it('40 of its 40 operations are covered by the nodes', async () => {
		await contentAndReferenceData();
		await bookings();
		await search();
		await pmsReads();
		await pmsWrites();

		const all = await sandbox.operations();
		const expected = all
			.filter(({ area }) => area !== 'authentication')
			.map(({ method, path }) => `${method} ${path}`);
		expect(expected).toHaveLength(40);
		const { byEndpoint, byStatus } = await sandbox.report();
		const called = Object.keys(byEndpoint).filter((endpoint) => endpoint !== 'POST /auth/token');
		expect(called.sort()).toEqual([...expected].sort());
		expect(Object.keys(byStatus).sort()).toEqual(['200', '204']);
	});
});
