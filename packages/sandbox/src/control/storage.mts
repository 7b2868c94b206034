import { date, integer, list, nonEmptyText, oneOf, type FieldType } from '../http/fieldTypes.mts';
import type { Sandbox } from '../sandbox.mts';
import { rounded } from '../world/money.mts';
import type { Property } from '../world/properties.mts';
import { RATE_PLAN_CODES } from '../world/storage/codes.mts';
import { makeBlockDays, makeBooking } from '../world/storage/generate.mts';
import type { Storage } from '../world/storage/storage.mts';
import {
	BLOCK_STATUSES,
	STORAGE_BOOKING_STATUSES,
	type BlockStatus,
	type InventoryBlock,
	type StorageBooking,
	type StorageBookingStatus,
	type StorageChange,
} from '../world/storage/types.mts';
import { dayOf } from '../world/time.mts';
import { readBody, required, type Input } from './body.mts';
import { badControlRequest, ControlError } from './controlError.mts';
import { propertyOf, type ControlCall, type ControlRoute } from './route.mts';

const STORAGE = '/properties/:propertyId/storage';
const MAX_NIGHTS = 100;
const MAX_ROOMS = 20;
const MAX_DAYS_AT_ONCE = 1_000;
const USUAL_DAYS_AHEAD = 28;

const nights = integer(1, MAX_NIGHTS);
const rooms = integer(0, MAX_ROOMS);
const ratePlanCode = oneOf(RATE_PLAN_CODES);

const NEW_BOOKING = {
	arrivalDate: date,
	nights,
	roomStays: integer(1, MAX_ROOMS),
	roomTypeCode: nonEmptyText,
	ratePlanCode,
	/** Of an inventory block. */
	blockCode: nonEmptyText,
};
export type NewStorageBookingInput = Input<typeof NEW_BOOKING>;

const BOOKING_CHANGE = { status: oneOf(STORAGE_BOOKING_STATUSES), arrivalDate: date, nights };
export type StorageBookingChangeInput = Input<typeof BOOKING_CHANGE>;

const codes: FieldType<string[]> = {
	rule: 'must be a list of texts that are not empty',
	read: (value) => {
		const given = list.read(value)?.map(nonEmptyText.read);
		const known = given?.filter((code) => code !== undefined);
		return known !== undefined && known.length > 0 && known.length === given?.length ? known : undefined;
	},
};
const NEW_BLOCK = {
	code: required(nonEmptyText),
	status: oneOf(BLOCK_STATUSES),
	startDate: required(date),
	nights: required(nights),
	rooms: required(rooms),
	/** Absent = all. */
	roomTypeCodes: codes,
};
export type NewStorageBlockInput = Input<typeof NEW_BLOCK>;

const BLOCK_CHANGE = { status: oneOf(BLOCK_STATUSES), rooms };
export type StorageBlockChangeInput = Input<typeof BLOCK_CHANGE>;

const INVENTORY = {
	roomTypeCode: required(nonEmptyText),
	startDate: required(date),
	endDate: required(date),
	outOfOrderRoomCount: required(rooms),
};
export type InventoryInput = Input<typeof INVENTORY>;

/** A booking or a block of the storage. */
export interface StoredRecord {
	id: string;
	status: StorageBookingStatus | BlockStatus;
}

export interface StorageSummary {
	bookings: StoredRecord[];
	blocks: Array<StoredRecord & { code: string }>;
	roomTypeCodes: readonly string[];
	ratePlanCodes: readonly string[];
}

/** What the outside PMS of a property does, and synchronizes at once. */
export const storageRoutes: readonly ControlRoute[] = [
	{ method: 'GET', path: STORAGE, handle: show },
	{ method: 'POST', path: `${STORAGE}/bookings`, status: 201, handle: createBooking },
	{ method: 'PATCH', path: `${STORAGE}/bookings/:bookingId`, handle: changeBooking },
	{ method: 'POST', path: `${STORAGE}/blocks`, status: 201, handle: createBlock },
	{ method: 'PATCH', path: `${STORAGE}/blocks/:inventoryBlockId`, handle: changeBlock },
	{ method: 'PATCH', path: `${STORAGE}/inventory`, handle: changeInventory },
];

interface Opened {
	sandbox: Sandbox;
	property: Property;
	storage: Storage;
	nowMs: number;
}

function open(sandbox: Sandbox, call: ControlCall): Opened {
	const property = propertyOf(sandbox, call);
	return { sandbox, property, storage: sandbox.world.storage(property), nowMs: sandbox.clock.now() };
}

function show(sandbox: Sandbox, call: ControlCall): StorageSummary {
	const { storage } = open(sandbox, call);
	return {
		bookings: [...storage.bookings.values()].map(summary),
		blocks: [...storage.blocks.values()].map((block) => ({ ...summary(block), code: block.code })),
		roomTypeCodes: storage.setting.roomTypeCodes,
		ratePlanCodes: RATE_PLAN_CODES,
	};
}

function createBooking(sandbox: Sandbox, call: ControlCall): StoredRecord {
	const opened = open(sandbox, call);
	const { arrivalDate, ...wishes } = readBody(NEW_BOOKING, call.body);
	const { storage, nowMs } = opened;
	if (wishes.roomTypeCode !== undefined) requireRoomType(storage, wishes.roomTypeCode);
	const booking = makeBooking(storage.setting, {
		id: storage.freeId(),
		number: storage.bookings.size + 1,
		createdMs: Math.max(nowMs, storage.setting.anchorMs),
		arrivalDay: arrivalDate ?? dayOf(nowMs) + USUAL_DAYS_AHEAD,
		...wishes,
	});
	return store(opened, {
		kind: 'bookingStored',
		booking: { ...booking, createdMs: nowMs, updatedMs: nowMs },
	});
}

function changeBooking(sandbox: Sandbox, call: ControlCall): StoredRecord {
	const opened = open(sandbox, call);
	const { storage, nowMs } = opened;
	const { bookingId = '' } = call.params;
	const before = storage.bookings.get(bookingId);
	if (before === undefined) throw new ControlError(404, `The storage has no booking ${bookingId}`);
	const { status = before.status, arrivalDate, nights: wanted } = readBody(BOOKING_CHANGE, call.body);
	const kept = { ...before };
	delete kept.cancelledMs;
	const stays = before.stays.map((stay) => ({
		...stay,
		arrivalDay: arrivalDate ?? stay.arrivalDay,
		nights: wanted ?? stay.nights,
		prices: wanted === undefined ? stay.prices : repeated(stay.prices, wanted, storage),
	}));
	const booking: StorageBooking = {
		...kept,
		status,
		stays,
		updatedMs: nowMs,
		...(status === 'Cancelled' && { cancelledMs: before.cancelledMs ?? nowMs }),
	};
	return store(opened, { kind: 'bookingStored', booking });
}

/** Further nights cost what the first ones cost. */
function repeated(prices: readonly number[], count: number, { setting }: Storage): number[] {
	return Array.from({ length: count }, (_, night) =>
		rounded(prices[night % prices.length] ?? setting.nightPrice, setting.currency),
	);
}

function createBlock(sandbox: Sandbox, call: ControlCall): StoredRecord {
	const opened = open(sandbox, call);
	const { storage, nowMs } = opened;
	const wanted = readBody(NEW_BLOCK, call.body);
	const {
		code,
		status = 'Active',
		startDate: firstDay,
		roomTypeCodes = storage.setting.roomTypeCodes,
	} = wanted;
	for (const roomTypeCode of roomTypeCodes) requireRoomType(storage, roomTypeCode);
	const days = makeBlockDays(storage.setting, { ...wanted, firstDay, roomTypeCodes });
	const block: InventoryBlock = {
		id: storage.freeId(),
		pmsId: `BLK-${String(storage.blocks.size + 1).padStart(3, '0')}`,
		code,
		status,
		ratePlanCodes: ['BAR1'],
		days: days.map((day) => ({ ...day, cutoffDay: null })),
		createdMs: nowMs,
		updatedMs: nowMs,
		...(status === 'Cancelled' && { cancelledMs: nowMs }),
	};
	return store(opened, { kind: 'blockStored', block });
}

function changeBlock(sandbox: Sandbox, call: ControlCall): StoredRecord {
	const opened = open(sandbox, call);
	const { storage, nowMs } = opened;
	const { inventoryBlockId = '' } = call.params;
	const before = storage.blocks.get(inventoryBlockId);
	if (before === undefined) throw new ControlError(404, `The storage has no block ${inventoryBlockId}`);
	const { status = before.status, rooms: blocked } = readBody(BLOCK_CHANGE, call.body);
	const kept = { ...before };
	delete kept.cancelledMs;
	const block: InventoryBlock = {
		...kept,
		status,
		days: before.days.map((day) => ({ ...day, blocked: blocked ?? day.blocked })),
		updatedMs: nowMs,
		...(status === 'Cancelled' && { cancelledMs: before.cancelledMs ?? nowMs }),
	};
	return store(opened, { kind: 'blockStored', block });
}

function changeInventory(sandbox: Sandbox, call: ControlCall): undefined {
	const opened = open(sandbox, call);
	const { roomTypeCode, startDate, endDate, outOfOrderRoomCount } = readBody(INVENTORY, call.body);
	requireRoomType(opened.storage, roomTypeCode);
	if (endDate < startDate || endDate - startDate >= MAX_DAYS_AT_ONCE) {
		throw badControlRequest(`endDate must not be before startDate, nor ${MAX_DAYS_AT_ONCE} days after it`);
	}
	const days = { firstDay: startDate, lastDay: endDate, rooms: outOfOrderRoomCount };
	apply(opened, { kind: 'outOfOrderSet', roomTypeCode, ...days });
}

function requireRoomType({ setting }: Storage, code: string): void {
	if (setting.roomTypeCodes.includes(code)) return;
	throw badControlRequest(`There is no room type ${code}; known: ${setting.roomTypeCodes.join(', ')}`);
}

function store(
	opened: Opened,
	change: Extract<StorageChange, { kind: 'bookingStored' | 'blockStored' }>,
): StoredRecord {
	apply(opened, change);
	return summary(change.kind === 'bookingStored' ? change.booking : change.block);
}

function apply({ sandbox, property, nowMs }: Opened, change: StorageChange): void {
	sandbox.world.apply({ kind: 'storageWritten', propertyId: property.id, change, atMs: nowMs });
}

function summary({ id, status }: StorageBooking | InventoryBlock): StoredRecord {
	return { id, status };
}
