import type { EventType } from './types.mts';

/** The part of a booking that events are about. */
export interface BookingFacts {
	cancelled: boolean;
	stays: readonly StayFacts[];
}

/** Times are `YYYY-MM-DDThh:mm`, property time. */
export interface StayFacts {
	id: string;
	/** null = none that is known. */
	roomId: string | null;
	plannedCheckIn: string;
	plannedCheckOut: string;
	/** null = not recorded. */
	actualCheckIn: string | null;
	actualCheckOut: string | null;
}

/**
 * The events of a change, from the booking before it (undefined = there was none) and after it. Other changes of a
 * cancelled booking make none.
 */
export function bookingEvents(before: BookingFacts | undefined, after: BookingFacts): EventType[] {
	const cancelled: EventType[] =
		after.cancelled && before?.cancelled !== true ? ['webpms:cancel_booking'] : [];
	if (before === undefined) return ['webpms:create_booking', ...cancelled];
	if (before.cancelled || after.cancelled) return cancelled;
	const earlier = new Map(before.stays.map((stay) => [stay.id, stay]));
	const kept = new Set(after.stays.map(({ id }) => id));
	return [
		...before.stays.filter(({ id }) => !kept.has(id)).map(() => 'webpms:delete_room_group_booking' as const),
		...after.stays.flatMap((stay) => stayEvents(earlier.get(stay.id), stay)),
	];
}

function stayEvents(before: StayFacts | undefined, after: StayFacts): EventType[] {
	if (before === undefined) return ['webpms:add_room_group_booking'];
	const changes: Array<[EventType, boolean]> = [
		['webpms:change_room', before.roomId !== after.roomId],
		['webpms:cancel_check_out', before.actualCheckOut !== null && after.actualCheckOut === null],
		['webpms:cancel_check_in', before.actualCheckIn !== null && after.actualCheckIn === null],
		['webpms:check_in', before.actualCheckIn === null && after.actualCheckIn !== null],
		['webpms:check_out', before.actualCheckOut === null && after.actualCheckOut !== null],
		[
			'webpms:change_check_in_datetime',
			before.plannedCheckIn !== after.plannedCheckIn || moved(before.actualCheckIn, after.actualCheckIn),
		],
		[
			'webpms:change_check_out_datetime',
			before.plannedCheckOut !== after.plannedCheckOut || moved(before.actualCheckOut, after.actualCheckOut),
		],
	];
	return changes.flatMap(([type, happened]) => (happened ? [type] : []));
}

function moved(before: string | null, after: string | null): boolean {
	return before !== null && after !== null && before !== after;
}
