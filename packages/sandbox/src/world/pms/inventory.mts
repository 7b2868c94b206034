import type { PropertyRecord } from '../content/types.mts';
import type { IdGenerator } from './ids.mts';

export interface Room {
	id: string;
	displayName: string;
	roomTypeId: string;
	floorId: string;
}

export interface Floor {
	id: string;
	name: string;
	rooms: Room[];
}

export interface Building {
	id: string;
	name: string;
	floors: Floor[];
}

/** The rooms of a property; it never changes. */
export interface Inventory {
	buildings: Building[];
	/** In the order of their ids. */
	rooms: readonly Room[];
	byId: ReadonlyMap<string, Room>;
	byType: ReadonlyMap<string, readonly Room[]>;
}

/** Stays per booking times nights per stay, over the days of the history and the five room types. */
const USUAL_SHARE = (1.3 * 5.2) / 730 / 5;
/** The factor by which the hotel is busier around the end of the history. */
const BUSY_FACTOR = 3.2;
const SPARE_DEVIATIONS = 5;
const MIN_SPARE = 4;

const DEFAULT_FLOOR_SIZE = 10;
const MAX_FLOORS = 12;

/** Rooms of one type: enough for the busiest day of the seeded bookings, and some to spare. */
export function roomsPerType(bookings: number): number {
	const busy = bookings * USUAL_SHARE * BUSY_FACTOR;
	return Math.ceil(busy + SPARE_DEVIATIONS * Math.sqrt(busy)) + MIN_SPARE;
}

/**
 * Lays out the rooms of a property: one building per room type where these stand in different places,
 * otherwise a main building and an annex.
 * @param perType number of rooms of each type
 */
export function generateInventory(property: PropertyRecord, ids: IdGenerator, perType: number): Inventory {
	const buildings = buildingPlans(property).map(({ name, prefix, roomTypes }) => {
		const roomTypeIds = roomTypes.flatMap(({ id }) => Array.from({ length: perType }, () => id));
		return {
			id: ids.take('building', name),
			name,
			floors: generateFloors(prefix, roomTypeIds, ids),
		};
	});
	const rooms = buildings
		.flatMap(({ floors }) => floors)
		.flatMap((floor) => floor.rooms)
		.sort((one, other) => Number(one.id) - Number(other.id));
	const inBuildingOrder = buildings.flatMap(({ floors }) => floors).flatMap((floor) => floor.rooms);
	return {
		buildings,
		rooms,
		byId: new Map(rooms.map((room) => [room.id, room])),
		byType: new Map(
			property.roomTypes.map(({ id }) => [id, inBuildingOrder.filter((room) => room.roomTypeId === id)]),
		),
	};
}

interface BuildingPlan {
	name: string;
	/** Starts the room names. */
	prefix: string;
	roomTypes: PropertyRecord['roomTypes'];
}

function buildingPlans({ roomTypes, multiLocationProperty }: PropertyRecord): BuildingPlan[] {
	if (multiLocationProperty) {
		return roomTypes.map((roomType, index) => ({
			name: `House ${index + 1}`,
			prefix: `${index + 1}-`,
			roomTypes: [roomType],
		}));
	}
	return [
		{ name: 'Main building', prefix: '', roomTypes: roomTypes.slice(0, 3) },
		{ name: 'Annex', prefix: 'A', roomTypes: roomTypes.slice(3) },
	];
}

function generateFloors(prefix: string, roomTypeIds: readonly string[], ids: IdGenerator): Floor[] {
	const size = Math.max(DEFAULT_FLOOR_SIZE, Math.ceil(roomTypeIds.length / MAX_FLOORS));
	const digits = Math.max(2, String(size).length);
	const floors = Math.ceil(roomTypeIds.length / size);
	return Array.from({ length: floors }, (_, index) => {
		const floor = index + 1;
		const id = ids.take('floor', prefix, floor);
		const rooms = roomTypeIds.slice(index * size, floor * size).map((roomTypeId, place) => {
			const displayName = `${prefix}${floor}${String(place + 1).padStart(digits, '0')}`;
			return { id: ids.take('room', displayName), displayName, roomTypeId, floorId: id };
		});
		return { id, name: `Floor ${floor}`, rooms };
	});
}
