/**
 * The events that the provider publishes, by `eventType`. The list is open: others may come. `event` is how items call
 * them.
 */
export const eventTypes = [
	{ type: 'webpms:cancel_booking', event: 'bookingCancelled', name: 'Booking Cancelled' },
	{ type: 'webpms:create_booking', event: 'bookingCreated', name: 'Booking Created' },
	{ type: 'webpms:cancel_check_in', event: 'checkInCancelled', name: 'Check-In Cancelled' },
	{ type: 'webpms:change_check_in_datetime', event: 'checkInTimeChanged', name: 'Check-In Time Changed' },
	{ type: 'webpms:cancel_check_out', event: 'checkOutCancelled', name: 'Check-Out Cancelled' },
	{ type: 'webpms:change_check_out_datetime', event: 'checkOutTimeChanged', name: 'Check-Out Time Changed' },
	{ type: 'webpms:check_in', event: 'checkedIn', name: 'Checked In' },
	{ type: 'webpms:check_out', event: 'checkedOut', name: 'Checked Out' },
	{ type: 'webpms:change_room', event: 'roomChanged', name: 'Room Changed' },
	{ type: 'webpms:add_room_group_booking', event: 'roomStayAdded', name: 'Room Stay Added to Group' },
	{
		type: 'webpms:delete_room_group_booking',
		event: 'roomStayRemoved',
		name: 'Room Stay Removed From Group',
	},
	{
		type: 'pms_integration_storage:booking_changed',
		event: 'storageBookingChanged',
		name: 'Storage: Booking Changed',
	},
	{
		type: 'pms_integration_storage:inventory_block_changed',
		event: 'storageInventoryBlockChanged',
		name: 'Storage: Inventory Block Changed',
	},
	{
		type: 'pms_integration_storage:inventory_changed',
		event: 'storageInventoryChanged',
		name: 'Storage: Inventory Changed',
	},
] as const;

/** The choice of all events, also of those that are not known yet. */
export const ANY_EVENT = '*';

const names = new Map<string, string>(eventTypes.map(({ type, event }) => [type, event]));

/** @returns the type itself if it is not known */
export function eventName(type: string): string {
	return names.get(type) ?? type;
}
