import { rounded } from '../money.mts';
import { Random } from '../random.mts';
import { DAY_MS, dayOf } from '../time.mts';
import { RATE_PLAN_CODES } from './codes.mts';
import type { BlockDay, InventoryBlock, StorageBooking, StorageStay } from './types.mts';

/** What the storage of a property is generated from. */
export interface StorageSetting {
	seed: number;
	propertyId: string;
	/** Seeded bookings of the property in the feed: the outside PMS has no more. */
	bookings: number;
	/** Epoch milliseconds: the end of the seeded history. */
	anchorMs: number;
	roomTypeCodes: readonly string[];
	/** By code: the names of the rooms. */
	roomNumbers: ReadonlyMap<string, readonly string[]>;
	currency: string;
	nightPrice: number;
}

const MAX_BOOKINGS = 120;
const DAYS_BEFORE = 30;
const DAYS_AHEAD = 90;
const BOOKED_BEFORE_DAYS = 90;
const MAX_NIGHTS = 7;
const CHANNELS = [
	{ code: 'TA001', name: 'Sunrise Travel' },
	{ code: 'TA014', name: 'Cityhopper' },
	{ code: 'CO207', name: 'Northwind Trading' },
] as const;

/** The bookings that the outside PMS had at the anchor, oldest first. */
export function generateStorageBookings(setting: StorageSetting): StorageBooking[] {
	const random = new Random(setting.seed, setting.propertyId, 'storage bookings');
	const today = dayOf(setting.anchorMs);
	let id = random.integer(2_000, 900_000);
	return Array.from({ length: Math.min(setting.bookings, MAX_BOOKINGS) }, (_, index) => {
		id += random.integer(1, 40);
		const arrivalDay = today + random.integer(-DAYS_BEFORE, DAYS_AHEAD);
		const latest = Math.min(setting.anchorMs, arrivalDay * DAY_MS);
		const createdMs = latest - random.integer(1, BOOKED_BEFORE_DAYS * DAY_MS);
		return makeBooking(setting, { id: String(id), number: index + 1, arrivalDay, createdMs });
	});
}

/** The given fields of a booking; the others are generated. */
export interface BookingSeed {
	id: string;
	/** Of the booking in the outside PMS. */
	number: number;
	arrivalDay: number;
	createdMs: number;
	nights?: number;
	roomStays?: number;
	roomTypeCode?: string;
	ratePlanCode?: string;
	blockCode?: string;
}

/** A booking as the outside PMS has it at the anchor, or at the moment at which it is made. */
export function makeBooking(setting: StorageSetting, wanted: BookingSeed): StorageBooking {
	const random = new Random(setting.seed, setting.propertyId, 'storage booking', wanted.id);
	const { arrivalDay, createdMs } = wanted;
	const nights = wanted.nights ?? random.integer(1, MAX_NIGHTS);
	const roomStays = wanted.roomStays ?? (random.chance(0.2) ? 2 : 1);
	const shared = roomStays === 2 && random.chance(0.4);
	const cancelled = random.chance(0.1);
	const waitlisted = random.chance(0.05);
	const channel = random.chance(0.6) ? random.pick(CHANNELS) : null;
	const guaranteeCode = random.chance(0.7) ? random.pick(['CC', 'DEP', '6PM']) : null;
	const first = makeStay(setting, wanted, nights, random);
	const stays = Array.from({ length: roomStays }, (_, position): StorageStay => {
		const stay = position === 0 ? first : makeStay(setting, wanted, nights, random);
		if (!shared) return stay;
		const { roomTypeCode, roomNumber } = first;
		return { ...stay, roomTypeCode, roomNumber, shareCode: `${wanted.id}${nights}` };
	});
	const status = statusAt(setting.anchorMs, arrivalDay, nights, createdMs, { cancelled, waitlisted });
	const { updatedMs, cancelledMs } = timesOf(status, setting.anchorMs, arrivalDay, nights, createdMs);
	return {
		id: wanted.id,
		pmsId: `RES-${10_000 + wanted.number}`,
		status,
		channel,
		guaranteeCode,
		stays,
		createdMs,
		updatedMs,
		...(cancelledMs !== undefined && { cancelledMs }),
	};
}

/** Bookings made after the anchor start as confirmed: the outside PMS changes them only on request. */
function statusAt(
	anchorMs: number,
	arrivalDay: number,
	nights: number,
	createdMs: number,
	{ cancelled, waitlisted }: { cancelled: boolean; waitlisted: boolean },
): StorageBooking['status'] {
	if (createdMs >= anchorMs) return 'Confirmed';
	if (cancelled) return 'Cancelled';
	const today = dayOf(anchorMs);
	if (arrivalDay + nights <= today) return 'CheckedOut';
	if (arrivalDay < today) return 'InHouse';
	return waitlisted ? 'Waitlisted' : 'Confirmed';
}

/** A cancellation half-way between booking and arrival; otherwise the last arrival or departure. */
function timesOf(
	status: StorageBooking['status'],
	anchorMs: number,
	arrivalDay: number,
	nights: number,
	createdMs: number,
): Pick<StorageBooking, 'updatedMs' | 'cancelledMs'> {
	switch (status) {
		case 'Cancelled': {
			const cancelledMs = Math.floor((createdMs + Math.min(anchorMs, arrivalDay * DAY_MS)) / 2);
			return { updatedMs: cancelledMs, cancelledMs };
		}
		case 'InHouse':
			return { updatedMs: arrivalDay * DAY_MS + DAY_MS / 2 };
		case 'CheckedOut':
			return { updatedMs: (arrivalDay + nights) * DAY_MS - DAY_MS / 2 };
		default:
			return { updatedMs: createdMs };
	}
}

function makeStay(
	setting: StorageSetting,
	{ number, arrivalDay, roomTypeCode, ratePlanCode, blockCode }: BookingSeed,
	nights: number,
	random: Random,
): StorageStay {
	const code = random.pick(setting.roomTypeCodes);
	const plan = random.pick(RATE_PLAN_CODES);
	const factor = 0.7 + random.fraction();
	const children = random.chance(0.25) ? random.integer(1, 2) : 0;
	const price = () => rounded(setting.nightPrice * factor * (0.9 + random.fraction() / 5), setting.currency);
	return {
		roomTypeCode: roomTypeCode ?? code,
		ratePlanCode: ratePlanCode ?? plan,
		blockCode: blockCode ?? null,
		roomNumber: random.chance(0.4) ? roomFor(setting, roomTypeCode ?? code, number) : null,
		arrivalDay,
		nights,
		adults: random.integer(1, 3),
		childAges: Array.from({ length: children }, () => random.integer(0, 15)),
		prices: Array.from({ length: nights }, price),
		breakfast: random.chance(0.3) ? rounded(setting.nightPrice / 10, setting.currency) : null,
		shareCode: null,
	};
}

/** Rooms in turn. */
function roomFor({ roomNumbers }: StorageSetting, roomTypeCode: string, turn: number): string | null {
	const rooms = roomNumbers.get(roomTypeCode) ?? [];
	return rooms[turn % rooms.length] ?? null;
}

const BLOCKS = [
	{ code: 'CONGRESS', status: 'Active', daysAhead: 30, nights: 4, rooms: 2 },
	{ code: 'TOUR', status: 'Inquiry', daysAhead: 55, nights: 2, rooms: 3 },
	{ code: 'WEDDING', status: 'Cancelled', daysAhead: 20, nights: 2, rooms: 2 },
] as const;
const CUTOFF_DAYS = 14;

/** The blocks that the outside PMS had at the anchor: one of each status. */
export function generateBlocks(setting: StorageSetting): InventoryBlock[] {
	const random = new Random(setting.seed, setting.propertyId, 'storage blocks');
	let id = random.integer(2_000, 90_000);
	return BLOCKS.map(({ code, status, daysAhead, nights, rooms }, index) => {
		id += random.integer(1, 300);
		const firstDay = dayOf(setting.anchorMs) + daysAhead;
		const createdMs = setting.anchorMs - random.integer(10, 60) * DAY_MS;
		const cancelledMs = status === 'Cancelled' ? createdMs + DAY_MS : undefined;
		const wanted = { firstDay, nights, rooms, roomTypeCodes: setting.roomTypeCodes.slice(0, 2) };
		return {
			id: String(id),
			pmsId: `BLK-${String(index + 1).padStart(3, '0')}`,
			code,
			status,
			ratePlanCodes: ['BAR1'],
			days: makeBlockDays(setting, wanted),
			createdMs,
			updatedMs: cancelledMs ?? createdMs,
			...(cancelledMs !== undefined && { cancelledMs }),
		};
	});
}

/** The same number of rooms of each type on each day. */
export function makeBlockDays(
	{ nightPrice, currency }: StorageSetting,
	wanted: { firstDay: number; nights: number; rooms: number; roomTypeCodes: readonly string[] },
): BlockDay[] {
	const { firstDay, nights, rooms, roomTypeCodes } = wanted;
	return Array.from({ length: nights }, (_, index) => firstDay + index).flatMap((day) =>
		roomTypeCodes.map((roomTypeCode, position) => ({
			day,
			roomTypeCode,
			blocked: rooms,
			cutoffDay: firstDay - CUTOFF_DAYS,
			oneAdultPrice: rounded(nightPrice * (0.8 + position / 5), currency),
		})),
	);
}
