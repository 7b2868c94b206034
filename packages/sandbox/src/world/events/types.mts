/** The published types of events, `module:name`; the list is open. */
export const EVENT_TYPES = [
	'webpms:create_booking',
	'webpms:cancel_booking',
	'webpms:change_room',
	'webpms:add_room_group_booking',
	'webpms:delete_room_group_booking',
	'webpms:check_in',
	'webpms:check_out',
	'webpms:cancel_check_in',
	'webpms:cancel_check_out',
	'webpms:change_check_in_datetime',
	'webpms:change_check_out_datetime',
	'pms_integration_storage:booking_changed',
	'pms_integration_storage:inventory_changed',
	'pms_integration_storage:inventory_block_changed',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** An event as it is sent. It names what has changed and holds no data of persons. */
export interface HotelEvent {
	/** UUID. */
	eventId: string;
	/** One of `EVENT_TYPES`, or any other that was emitted through the control interface. */
	eventType: string;
	/** UTC, with 3 or 7 fraction digits. */
	creationTime: string;
	payload: Readonly<Record<string, unknown>>;
}

export type Authentication =
	| { kind: 'none' }
	/** Sent as the header `API-KEY`. */
	| { kind: 'apiKey'; key: string }
	| { kind: 'basic'; user: string; password: string };

/** What the hotelier enters in the form of an API connection. */
export interface Webhook {
	/** http or https. */
	url: string;
	/** null = every type, those unknown today included. */
	eventTypes: readonly EventType[] | null;
	authentication: Authentication;
}
