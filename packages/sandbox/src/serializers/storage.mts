import { rounded } from '../world/money.mts';
import type { DailyInventory } from '../world/storage/inventory.mts';
import type { BlockDay, InventoryBlock, StorageBooking, StorageStay } from '../world/storage/types.mts';
import { toWireDate, toWireInstant } from '../world/time.mts';
import { plusMinutes, toLocalMinute } from '../world/zone.mts';
import type { JsonObject } from './dialect.mts';

/** The property of the records. */
export interface StorageProperty {
	id: string;
	currency: string;
	timeZone: string;
	/** Usual times, `HH:mm`. */
	checkInTime: string;
	checkOutTime: string;
}

/** A booking as published: fields without a value are null or left out as their schema says. */
export function serializeStorageBooking(booking: StorageBooking, property: StorageProperty): JsonObject {
	const { channel, cancelledMs, stays } = booking;
	const amount = (value: number) => amountOf(value, property);
	const local = (epochMs: number) => `${toLocalMinute(epochMs, property.timeZone)}:00`;
	return {
		id: booking.id,
		propertyId: property.id,
		status: booking.status,
		uniqueIds: [{ id: booking.pmsId, idContext: 'Pms' }],
		bookingChannels:
			channel === null
				? []
				: [
						{
							...channel,
							codeType: 'Pms',
							bookingChannelType: channel.code.startsWith('CO') ? 'Company' : 'TravelAgent',
						},
					],
		roomStays: stays.map((stay, position) => serializeStay(stay, position, booking, property)),
		total: amount(stays.reduce((sum, stay) => sum + priceOf(stay), 0)),
		guaranteeInfo: { guaranteeCode: booking.guaranteeCode },
		pmsSideCreateDateTime: local(booking.createdMs),
		pmsSideUpdateDateTime: local(booking.updatedMs),
		updateDateTime: toWireInstant(booking.updatedMs),
		...(cancelledMs !== undefined && {
			cancellationInfo: { pmsSideCancelDateTime: local(cancelledMs), cancelReason: 'Guest request' },
		}),
		roomRevenues: revenuesOf(stays).map(([day, value]) => ({
			stayDate: toWireDate(day),
			amount: amount(value),
		})),
	};
}

function serializeStay(
	stay: StorageStay,
	position: number,
	{ status }: StorageBooking,
	property: StorageProperty,
): JsonObject {
	const { arrivalDay, nights, roomTypeCode, ratePlanCode, blockCode, breakfast, shareCode } = stay;
	const arrival = `${toWireDate(arrivalDay)}T${property.checkInTime}`;
	const departure = `${toWireDate(arrivalDay + nights)}T${property.checkOutTime}`;
	const came = status === 'InHouse' || status === 'CheckedOut';
	const amount = (value: number) => amountOf(value, property);
	return {
		index: position,
		sourceOfBusiness: 'WEB',
		marketCode: blockCode === null ? 'LEISURE' : 'GROUP',
		roomTypes: [{ index: 0, pmsSideCode: roomTypeCode, pmsSideRoomNumber: stay.roomNumber }],
		ratePlans: [{ index: 0, pmsSideCode: ratePlanCode }],
		inventoryBlocks: blockCode === null ? [] : [{ index: 0, pmsSideCode: blockCode }],
		roomRates: stay.prices.map((price, night) => ({
			stayDate: toWireDate(arrivalDay + night),
			roomTypeIndex: 0,
			ratePlanIndex: 0,
			inventoryBlockIndex: blockCode === null ? null : 0,
			total: amount(price),
		})),
		services:
			breakfast === null
				? []
				: [
						{
							quantity: 1,
							pmsSideCode: 'BRKF',
							name: 'Breakfast',
							startDate: toWireDate(arrivalDay),
							durationStayUnits: nights,
							total: amount(breakfast * nights),
							inclusive: false,
						},
					],
		guestCounts: [
			{ ageQualifyingCode: 'AdultBed', count: stay.adults, age: null },
			...stay.childAges.map((age) => ({ ageQualifyingCode: 'ChildBandBed', count: 1, age })),
		],
		stayDates: {
			arrivalDateTime: `${arrival}:00`,
			departureDateTime: `${departure}:00`,
			actualCheckInDateTime: came ? `${plusMinutes(arrival, 15)}:00` : null,
			actualCheckOutDateTime: status === 'CheckedOut' ? `${plusMinutes(departure, -30)}:00` : null,
		},
		...(shareCode !== null && {
			roomShare: { roomShareCode: shareCode, isPrimaryRoomShare: position === 0 },
		}),
	};
}

function priceOf({ prices, breakfast, nights }: StorageStay): number {
	return prices.reduce((sum, price) => sum + price, 0) + (breakfast ?? 0) * nights;
}

/** The prices of the rooms by night, in the order of the nights. */
function revenuesOf(stays: readonly StorageStay[]): Array<[day: number, amount: number]> {
	const byDay = new Map<number, number>();
	for (const { arrivalDay, prices } of stays) {
		for (const [night, price] of prices.entries()) {
			byDay.set(arrivalDay + night, (byDay.get(arrivalDay + night) ?? 0) + price);
		}
	}
	return [...byDay].sort(([one], [other]) => one - other);
}

function amountOf(value: number, { currency }: StorageProperty): JsonObject {
	return { amountAfterTax: rounded(value, currency), currencyCode: currency };
}

export function serializeInventory(
	{ id }: StorageProperty,
	inventories: readonly DailyInventory[],
): JsonObject {
	return {
		propertyId: id,
		inventories: inventories.map(({ roomTypeCode, day, physical, available, outOfOrder, updatedMs }) => ({
			roomTypeCode,
			date: toWireDate(day),
			physicalRoomCount: physical,
			availableRoomCount: available,
			outOfOrderRoomCount: outOfOrder,
			updateDateTime: toWireInstant(updatedMs),
		})),
	};
}

/** The raw texts of the outside PMS. */
const PMS_STATUSES: Record<InventoryBlock['status'], string | null> = {
	Inquiry: 'INQ',
	Active: 'DEF',
	Cancelled: 'CAN',
	Unknown: null,
};

/** @param realized the booked rooms of a day of the block */
export function serializeBlock(
	block: InventoryBlock,
	realized: (day: BlockDay) => number,
	property: StorageProperty,
): JsonObject {
	const { currency: currencyCode, timeZone, id: propertyId } = property;
	const local = (epochMs: number) => `${toLocalMinute(epochMs, timeZone)}:00`;
	return {
		id: block.id,
		propertyId,
		pmsSideId: block.pmsId,
		pmsSideCode: block.code,
		updateDateTime: toWireInstant(block.updatedMs),
		pmsSideCreateDateTime: local(block.createdMs),
		pmsSideCancelDateTime: block.cancelledMs === undefined ? null : local(block.cancelledMs),
		ratePlanCodes: block.ratePlanCodes,
		blockStatus: block.status,
		pmsBlockStatus: PMS_STATUSES[block.status],
		dailyItems: block.days.map((item) => ({
			date: toWireDate(item.day),
			roomTypeCode: item.roomTypeCode,
			blockedCount: item.blocked,
			realizedCount: realized(item),
			cutoffDate: item.cutoffDay === null ? null : toWireDate(item.cutoffDay),
			pricing: { oneAdultPrice: item.oneAdultPrice, servicesPrice: null, currencyCode },
		})),
	};
}
