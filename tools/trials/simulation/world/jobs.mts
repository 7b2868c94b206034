import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Change } from '../../../sandbox/world/changes.mts';
import { openPmsView, type PmsView } from '../../../sandbox/world/pms/pmsView.mts';
import { paymentSystemsOf } from '../../../sandbox/world/pms/paymentSystems.mts';
import { guestsOf } from '../../../sandbox/world/pms/guestList.mts';
import { roomsFor } from '../../../sandbox/world/pms/rooms.mts';
import type { Property } from '../../../sandbox/world/properties.mts';
import type { Random } from '../../../sandbox/world/random.mts';
import { toLocalMinute } from '../../../sandbox/world/zone.mts';
import type { Stage } from './stage.mts';

/** One item that a workflow gives to a node, and what it asks to be written. */
export interface Wish {
	json: INodeExecutionData['json'];
	binary?: INodeExecutionData['binary'];
	/** What the service notes when it carries it out: see `markOf`. */
	mark?: string;
	/** A part of the request's address and body that no other item has. */
	about?: string;
}

/** An operation of a node, with the items it may be given. */
export interface Job {
	node: string;
	resource: string;
	operation: string;
	parameters: INodeParameters;
	/** One run for all items together. */
	isTogether?: true;
	/** @param tag unique to the run */
	wishes(stage: Stage, random: Random, tag: string): Wish[];
}

const field = (name: string) => `={{ $json.${name} }}`;
const byId = (name: string) => ({ __rl: true, mode: 'id', value: field(name) });
const property = { propertyId: byId('propertyId') };
const NEWEST = { ...property, period: 'everything', returnAll: false, limit: 20 };
const OF_STAY = { ...property, number: field('number'), pmsRoomStayId: byId('pmsRoomStayId') };
const OF_GUEST = { ...property, pmsPersonId: byId('pmsPersonId') };
const MOST_ITEMS = 30;

export const JOBS: readonly Job[] = [
	...read('partnerHotelContent', property, ofProperties, {
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
	...read('partnerHotelBookings', property, ofProperties, { booking: ['getPage'] }),
	...['summary', 'raw', 'nights'].flatMap((output) =>
		read('partnerHotelBookings', { ...NEWEST, output }, ofProperties, { booking: ['getAll'] }),
	),
	...['raw', 'nights'].flatMap((output) =>
		read('partnerHotelBookings', { ...property, number: field('number'), output }, ofBookings, {
			booking: ['get'],
		}),
	),
	...read(
		'partnerHotelContent',
		{ ...property, calculateFor: 'booking', number: field('number') },
		ofBookings,
		{ cancellationRule: ['calculatePenalty'] },
	),
	{
		node: 'partnerHotelBookings',
		resource: 'booking',
		operation: 'reconcile',
		parameters: { propertySelection: 'all', modifiedSince: '2009-01-01T00:00:00Z', failAbove: 100 },
		isTogether: true,
		wishes: ofOwnBookings,
	},
	...read('partnerHotelPms', property, ofProperties, {
		accommodationInventory: ['get'],
		company: ['getAll'],
		room: ['getAll'],
	}),
	...read(
		'partnerHotelPms',
		{ ...property, period: 'custom', startStayDate: field('from'), endStayDate: field('to') },
		ofPeriods,
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
		ofPeriods,
		{ occupancy: ['getReport'] },
	),
	...read('partnerHotelPms', { ...property, bookingId: field('storedId') }, ofStoredBookings, {
		storageBooking: ['get'],
	}),
	...read('partnerHotelPms', { ...property, inventoryBlockId: field('storedId') }, ofStoredBlocks, {
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
		ofPeriods,
		{ storageInventory: ['search'] },
	),
	...read(
		'partnerHotelPms',
		{ ...property, firstStayDate: field('from'), lastStayDate: field('to'), pmsSideRatePlanCode: 'BAR1' },
		ofPeriods,
		{ stayUnit: ['calculate'] },
	),
	...[false, true].flatMap((includeDetails) =>
		read(
			'partnerHotelPms',
			{ ...property, period: 'custom', stayFrom: field('from'), stayTo: field('to'), includeDetails },
			ofPeriods,
			{ reservation: ['search'] },
		),
	),
	...read('partnerHotelPms', { ...property, number: field('number') }, ofReservations, {
		reservation: ['get', 'getInvoices', 'getAvailableRooms'],
	}),
	...read('partnerHotelPms', OF_GUEST, ofGuests, {
		guest: ['get', 'search', 'getLoyaltyCards', 'getStays'],
	}),
	...read('partnerHotelPms', { ...OF_STAY, paymentAction: 'Payment' }, ofStays, {
		roomStay: ['getPaymentSystems'],
	}),
	...read(
		'partnerHotelSearch',
		{ arrivalDate: field('from'), departureDate: field('to'), adults: 2, propertyIds: field('propertyId') },
		ofPeriods,
		{ roomStay: ['findLowestPrices'] },
	),
	...read(
		'partnerHotelSearch',
		{ ...property, arrivalDate: field('from'), departureDate: field('to'), adults: 2 },
		ofPeriods,
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
		ofChoices,
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
		ofChoices,
		{ extraStay: ['calculateCharge'] },
	),
	...read('partnerHotelReferenceData', { corporateId: field('corporateId') }, ofCorporates, {
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
			wishes: (stage, random, tag) =>
				ofStays(stage, random).map((wish, index) => {
					const comment = `${tag}-${index}`;
					return {
						...withMoney(stage, random, wish, action as 'Payment', comment),
						mark: `posted ${comment}`,
						about: comment,
					};
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
			wishes: (stage, random) =>
				ofStays(stage, random, operation === 'checkIn' ? 'New' : 'CheckedIn').map((wish) => ({
					...wish,
					mark: `${operation === 'checkIn' ? 'checkedIn' : 'checkedOut'} ${String(wish.json.pmsRoomStayId)}`,
					about: `/${String(wish.json.pmsRoomStayId)}/${operation === 'checkIn' ? 'check-in' : 'check-out'}`,
				})),
		}),
	),
	{
		node: 'partnerHotelPms',
		resource: 'roomStay',
		operation: 'assignRoom',
		parameters: { ...OF_STAY, roomId: byId('roomId') },
		wishes: ofRooms,
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
		wishes: ofRooms,
	},
	{
		node: 'partnerHotelPms',
		resource: 'guest',
		operation: 'updateIdentityDocument',
		parameters: {
			...OF_GUEST,
			documentType: { __rl: true, mode: 'id', value: 'Passport' },
			documentNumber: field('document'),
		},
		wishes: (stage, random, tag) =>
			ofGuests(stage, random).map((wish, index) => {
				// Letters and digits only (specification, Other limits).
				const document = `${tag.replace('-', '')}item${index}end`;
				return { ...wish, json: { ...wish.json, document }, mark: `document ${document}`, about: document };
			}),
	},
	{
		node: 'partnerHotelPms',
		resource: 'guest',
		operation: 'updateBirthCountry',
		parameters: { ...OF_GUEST, countryCode: { __rl: true, mode: 'id', value: 'NLD' } },
		wishes: (stage, random) =>
			ofGuests(stage, random).map((wish) => ({
				...wish,
				mark: `birthCountry ${String(wish.json.pmsPersonId)}`,
				about: `/${String(wish.json.pmsPersonId)}/`,
			})),
	},
	{
		node: 'partnerHotelPms',
		resource: 'guest',
		operation: 'uploadDocumentScans',
		parameters: { ...OF_GUEST, binaryFields: 'data' },
		wishes: (stage, random, tag) =>
			ofGuests(stage, random).map((wish, index) => {
				const fileName = `${tag}-${index}.png`;
				const data = { fileName, mimeType: 'image/png', data: 'eA==' };
				return { ...wish, binary: { data }, mark: `scan ${fileName}`, about: fileName };
			}),
	},
	{
		node: 'partnerHotelReferenceData',
		resource: 'corporateClient',
		operation: 'create',
		parameters: { taxpayerIdentificationNumber: field('tax'), registrationReasonCode: '771401001' },
		wishes: (_, random) =>
			Array.from({ length: random.integer(1, 12) }, () => {
				const tax = String(random.integer(1e9, 9.9e9)).slice(0, 10);
				return { json: { tax }, mark: `corporate ${tax}`, about: tax };
			}),
	},
];

function read(
	node: string,
	parameters: INodeParameters,
	wishes: (stage: Stage, random: Random) => Wish[],
	operations: Record<string, string[]>,
): Job[] {
	return Object.entries(operations).flatMap(([resource, names]) =>
		names.map((operation): Job => ({ node, resource, operation, parameters, wishes })),
	);
}

/** How the service notes a change, in the words of `Wish.mark`. */
export function marksOf(change: Change): string[] {
	if (change.kind === 'corporateCreated')
		return [`corporate ${change.corporate.taxpayerIdentificationNumber}`];
	if (change.kind !== 'pmsWritten') return [];
	const written = change.change;
	switch (written.kind) {
		case 'posted':
			return [`posted ${String(written.posting.comment)}`];
		case 'checkedIn':
		case 'checkedOut':
			return [`${written.kind} ${written.pmsRoomStayId}`];
		case 'staffRecordChanged':
			return [];
		case 'roomsAssigned':
			return written.rooms.map(({ pmsRoomStayId }) => `room ${pmsRoomStayId}`);
		case 'documentSet':
			return [`document ${String(written.document.number)}`];
		case 'birthCountrySet':
			return [`birthCountry ${written.pmsPersonId}`];
		case 'scansAdded':
			return written.scans.map(({ name }) => `scan ${name}`);
	}
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

function ofProperties(stage: Stage, random: Random): Wish[] {
	const ids = stage.openProperties.map(({ id }) => id);
	return Array.from({ length: random.integer(1, 10) }, () => ({ json: { propertyId: random.pick(ids) } }));
}

function ofBookings(stage: Stage, random: Random): Wish[] {
	return Array.from({ length: random.integer(1, MOST_ITEMS) }, () => {
		const { id, feed } = anyFeed(stage, random);
		return { json: { propertyId: id, number: feed.at(random.integer(0, feed.size - 1))?.number } } as Wish;
	});
}

/** What another system holds of a hotel: some bookings as they are, others as they were. */
function ofOwnBookings(stage: Stage, random: Random): Wish[] {
	const { id, feed } = anyFeed(stage, random);
	return Array.from({ length: random.integer(1, MOST_ITEMS) }, () => {
		const { number = '', status = '', modifiedMs = 0 } = feed.at(random.integer(0, feed.size - 1)) ?? {};
		const heldMs = random.chance(0.5) ? modifiedMs : modifiedMs - 60_000;
		const modifiedDateTime = `${new Date(heldMs).toISOString().slice(0, 19)}Z`;
		return { json: { propertyId: id, number, status, modifiedDateTime } };
	});
}

function ofStoredBookings(stage: Stage, random: Random): Wish[] {
	return ofStored(stage, random, ({ bookings }) => [...bookings.keys()]);
}

function ofStoredBlocks(stage: Stage, random: Random): Wish[] {
	return ofStored(stage, random, ({ blocks }) => [...blocks.keys()]);
}

type Storage = ReturnType<Stage['api']['sandbox']['world']['storage']>;

function ofStored(stage: Stage, random: Random, idsOf: (storage: Storage) => string[]): Wish[] {
	const chosen = random.pick(stage.openProperties);
	const ids = idsOf(stage.api.sandbox.world.storage(chosen)).slice(0, MOST_ITEMS);
	return ids.map((storedId) => ({ json: { propertyId: chosen.id, storedId } }));
}

function anyFeed(stage: Stage, random: Random) {
	const chosen = random.pick(stage.openProperties);
	return { id: chosen.id, feed: stage.api.sandbox.world.bookings(chosen).feed };
}

function ofPeriods(stage: Stage, random: Random): Wish[] {
	return ofProperties(stage, random).map(({ json }) => {
		const from = random.integer(1, 60);
		return { json: { ...json, from: dayIn(stage, from), to: dayIn(stage, from + random.integer(1, 5)) } };
	});
}

/** A room type and a rate plan of the hotel. */
function ofChoices(stage: Stage, random: Random): Wish[] {
	return ofPeriods(stage, random).map(({ json }) => {
		const { world } = stage.api.sandbox;
		const { roomTypes, ratePlans } = world.content(world.property(String(json.propertyId)) as Property).record
			.own;
		return {
			json: {
				...json,
				arrival: `${String(json.from)}T14:00`,
				departure: `${String(json.to)}T12:00`,
				roomTypeId: random.pick(roomTypes).id,
				ratePlanId: random.pick(ratePlans).id,
			},
		};
	});
}

function ofCorporates(stage: Stage, random: Random): Wish[] {
	const ids = [...stage.api.sandbox.world.corporates.keys(), 'unknown'];
	return Array.from({ length: random.integer(1, 5) }, () => ({ json: { corporateId: random.pick(ids) } }));
}

function dayIn(stage: Stage, days: number): string {
	return new Date(stage.now + days * 86_400_000).toISOString().slice(0, 10);
}

interface DeskOfStays {
	desk: PmsView;
	chosen: Property;
	reservations: ReturnType<PmsView['pms']['byModification']>;
}

export function anyDesk(stage: Stage, random: Random): DeskOfStays {
	const chosen = random.pick(stage.openProperties);
	const desk = openPmsView(stage.api.sandbox.world, chosen, stage.now);
	return { desk, chosen, reservations: desk.pms.byModification().slice(-60) };
}

function ofReservations(stage: Stage, random: Random): Wish[] {
	const { chosen, reservations } = anyDesk(stage, random);
	return random.some(reservations, 0.2).map(({ number }) => ({ json: { propertyId: chosen.id, number } }));
}

function ofStays(stage: Stage, random: Random, status = 'New'): Wish[] {
	const { desk, chosen, reservations } = anyDesk(stage, random);
	const now = toLocalMinute(stage.now, chosen.place.timeZone);
	const stays = reservations.flatMap(({ number, stays: all }) =>
		all.map((stay) => ({ stay, json: { propertyId: chosen.id, number, pmsRoomStayId: stay.id, now } })),
	);
	const fitting = stays.filter(({ stay }) => desk.stateOf(stay).status === status);
	return random
		.some(fitting, 0.3)
		.slice(0, MOST_ITEMS)
		.map(({ json }) => ({ json }));
}

function ofGuests(stage: Stage, random: Random): Wish[] {
	const { desk, chosen, reservations } = anyDesk(stage, random);
	const stays = random.some(reservations, 0.2).flatMap(({ stays: all }) => all.slice(0, 1));
	const ids = stays.flatMap((stay) => guestsOf(desk, stay, () => desk.detailOf(stay)).map(({ id }) => id));
	return [...new Set(ids)]
		.slice(0, MOST_ITEMS)
		.map((pmsPersonId) => ({ json: { propertyId: chosen.id, pmsPersonId } }));
}

/** Each stay gets a room that is free for it. */
function ofRooms(stage: Stage, random: Random): Wish[] {
	const { desk, chosen, reservations } = anyDesk(stage, random);
	return random.some(reservations, 0.2).flatMap(({ number, stays }) => {
		const stay = stays.find((one) => desk.stateOf(one).status === 'New');
		const room = stay && roomsFor(desk, stay)[0];
		if (!stay || !room) return [];
		const json = { propertyId: chosen.id, number, pmsRoomStayId: stay.id, roomId: room.id };
		return [{ json, mark: `room ${stay.id}`, about: stay.id }];
	});
}

function withMoney(
	stage: Stage,
	random: Random,
	wish: Wish,
	action: 'Payment' | 'Refund',
	comment: string,
): Wish {
	const propertyId = String(wish.json.propertyId);
	const { world } = stage.api.sandbox;
	const chosen = world.property(propertyId) as Property;
	const system = random.pick(paymentSystemsOf(world.plan.seed, propertyId, action)).id;
	const json = {
		...wish.json,
		system,
		amount: random.integer(1, 90),
		currency: chosen.place.currency,
		comment,
	};
	return { ...wish, json };
}
