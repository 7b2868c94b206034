import type { EventContent } from '../events/webhooks.mts';
import type { Storage } from './storage.mts';
import type { InventoryBlock, StorageBooking, StorageChange } from './types.mts';

/**
 * The events of a change, given what the storage held before it. Their payload is not published; the ids are those
 * that the operations of the storage take.
 */
export function storageEvents(propertyId: string, before: Storage, change: StorageChange): EventContent[] {
	const inventory = { eventType: 'pms_integration_storage:inventory_changed', payload: { propertyId } };
	switch (change.kind) {
		case 'bookingStored': {
			const { booking } = change;
			const payload = { bookingId: booking.id, propertyId };
			const told = { eventType: 'pms_integration_storage:booking_changed', payload };
			const moved = roomsOf(before.bookings.get(booking.id)) !== roomsOf(booking);
			return moved ? [told, inventory] : [told];
		}
		case 'blockStored': {
			const { block } = change;
			const payload = { inventoryBlockId: block.id, propertyId };
			const told = { eventType: 'pms_integration_storage:inventory_block_changed', payload };
			const moved = heldBy(before.blocks.get(block.id)) !== heldBy(block);
			return moved ? [told, inventory] : [told];
		}
		case 'outOfOrderSet':
			return [inventory];
	}
}

/** The rooms that a booking takes, as text that can be compared. */
function roomsOf(booking: StorageBooking | undefined): string {
	if (booking === undefined || booking.status === 'Cancelled' || booking.status === 'Waitlisted') return '';
	return JSON.stringify(
		booking.stays.map(({ roomTypeCode, arrivalDay, nights, shareCode, blockCode }) => [
			roomTypeCode,
			arrivalDay,
			nights,
			shareCode,
			blockCode,
		]),
	);
}

function heldBy(block: InventoryBlock | undefined): string {
	return block === undefined || block.status !== 'Active' ? '' : JSON.stringify(block.days);
}
