/**
 * What an outside PMS has synchronized to the provider, in neutral form; `serializers/storage.mts` writes it. Local
 * times are `YYYY-MM-DDThh:mm` of the property, dates are days since 1970-01-01, amounts in the property's currency.
 */

/** Provider enumerations, open. */
export const STORAGE_BOOKING_STATUSES = [
	'Confirmed',
	'Waitlisted',
	'InHouse',
	'CheckedOut',
	'Cancelled',
	'Unknown',
] as const;
export type StorageBookingStatus = (typeof STORAGE_BOOKING_STATUSES)[number];

export const BLOCK_STATUSES = ['Inquiry', 'Active', 'Cancelled', 'Unknown'] as const;
export type BlockStatus = (typeof BLOCK_STATUSES)[number];

/** One room stay of a booking: the same room type and rate plan on all its nights. */
export interface StorageStay {
	roomTypeCode: string;
	ratePlanCode: string;
	/** null = not from a block. */
	blockCode: string | null;
	/** null = not assigned. */
	roomNumber: string | null;
	arrivalDay: number;
	nights: number;
	adults: number;
	/** Of one child each. */
	childAges: readonly number[];
	/** One per night. */
	prices: readonly number[];
	/** Breakfast on top, per night; null = none. */
	breakfast: number | null;
	/** null = the room is not shared; stays with the same code have the same room. */
	shareCode: string | null;
}

export interface StorageBooking {
	/** In the storage. */
	readonly id: string;
	/** In the outside PMS. */
	readonly pmsId: string;
	status: StorageBookingStatus;
	/** null = made by the hotel itself. */
	channel: { code: string; name: string } | null;
	guaranteeCode: string | null;
	stays: StorageStay[];
	/** Epoch milliseconds. */
	readonly createdMs: number;
	updatedMs: number;
	/** Of the cancellation; undefined unless cancelled. */
	cancelledMs?: number;
}

/** Rooms of one type that a block holds on one day. */
export interface BlockDay {
	day: number;
	roomTypeCode: string;
	blocked: number;
	/** From this day on, rooms that are not booked are sold to others; null = never. */
	cutoffDay: number | null;
	oneAdultPrice: number;
}

export interface InventoryBlock {
	readonly id: string;
	readonly pmsId: string;
	readonly code: string;
	status: BlockStatus;
	ratePlanCodes: string[];
	days: BlockDay[];
	readonly createdMs: number;
	updatedMs: number;
	cancelledMs?: number;
}

/** What happens in the outside PMS and is synchronized. */
export type StorageChange =
	| { kind: 'bookingStored'; booking: StorageBooking }
	| { kind: 'blockStored'; block: InventoryBlock }
	| { kind: 'outOfOrderSet'; roomTypeCode: string; firstDay: number; lastDay: number; rooms: number };
