import type { IDataObject } from 'n8n-workflow';

import { recordsAt } from '../shared/api/response/records';
import { shortHash } from '../shared/polling/shortHash';
import { roomIdOf } from '../shared/pms/stayFields';
import { textIn } from '../shared/util/json';

/** `new`, also for a status that the specification does not name. */
export type StayStatus = 'new' | 'in' | 'out' | 'cancelled';

/** A room stay of a reservation's details (specification, PMS records). */
export interface RoomStay {
	/** A hash of its ID, or where it has none of its place in the reservation. */
	key: string;
	pmsRoomStayId: string | null;
	status: StayStatus;
	/** Empty: none. */
	roomId: string;
	/** Hotel-local minutes, `YYYY-MM-DDTHH:mm`; absent: not recorded. */
	recorded: { in?: string; out?: string };
}

const STATUSES: Readonly<Record<string, StayStatus>> = {
	checkedin: 'in',
	checkedout: 'out',
	cancelled: 'cancelled',
};
/** With 48 bits, ten thousand stays of a hotel share no key. */
const KEY_LENGTH = 8;

/** @param reservation null: the API no longer has it */
export function staysOf(number: string, reservation: IDataObject | null): RoomStay[] {
	if (!reservation) return [];
	return recordsAt(reservation, 'roomStays').map((stay, position) => {
		const id = textIn(stay, 'pmsRoomStayId') ?? null;
		const [checkIn, checkOut] = [
			minuteIn(stay, 'actualCheckInDateTime'),
			minuteIn(stay, 'actualCheckOutDateTime'),
		];
		return {
			key: shortHash(id ?? `${number} #${position}`, KEY_LENGTH),
			pmsRoomStayId: id,
			status: STATUSES[String(stay.status).toLowerCase()] ?? 'new',
			roomId: roomIdOf(stay) ?? '',
			recorded: {
				...(checkIn !== undefined && { in: checkIn }),
				...(checkOut !== undefined && { out: checkOut }),
			},
		};
	});
}

/** Hotel-local minute at which the last stay ends; empty if unknown. */
export function endOf(reservation: IDataObject | null): string {
	const ends = recordsAt(reservation, 'roomStays').flatMap(
		(stay) => minuteIn(stay, 'checkOutDateTime') ?? [],
	);
	return ends.sort().at(-1) ?? '';
}

function minuteIn(stay: IDataObject, field: string): string | undefined {
	return textIn(stay, field)?.slice(0, 16);
}
