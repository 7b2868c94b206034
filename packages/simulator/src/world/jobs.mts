import type { INode, INodeParameters } from 'n8n-workflow';
import type { Random } from '../../../sandbox/src/world/random.mts';
import { CREDENTIALS } from './administration.mts';
import type { Simulation } from './simulation.mts';
import {
	bookingItems,
	roomAndRateItems,
	corporateItems,
	guestItems,
	bookingCopyItems,
	periodItems,
	propertyItems,
	reservationItems,
	roomItems,
	stayItems,
	storedBlockItems,
	storedBookingItems,
	withAmount,
	type WorkItem,
} from './workItems.mts';

/** An operation of a node, with items for it. */
export interface Job {
	node: string;
	resource: string;
	operation: string;
	parameters: INodeParameters;
	/** One run for all items together. */
	isTogether?: true;
	/** @param tag unique to the run */
	workItems(simulation: Simulation, random: Random, tag: string): WorkItem[];
}

const field = (name: string) => `={{ $json.${name} }}`;
const byId = (name: string) => ({ __rl: true, mode: 'id', value: field(name) });
const property = { propertyId: byId('propertyId') };
const NEWEST = { ...property, period: 'everything', returnAll: false, limit: 20 };
const OF_STAY = { ...property, number: field('number'), pmsRoomStayId: byId('pmsRoomStayId') };
const OF_GUEST = { ...property, pmsPersonId: byId('pmsPersonId') };

const MOMENTS = {
	moment: [
		{ name: 'Before', anchor: 'beforeArrival', count: 1, unit: 'days', time: '10:00' },
		{ name: 'Review', anchor: 'afterDeparture', count: 4, unit: 'hours' },
	],
};

export const JOBS: readonly Job[] = [
	...read('partnerHotelContent', property, propertyItems, {
		apiConnection: ['getStatus'],
		property: ['get', 'getAll'],
		roomType: ['getAll'],
		ratePlan: ['getAll'],
		service: ['getAll'],
		cancellationRule: ['getAll'],
		extraStayRule: ['getAll'],
		mealPlan: ['getAll'],
		roomTypeCategory: ['getAll'],
		roomAmenityCategory: ['getAll'],
	}),
	...read('partnerHotelReferenceData', {}, () => [{ json: {} }], {
		paymentMethod: ['getAll'],
		propertyAmenityType: ['getAll'],
		propertyKind: ['getAll'],
	}),
	...read('partnerHotelBookings', property, propertyItems, { booking: ['getPage'] }),
	...['summary', 'raw', 'nights'].flatMap((output) =>
		read('partnerHotelBookings', { ...NEWEST, output }, propertyItems, { booking: ['getAll'] }),
	),
	...['raw', 'nights'].flatMap((output) =>
		read('partnerHotelBookings', { ...property, number: field('number'), output }, bookingItems, {
			booking: ['get'],
		}),
	),
	...read('partnerHotelBookings', { ...property, number: field('number'), moments: MOMENTS }, bookingItems, {
		guestJourney: ['explain'],
	}),
	...read(
		'partnerHotelBookings',
		{ ...property, days: 1, bookedWithin: 1, moments: MOMENTS },
		propertyItems,
		{
			guestJourney: ['getSchedule'],
		},
	),
	...read(
		'partnerHotelContent',
		{ ...property, calculateFor: 'booking', number: field('number') },
		bookingItems,
		{ cancellationRule: ['calculatePenalty'] },
	),
	...read('partnerHotelContent', property, propertyItems, { review: ['getAll', 'getStatistics'] }),
	{
		node: 'partnerHotelBookings',
		resource: 'booking',
		operation: 'reconcile',
		parameters: { propertySelection: 'all', modifiedSince: '2009-01-01T00:00:00Z', failAbove: 100 },
		isTogether: true,
		workItems: bookingCopyItems,
	},
	...read('partnerHotelPms', property, propertyItems, {
		accommodationInventory: ['get'],
		company: ['getAll'],
		room: ['getAll'],
	}),
	...read(
		'partnerHotelPms',
		{ ...property, period: 'custom', startStayDate: field('from'), endStayDate: field('to') },
		periodItems,
		{
			occupancy: ['getDaily'],
		},
	),
	...read(
		'partnerHotelPms',
		{
			propertySelection: 'several',
			propertyIds: field('propertyId'),
			period: 'custom',
			startStayDate: field('from'),
			endStayDate: field('to'),
			compareWith: 'sameWeekdays',
		},
		periodItems,
		{ occupancy: ['getReport'] },
	),
	...read('partnerHotelPms', { ...property, bookingId: field('storedId') }, storedBookingItems, {
		storageBooking: ['get'],
	}),
	...read('partnerHotelPms', { ...property, inventoryBlockId: field('storedId') }, storedBlockItems, {
		inventoryBlock: ['get'],
	}),
	...read(
		'partnerHotelPms',
		{
			...property,
			roomTypeCodes: 'STD, SUP',
			startDate: field('from'),
			endDate: field('to'),
			returnAll: true,
		},
		periodItems,
		{ storageInventory: ['search'] },
	),
	...read(
		'partnerHotelPms',
		{ ...property, firstStayDate: field('from'), lastStayDate: field('to'), pmsSideRatePlanCode: 'BAR1' },
		periodItems,
		{ stayUnit: ['calculate'] },
	),
	...[false, true].flatMap((includeDetails) =>
		read(
			'partnerHotelPms',
			{ ...property, period: 'custom', stayFrom: field('from'), stayTo: field('to'), includeDetails },
			periodItems,
			{ reservation: ['search'] },
		),
	),
	...read('partnerHotelPms', { ...property, number: field('number') }, reservationItems, {
		reservation: ['get', 'getInvoices', 'getAvailableRooms'],
	}),
	...read('partnerHotelPms', { ...property, number: field('number'), moments: MOMENTS }, reservationItems, {
		guestJourney: ['explain'],
	}),
	...read('partnerHotelPms', { ...property, days: 1, moments: MOMENTS }, propertyItems, {
		guestJourney: ['getSchedule'],
	}),
	...read('partnerHotelPms', OF_GUEST, guestItems, {
		guest: ['get', 'search', 'getLoyaltyCards', 'getStays'],
	}),
	...read(
		'partnerHotelPms',
		{ ...OF_STAY, paymentAction: 'Payment' },
		(simulation, random) => stayItems(simulation, random),
		{
			roomStay: ['getPaymentSystems'],
		},
	),
	...read(
		'partnerHotelSearch',
		{ arrivalDate: field('from'), departureDate: field('to'), adults: 2, propertyIds: field('propertyId') },
		periodItems,
		{ roomStay: ['findLowestPrices'] },
	),
	...read(
		'partnerHotelSearch',
		{ ...property, arrivalDate: field('from'), departureDate: field('to'), adults: 2 },
		periodItems,
		{ roomStay: ['getOffers'] },
	),
	...read(
		'partnerHotelSearch',
		{
			...property,
			arrivalDateTime: field('arrival'),
			departureDateTime: field('departure'),
			roomTypeId: byId('roomTypeId'),
			ratePlanId: byId('ratePlanId'),
			placements: 'AdultBed-1',
			adults: 1,
		},
		roomAndRateItems,
		{ extraService: ['getAll'], extraStay: ['getOptions'] },
	),
	...read(
		'partnerHotelSearch',
		{
			...property,
			ruleFrom: 'ratePlan',
			ratePlanId: byId('ratePlanId'),
			kind: 'lateCheckOut',
			time: '18:00',
			nightPrice: 80,
			currencyCode: 'EUR',
		},
		roomAndRateItems,
		{ extraStay: ['calculateCharge'] },
	),
	...read('partnerHotelReferenceData', { corporateId: field('corporateId') }, corporateItems, {
		corporateClient: ['get'],
	}),
	...['Payment', 'Refund'].map(
		(action): Job => ({
			node: 'partnerHotelPms',
			resource: 'roomStay',
			operation: `process${action}`,
			parameters: {
				...OF_STAY,
				pmsPaymentSystemId: byId('system'),
				amount: field('amount'),
				currencyCode: field('currency'),
				actionDateTime: field('now'),
				options: { comment: field('comment') },
			},
			workItems: (simulation, random, tag) =>
				stayItems(simulation, random).flatMap((workItem, index) => {
					const comment = `${tag}-${index}.`;
					const wanted = withAmount(simulation, random, workItem, action as 'Payment', comment);
					return wanted ? [{ ...wanted, mark: `posted ${comment}`, about: comment }] : [];
				}),
		}),
	),
	...(['checkIn', 'checkOut'] as const).map(
		(operation): Job => ({
			node: 'partnerHotelPms',
			resource: 'roomStay',
			operation,
			parameters: {
				...OF_STAY,
				...(operation === 'checkIn'
					? { actualCheckInDateTime: field('now') }
					: { actualCheckOutDateTime: field('now') }),
			},
			workItems: (simulation, random) =>
				stayItems(simulation, random, operation === 'checkIn' ? 'New' : 'CheckedIn').map((workItem) => ({
					...workItem,
					mark: `${operation === 'checkIn' ? 'checkedIn' : 'checkedOut'} ${String(workItem.json.pmsRoomStayId)}`,
					about: `/${String(workItem.json.pmsRoomStayId)}/${operation === 'checkIn' ? 'check-in' : 'check-out'}`,
				})),
		}),
	),
	{
		node: 'partnerHotelPms',
		resource: 'roomStay',
		operation: 'assignRoom',
		parameters: { ...OF_STAY, roomId: byId('roomId') },
		workItems: roomItems,
	},
	{
		node: 'partnerHotelPms',
		resource: 'reservation',
		operation: 'assignRooms',
		parameters: {
			...property,
			number: field('number'),
			assignments: { assignment: [{ pmsRoomStayId: byId('pmsRoomStayId'), roomId: byId('roomId') }] },
		},
		workItems: roomItems,
	},
	{
		node: 'partnerHotelPms',
		resource: 'guest',
		operation: 'updateIdentityDocument',
		parameters: {
			...OF_GUEST,
			documentType: { __rl: true, mode: 'id', value: 'Passport' },
			documentNumber: field('document'),
			clearFields: ['departmentCode', 'effectiveDate', 'expiryDate', 'issueAuthority', 'series'],
		},
		workItems: (simulation, random, tag) =>
			guestItems(simulation, random).map((workItem, index) => {
				// Letters and digits only (specification, Other limits).
				const document = `${tag.replace('-', '')}item${index}end`;
				return {
					...workItem,
					json: { ...workItem.json, document },
					mark: `document ${document}`,
					about: document,
				};
			}),
	},
	{
		node: 'partnerHotelPms',
		resource: 'guest',
		operation: 'updateBirthCountry',
		parameters: { ...OF_GUEST, countryCode: { __rl: true, mode: 'id', value: 'NLD' } },
		workItems: (simulation, random) =>
			guestItems(simulation, random).map((workItem) => ({
				...workItem,
				mark: `birthCountry ${String(workItem.json.pmsPersonId)}`,
				about: `/${String(workItem.json.pmsPersonId)}/`,
			})),
	},
	{
		node: 'partnerHotelPms',
		resource: 'guest',
		operation: 'uploadDocumentScans',
		parameters: { ...OF_GUEST, binaryFields: 'data' },
		workItems: (simulation, random, tag) =>
			guestItems(simulation, random).map((workItem, index) => {
				const fileName = `${tag}-${index}.png`;
				const data = { fileName, mimeType: 'image/png', data: 'eA==' };
				return { ...workItem, binary: { data }, mark: `scan ${fileName}`, about: fileName };
			}),
	},
	{
		node: 'partnerHotelReferenceData',
		resource: 'corporateClient',
		operation: 'create',
		parameters: { taxpayerIdentificationNumber: field('tax'), registrationReasonCode: '771401001' },
		workItems: (_, random) =>
			Array.from({ length: random.integer(1, 12) }, () => {
				const tax = String(random.integer(1e9, 9.9e9)).slice(0, 10);
				return { json: { tax }, mark: `corporate ${tax}`, about: tax };
			}),
	},
];

function read(
	node: string,
	parameters: INodeParameters,
	workItems: (simulation: Simulation, random: Random) => WorkItem[],
	operations: Record<string, string[]>,
): Job[] {
	return Object.entries(operations).flatMap(([resource, names]) =>
		names.map((operation): Job => ({ node, resource, operation, parameters, workItems })),
	);
}

/** Details of all bookings of each hotel. */
export const EXPORT: Job = {
	node: 'partnerHotelBookings',
	resource: 'booking',
	operation: 'getAll',
	parameters: { ...property, period: 'everything', returnAll: true, output: 'raw' },
	workItems: (simulation) => simulation.openProperties.map(({ id }) => ({ json: { propertyId: id } })),
};

/** Begins the names of runs that come evenly and use up no limit. */
export const STEADY_READ = 'steady-';

/** One request, which counts towards the limits of most methods. */
export const COMPANIES = JOBS.find(({ resource }) => resource === 'company') as Job;

/** Random settings of a node. */
export function nodeSettings(random: Random): Partial<INode> {
	return {
		credentials: CREDENTIALS,
		...(random.chance(0.5) && {
			retryOnFail: true,
			maxTries: random.integer(2, 5),
			waitBetweenTries: 1_000,
		}),
		onError: random.pick(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const),
	};
}

export function nodeOf(
	{ node, resource, operation, parameters }: Job,
	settings: Partial<INode>,
	maxWaitSeconds?: number,
): INode {
	return {
		id: 'executed',
		name: 'Hotel',
		type: `n8n-nodes-partner-hotel.${node}`,
		typeVersion: 1,
		position: [0, 0],
		parameters: {
			resource,
			operation,
			...parameters,
			...(maxWaitSeconds !== undefined && {
				options: { ...(parameters['options'] as INodeParameters | undefined), maxWaitSeconds },
			}),
		},
		...settings,
	};
}
