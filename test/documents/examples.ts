import { DateTime, Settings } from 'luxon';
import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { PartnerHotelContent } from '../../nodes/PartnerHotelContent/PartnerHotelContent.node';
import { PartnerHotelEventTrigger } from '../../nodes/PartnerHotelEventTrigger/PartnerHotelEventTrigger.node';
import { PartnerHotelGuestJourneyTrigger } from '../../nodes/PartnerHotelGuestJourneyTrigger/PartnerHotelGuestJourneyTrigger.node';
import { PartnerHotelPms } from '../../nodes/PartnerHotelPms/PartnerHotelPms.node';
import { PartnerHotelReferenceData } from '../../nodes/PartnerHotelReferenceData/PartnerHotelReferenceData.node';
import { PartnerHotelReservationTrigger } from '../../nodes/PartnerHotelReservationTrigger/PartnerHotelReservationTrigger.node';
import { PartnerHotelSearch } from '../../nodes/PartnerHotelSearch/PartnerHotelSearch.node';
import { PartnerHotelTrigger } from '../../nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';
import { newClient } from '../support/clients';
import { harness, type TestCredential } from '../support/n8n';
import { byId, stayIn, type StayFacts } from '../support/pms';
import type { RequestRecord } from '../../packages/sandbox/src/client.mts';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';
import { WebhookHost } from '../support/webhookHost';

/** One operation, really run: what was entered, what was sent, what came back. */
export interface Example {
	/** `PartnerHotelPms roomStay checkIn`. */
	key: string;
	entered: INodeParameters;
	requests: SentRequest[];
	items: IDataObject[];
}

export type SentRequest = Pick<RequestRecord, 'method' | 'path' | 'query' | 'body'>;

/** In the order in which they are described. */
export const nodeTypes = {
	PartnerHotelTrigger: new PartnerHotelTrigger(),
	PartnerHotelReservationTrigger: new PartnerHotelReservationTrigger(),
	PartnerHotelGuestJourneyTrigger: new PartnerHotelGuestJourneyTrigger(),
	PartnerHotelEventTrigger: new PartnerHotelEventTrigger(),
	PartnerHotelBookings: new PartnerHotelBookings(),
	PartnerHotelSearch: new PartnerHotelSearch(),
	PartnerHotelPms: new PartnerHotelPms(),
	PartnerHotelContent: new PartnerHotelContent(),
	PartnerHotelReferenceData: new PartnerHotelReferenceData(),
} satisfies Record<string, INodeType>;

type ClassName = keyof typeof nodeTypes;

/** The invented world of the examples, and the moment at which each of them runs: the same on every machine. */
const WORLD = {
	seed: 1,
	properties: 3,
	bookings: 60,
	limits: 'off',
	anchor: '2027-03-01T00:00:00Z',
} as const;
const TOKEN = 'POST /auth/token';
const MOMENT = Date.parse('2027-03-01T09:30:00.000Z');

const property = { propertyId: byId('1024') };
const stayDates = { arrivalDate: '2027-05-10', departureDate: '2027-05-12', adults: 2 };

const AFTER_DEPARTURE = {
	moment: [{ name: 'Review', anchor: 'afterDeparture', count: 1, unit: 'days', time: '10:00' }],
};

export interface RunExamples {
	examples: ReadonlyMap<string, Example>;
	/** What the API has, and what of it the examples asked for: `GET /v1/properties/{propertyId}`. */
	offered: readonly string[];
	asked: ReadonlySet<string>;
	/** All statuses of its responses, but for those to requests for tokens. */
	statuses: ReadonlySet<number>;
}

/** How the examples run, if not as documented. */
export interface ExampleSettings {
	/** The credential of the next example. */
	credential(sandbox: Sandbox): Promise<TestCredential>;
	/** The parameters in place of those of an example. */
	entered(key: string, parameters: INodeParameters): INodeParameters;
}

const AS_DOCUMENTED: ExampleSettings = {
	// An API client of its own for every example: nothing is known yet from the one before.
	credential: async (sandbox) => await newClient(sandbox),
	entered: (_, parameters) => parameters,
};

/** Runs every operation once, in an order in which each finds what it needs. */
export async function runExamples(settings = AS_DOCUMENTED): Promise<RunExamples> {
	const sandbox = await startSandbox(WORLD);
	const realNow = Settings.now;
	Settings.now = () => MOMENT;
	try {
		const recorder = new Recorder(sandbox, settings);
		const number = await readBookings(recorder);
		await readContent(recorder, number);
		await useReferenceData(recorder);
		await searchOffers(recorder);
		await readPms(recorder);
		await writePms(recorder);
		await recorder.poll('PartnerHotelTrigger', property);
		await recorder.poll('PartnerHotelReservationTrigger', { ...property, events: ['cancelled'] });
		await recorder.poll('PartnerHotelGuestJourneyTrigger', { ...property, moments: AFTER_DEPARTURE });
		await recorder.deliver('PartnerHotelEventTrigger', { authentication: 'none', output: 'simplified' });
		const { examples, asked, statuses } = recorder;
		const hotel = (await sandbox.operations()).filter(({ area }) => area !== 'authentication');
		const offered = hotel.map(({ method, path }) => `${method} ${path}`);
		return { examples, offered, asked, statuses };
	} finally {
		Settings.now = realNow;
		await sandbox.stop();
	}
}

class Recorder {
	readonly examples = new Map<string, Example>();
	readonly asked = new Set<string>();
	readonly statuses = new Set<number>();

	constructor(
		readonly sandbox: Sandbox,
		private readonly settings: ExampleSettings,
	) {}

	async run(
		className: ClassName,
		resource: string,
		operation: string,
		entered: INodeParameters = {},
		items: object[] = [{}],
	): Promise<IDataObject[]> {
		const key = `${className} ${resource} ${operation}`;
		const parameters = this.settings.entered(key, { resource, operation, ...entered });
		return await this.record(key, entered, async () => {
			const node = await this.node(className, parameters);
			return await node.execute(items as IDataObject[]);
		});
	}

	async poll(className: ClassName, entered: INodeParameters): Promise<void> {
		await this.record(className, entered, async () => {
			const node = await this.node(className, this.settings.entered(className, entered));
			return (await node.poll({ mode: 'manual' })) ?? [];
		});
	}

	/** The provider sends the event of a booking. */
	async deliver(className: ClassName, entered: INodeParameters): Promise<void> {
		const [booking] = await this.sandbox.createBookings('1024', 1);
		const body = [
			{
				eventId: '01952268-cd6e-73ce-afbf-c4e5f1cd8d7d',
				eventType: 'webpms:create_booking',
				creationTime: '2027-03-01T09:29:59.1234567Z',
				payload: { BookingNumber: booking?.number, PropertyId: '1024' },
			},
		];
		const parameters = this.settings.entered(className, entered);
		const credential = await this.settings.credential(this.sandbox);
		const host = new WebhookHost(nodeTypes[className], { parameters, credential });
		const url = await host.start();
		const headers = { 'content-type': 'application/json' };
		await this.record(className, entered, async () => {
			await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
			return host.executions.flat().map((json) => ({ json }));
		});
		await host.stop();
		this.examples.get(className)?.requests.unshift({ method: 'POST', path: '/webhook/…', query: {}, body });
	}

	private async node(className: ClassName, parameters: INodeParameters) {
		const credential = await this.settings.credential(this.sandbox);
		return harness(nodeTypes[className], { parameters, credential });
	}

	private async record(
		key: string,
		entered: INodeParameters,
		execute: () => Promise<Array<{ json: IDataObject }>>,
	): Promise<IDataObject[]> {
		await this.sandbox.settings({ clockOffsetMs: MOMENT - Date.now(), clockStopped: true });
		await this.sandbox.resetReport();
		const items = (await execute()).map(({ json }) => json);
		const sent = (await this.sandbox.requests()).filter(({ path }) => path !== '/auth/token');
		const requests = sent.map(({ method, path, query, body }) => ({ method, path, query, body }));
		const { byEndpoint } = await this.sandbox.report();
		for (const endpoint of Object.keys(byEndpoint)) if (endpoint !== TOKEN) this.asked.add(endpoint);
		for (const { status } of sent) this.statuses.add(status);
		this.examples.set(key, { key, entered, requests, items });
		return items;
	}
}

/** @returns the number of a booking */
async function readBookings(recorder: Recorder): Promise<string> {
	const run = async (operation: string, entered: INodeParameters) =>
		await recorder.run('PartnerHotelBookings', 'booking', operation, { ...property, ...entered });
	const [first] = await run('getAll', { period: 'custom', modifiedSince: '2027-02-01T00:00:00Z' });
	const number = String(first?.number);
	await run('get', { number });
	await run('getPage', { pageSize: 10 });
	await reconcile(recorder);
	const journey = async (operation: string, entered: INodeParameters) =>
		await recorder.run('PartnerHotelBookings', 'guestJourney', operation, { ...property, ...entered });
	await journey('getSchedule', { moments: AFTER_DEPARTURE, days: 14 });
	await journey('explain', { number, moments: AFTER_DEPARTURE });
	return number;
}

/** Of the bookings, the first one is not in the items, and the second one in an earlier state. */
async function reconcile(recorder: Recorder): Promise<void> {
	const listed = recorder.examples.get('PartnerHotelBookings booking getPage')?.items[0];
	const [, changed, ...others] = (listed?.bookingSummaries ?? []) as IDataObject[];
	const items = [{ ...changed, modifiedDateTime: '2020-01-01T00:00:00Z' }, ...others];
	const since = { modifiedSince: '2009-01-01T00:00:00Z', failAbove: 100 };
	await recorder.run('PartnerHotelBookings', 'booking', 'reconcile', { ...property, ...since }, items);
}

async function readContent(recorder: Recorder, number: string): Promise<void> {
	const run = async (resource: string, operation: string, entered: INodeParameters = {}) =>
		await recorder.run('PartnerHotelContent', resource, operation, entered);
	await run('apiConnection', 'getStatus');
	await run('property', 'get', property);
	await run('property', 'getAll');
	for (const resource of ['roomType', 'ratePlan', 'service', 'cancellationRule', 'extraStayRule']) {
		await run(resource, 'getAll', property);
	}
	for (const operation of ['getAll', 'getStatistics']) await run('review', operation, property);
	await run('cancellationRule', 'calculatePenalty', { ...property, number });
	for (const resource of ['mealPlan', 'roomTypeCategory', 'roomAmenityCategory']) {
		await run(resource, 'getAll');
	}
}

async function useReferenceData(recorder: Recorder): Promise<void> {
	const run = async (resource: string, operation: string, entered: INodeParameters = {}) =>
		await recorder.run('PartnerHotelReferenceData', resource, operation, entered);
	for (const resource of ['paymentMethod', 'propertyAmenityType', 'propertyKind']) {
		await run(resource, 'getAll');
	}
	const numbers = { taxpayerIdentificationNumber: '770493581', registrationReasonCode: '771401001' };
	const [client] = await run('corporateClient', 'create', numbers);
	await run('corporateClient', 'get', { corporateId: String(client?.id) });
}

async function searchOffers(recorder: Recorder): Promise<void> {
	const run = async (resource: string, operation: string, entered: INodeParameters) =>
		await recorder.run('PartnerHotelSearch', resource, operation, entered);
	await run('roomStay', 'findLowestPrices', stayDates);
	const offers = await run('roomStay', 'getOffers', { ...property, ...stayDates });
	await run('extraService', 'getAll', chosenStay(offers[0]));
	// Not every rate plan lets guests come early or leave late.
	for (const offer of offers) {
		if ((await run('extraStay', 'getOptions', chosenStay(offer))).length === 0) continue;
		return void (await run('extraStay', 'calculateCharge', earlyCheckIn(offer)));
	}
}

function earlyCheckIn(offer: IDataObject): INodeParameters {
	return {
		...property,
		ratePlanId: byId(String(offer.ratePlanId)),
		time: '09:30',
		nightPrice: 80,
		currencyCode: String(offer.currency),
	};
}

function chosenStay(offer: IDataObject | undefined): INodeParameters {
	return {
		...property,
		arrivalDateTime: String(offer?.arrivalDateTime),
		departureDateTime: String(offer?.departureDateTime),
		roomTypeId: byId(String(offer?.roomTypeId)),
		placements: (offer?.placementCodes as string[]).join(', '),
		ratePlanId: byId(String(offer?.ratePlanId)),
		adults: 2,
	};
}

async function pms(
	recorder: Recorder,
	resource: string,
	operation: string,
	entered: INodeParameters = {},
	item?: object,
): Promise<IDataObject[]> {
	return await recorder.run('PartnerHotelPms', resource, operation, { ...property, ...entered }, [
		item ?? {},
	]);
}

async function readPms(recorder: Recorder): Promise<void> {
	const run = async (resource: string, operation: string, entered?: INodeParameters) =>
		await pms(recorder, resource, operation, entered);
	await run('room', 'getAll');
	await run('company', 'getAll');
	await run('accommodationInventory', 'get');
	const week = { period: 'custom', startStayDate: '2027-03-02', endStayDate: '2027-03-08' };
	await run('occupancy', 'getDaily', week);
	await run('occupancy', 'getReport', { ...week, groupBy: 'total', compareWith: 'sameWeekdays' });
	await readStorage(recorder);
	const { number, stay } = await stayIn(recorder.sandbox, 'CheckedOut');
	const guest = guestOf(stay);
	for (const operation of ['get', 'getStays']) await run('guest', operation, guest);
	const known = await run('guest', 'search', { filters: { name: 'an' } });
	await readLoyaltyCards(recorder, known);
	for (const operation of ['get', 'getInvoices']) await run('reservation', operation, { number });
	await run('guestJourney', 'getSchedule', { moments: AFTER_DEPARTURE, days: 14 });
	await run('guestJourney', 'explain', { number, moments: AFTER_DEPARTURE });
	await run('reservation', 'search', { period: 'custom', stayFrom: '2027-03-01', stayTo: '2027-03-31' });
}

async function readStorage(recorder: Recorder): Promise<void> {
	const run = async (resource: string, operation: string, entered: INodeParameters) =>
		await pms(recorder, resource, operation, entered);
	const { bookings, blocks } = await recorder.sandbox.storage('1024');
	await run('storageBooking', 'get', { bookingId: bookings.at(-1)?.id ?? '' });
	const days = { startDate: '2027-03-02', endDate: '2027-03-03' };
	await run('storageInventory', 'search', { roomTypeCodes: 'STD, SUP', ...days });
	const block = { inventoryBlockId: blocks[0]?.id ?? '' };
	await run('inventoryBlock', 'get', { ...block, output: 'days' });
	const stay = { firstStayDate: '2027-03-02', lastStayDate: '2027-03-04' };
	await run('stayUnit', 'calculate', { ...stay, pmsSideRatePlanCode: 'BAR1' });
}

/** Of the first guest who has one. */
async function readLoyaltyCards(recorder: Recorder, guests: IDataObject[]): Promise<void> {
	for (const { pmsPersonId } of guests) {
		const guest = { pmsPersonId: byId(String(pmsPersonId)) };
		if ((await pms(recorder, 'guest', 'getLoyaltyCards', guest)).length > 0) return;
	}
}

async function writePms(recorder: Recorder): Promise<void> {
	const { number, stay } = await stayIn(recorder.sandbox, 'New');
	const about = { number, pmsRoomStayId: byId(stay.pmsRoomStayId) };
	await writeAboutGuest(recorder, guestOf(stay));
	await giveRooms(recorder, number, stay);
	await postPayment(recorder, about);
	const today = DateTime.fromMillis(MOMENT, { zone: 'utc' }).toISODate();
	await pms(recorder, 'roomStay', 'checkIn', { ...about, actualCheckInDateTime: `${today}T14:30` });
	await pms(recorder, 'roomStay', 'checkOut', { ...about, actualCheckOutDateTime: `${today}T15:00` });
}

async function writeAboutGuest(recorder: Recorder, guest: INodeParameters): Promise<void> {
	const document = {
		documentType: byId('Passport'),
		documentNumber: '123456',
		documentFields: { expiryDate: '2031-05-20' },
		clearFields: ['departmentCode', 'effectiveDate', 'issueAuthority', 'series'],
	};
	await pms(recorder, 'guest', 'updateIdentityDocument', { ...guest, ...document });
	await pms(recorder, 'guest', 'updateBirthCountry', { ...guest, countryCode: byId('NLD') });
	const file = { fileName: 'passport.png', mimeType: 'image/png', data: 'iVBORw0KGgo=' };
	const scan = { json: {}, binary: { data: file } };
	await pms(recorder, 'guest', 'uploadDocumentScans', { ...guest, binaryFields: 'data' }, scan);
}

async function giveRooms(recorder: Recorder, number: string, stay: StayFacts): Promise<void> {
	const free = await pms(recorder, 'reservation', 'getAvailableRooms', { number });
	const found = free.find(({ pmsRoomStayId }) => pmsRoomStayId === stay.pmsRoomStayId);
	const [room] = (found?.rooms ?? []) as Array<{ roomId: string }>;
	const place = { pmsRoomStayId: byId(stay.pmsRoomStayId), roomId: byId(room?.roomId ?? '') };
	await pms(recorder, 'reservation', 'assignRooms', { number, assignments: { assignment: [place] } });
	await pms(recorder, 'roomStay', 'assignRoom', { number, ...place });
}

/** A payment first, so that there is something to refund. */
async function postPayment(recorder: Recorder, about: INodeParameters): Promise<void> {
	const reservation = recorder.examples.get('PartnerHotelPms reservation get')?.items[0];
	for (const [paymentAction, amount] of [
		['Payment', 120],
		['Refund', 20],
	] as const) {
		const [system] = await pms(recorder, 'roomStay', 'getPaymentSystems', { ...about, paymentAction });
		await pms(recorder, 'roomStay', `process${paymentAction}`, {
			...about,
			pmsPaymentSystemId: byId(String(system?.pmsPaymentSystemId)),
			amount,
			currencyCode: String(reservation?.currency),
			actionDateTime: '2027-03-01T14:30',
		});
	}
}

function guestOf({ guestsIds }: StayFacts): INodeParameters {
	return { pmsPersonId: byId(guestsIds[0] ?? '') };
}
