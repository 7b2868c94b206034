import type { INodeExecutionData } from 'n8n-workflow';
import type { Change } from '../../../sandbox/src/world/changes.mts';
import { guestsOf } from '../../../sandbox/src/world/pms/guestList.mts';
import { paymentSystemsOf } from '../../../sandbox/src/world/pms/paymentSystems.mts';
import { openPmsView, type PmsView } from '../../../sandbox/src/world/pms/pmsView.mts';
import type { Stay } from '../../../sandbox/src/world/pms/stay.mts';
import { describeStay } from '../../../sandbox/src/world/pms/stayRecord.mts';
import { roomsFor } from '../../../sandbox/src/world/pms/rooms.mts';
import type { Property } from '../../../sandbox/src/world/properties.mts';
import type { Random } from '../../../sandbox/src/world/random.mts';
import { toLocalMinute } from '../../../sandbox/src/world/zone.mts';
import type { Simulation } from './simulation.mts';

/** An input item of a node, and the change that it asks for. */
export interface WorkItem {
	json: INodeExecutionData['json'];
	binary?: INodeExecutionData['binary'];
	/** Identifies the change in the records of the service: see `marksOf`. */
	mark?: string;
	/** A part of the request's URL or body that no other item has. */
	about?: string;
}

const MAX_ITEMS = 30;
const MAX_MONEY = 90;

/** The marks (`WorkItem.mark`) of a change that the service made. */
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

export function propertyItems(simulation: Simulation, random: Random): WorkItem[] {
	const ids = simulation.openProperties.map(({ id }) => id);
	return Array.from({ length: random.integer(1, 10) }, () => ({ json: { propertyId: random.pick(ids) } }));
}

export function bookingItems(simulation: Simulation, random: Random): WorkItem[] {
	return Array.from({ length: random.integer(1, MAX_ITEMS) }, () => {
		const { id, feed } = anyFeed(simulation, random);
		return {
			json: { propertyId: id, number: feed.at(random.integer(0, feed.size - 1))?.number },
		} as WorkItem;
	});
}

/** Another system's copies of bookings, some of them outdated. */
export function bookingCopyItems(simulation: Simulation, random: Random): WorkItem[] {
	const { id, feed } = anyFeed(simulation, random);
	return Array.from({ length: random.integer(1, MAX_ITEMS) }, () => {
		const { number = '', status = '', modifiedMs = 0 } = feed.at(random.integer(0, feed.size - 1)) ?? {};
		const heldMs = random.chance(0.5) ? modifiedMs : modifiedMs - 60_000;
		const modifiedDateTime = `${new Date(heldMs).toISOString().slice(0, 19)}Z`;
		return { json: { propertyId: id, number, status, modifiedDateTime } };
	});
}

export function storedBookingItems(simulation: Simulation, random: Random): WorkItem[] {
	return storedItems(simulation, random, ({ bookings }) => [...bookings.keys()]);
}

export function storedBlockItems(simulation: Simulation, random: Random): WorkItem[] {
	return storedItems(simulation, random, ({ blocks }) => [...blocks.keys()]);
}

type Storage = ReturnType<Simulation['api']['sandbox']['world']['storage']>;

function storedItems(
	simulation: Simulation,
	random: Random,
	idsOf: (storage: Storage) => string[],
): WorkItem[] {
	const chosen = random.pick(simulation.openProperties);
	const ids = idsOf(simulation.api.sandbox.world.storage(chosen)).slice(0, MAX_ITEMS);
	return ids.map((storedId) => ({ json: { propertyId: chosen.id, storedId } }));
}

function anyFeed(simulation: Simulation, random: Random) {
	const chosen = random.pick(simulation.openProperties);
	return { id: chosen.id, feed: simulation.api.sandbox.world.bookings(chosen).feed };
}

export function periodItems(simulation: Simulation, random: Random): WorkItem[] {
	return propertyItems(simulation, random).map(({ json }) => {
		const from = random.integer(1, 60);
		return {
			json: { ...json, from: dayIn(simulation, from), to: dayIn(simulation, from + random.integer(1, 5)) },
		};
	});
}

/** A room type and a rate plan of the hotel. */
export function roomAndRateItems(simulation: Simulation, random: Random): WorkItem[] {
	return periodItems(simulation, random).map(({ json }) => {
		const { world } = simulation.api.sandbox;
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

export function corporateItems(simulation: Simulation, random: Random): WorkItem[] {
	const ids = [...simulation.api.sandbox.world.corporates.keys(), 'unknown'];
	return Array.from({ length: random.integer(1, 5) }, () => ({ json: { corporateId: random.pick(ids) } }));
}

function dayIn(simulation: Simulation, days: number): string {
	return new Date(simulation.now + days * 86_400_000).toISOString().slice(0, 10);
}

interface DeskOfStays {
	desk: PmsView;
	chosen: Property;
	reservations: ReturnType<PmsView['pms']['byModification']>;
}

export function anyDesk(simulation: Simulation, random: Random): DeskOfStays {
	const chosen = random.pick(simulation.openProperties);
	const desk = openPmsView(simulation.api.sandbox.world, chosen, simulation.now);
	return { desk, chosen, reservations: desk.pms.byModification().slice(-60) };
}

export function reservationItems(simulation: Simulation, random: Random): WorkItem[] {
	const { chosen, reservations } = anyDesk(simulation, random);
	return random.some(reservations, 0.2).map(({ number }) => ({ json: { propertyId: chosen.id, number } }));
}

export function stayItems(simulation: Simulation, random: Random, status = 'New'): WorkItem[] {
	const { desk, chosen, reservations } = anyDesk(simulation, random);
	const now = toLocalMinute(simulation.now, chosen.place.timeZone);
	const stays = reservations.flatMap(({ number, stays: all }) =>
		all.map((stay) => ({ stay, json: { propertyId: chosen.id, number, pmsRoomStayId: stay.id, now } })),
	);
	const fitting = stays.filter(
		({ stay }) => desk.stateOf(stay).status === status && !simulation.takenStays.has(stay.id),
	);
	return random
		.some(fitting, 0.3)
		.slice(0, MAX_ITEMS)
		.map(({ json }) => ({ json }));
}

export function guestItems(simulation: Simulation, random: Random): WorkItem[] {
	const { desk, chosen, reservations } = anyDesk(simulation, random);
	const stays = random.some(reservations, 0.2).flatMap(({ stays: all }) => all.slice(0, 1));
	const ids = stays.flatMap((stay) => guestsOf(desk, stay, () => desk.detailOf(stay)).map(({ id }) => id));
	return [...new Set(ids)]
		.slice(0, MAX_ITEMS)
		.map((pmsPersonId) => ({ json: { propertyId: chosen.id, pmsPersonId } }));
}

/** Assigns another free room to each stay. */
export function roomItems(simulation: Simulation, random: Random): WorkItem[] {
	const { desk, chosen, reservations } = anyDesk(simulation, random);
	return random.some(reservations, 0.2).flatMap(({ number, stays }) => {
		const isFree = ({ id }: Stay) => !simulation.takenStays.has(id);
		const stay = stays.find((one) => desk.stateOf(one).status === 'New' && isFree(one));
		const room = stay && roomsFor(desk, stay).find(({ id }) => id !== desk.stateOf(stay).roomId);
		if (!stay || !room) return [];
		const json = { propertyId: chosen.id, number, pmsRoomStayId: stay.id, roomId: room.id };
		return [{ json, mark: `room ${stay.id}`, about: stay.id }];
	});
}

/** @returns the item with an amount that is due; undefined = nothing is */
export function withAmount(
	simulation: Simulation,
	random: Random,
	workItem: WorkItem,
	action: 'Payment' | 'Refund',
	comment: string,
): WorkItem | undefined {
	const propertyId = String(workItem.json.propertyId);
	const { world } = simulation.api.sandbox;
	const chosen = world.property(propertyId) as Property;
	const desk = openPmsView(world, chosen, simulation.now);
	const stay = desk.pms.stay(String(workItem.json.pmsRoomStayId)) as Stay;
	const { payAmount, refundAmount } = describeStay(desk, stay, desk.detailOf(stay));
	const due = Math.floor(action === 'Payment' ? payAmount : refundAmount);
	if (due < 1) return undefined;
	const json = {
		...workItem.json,
		system: random.pick(paymentSystemsOf(world.plan.seed, propertyId, action)).id,
		amount: random.integer(1, Math.min(due, MAX_MONEY)),
		currency: chosen.place.currency,
		comment,
	};
	return { ...workItem, json };
}
