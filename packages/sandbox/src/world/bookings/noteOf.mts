import type { Change } from '../changes.mts';
import type { Pms } from '../pms/pms.mts';
import type { PmsChange } from '../pms/pmsChange.mts';
import { toWireDate } from '../time.mts';
import type { World } from '../world.mts';
import type { BookingNote } from './notes.mts';
import type { BookingChange } from './store.mts';

type Note = BookingNote & { propertyId: string; number: string };

/** The notes of a change: for no booking, one, or several if rooms were assigned. */
export function noteOf(world: World, change: Change): Note[] {
	switch (change.kind) {
		case 'bookingCreated': {
			const { propertyId, booking } = change;
			return [{ propertyId, number: booking.number, atMs: booking.createdMs, text: 'Booked' }];
		}
		case 'bookingChanged': {
			const { propertyId, atMs } = change;
			const { number, modifiedMs = atMs } = change.change;
			return [{ propertyId, number, atMs: modifiedMs, text: wordsOf(change.change) }];
		}
		case 'detailRemoved': {
			const { propertyId, number } = change;
			const atMs = Date.now() + world.aheadMs;
			return [{ propertyId, number, atMs, text: 'Details removed from the API' }];
		}
		case 'pmsWritten': {
			const { propertyId, atMs } = change;
			const property = world.property(propertyId);
			if (property === undefined) return [];
			const notes = pmsNotes(world.pms(property), change.change);
			return notes.map((note) => ({ propertyId, atMs, ...note }));
		}
		default:
			return [];
	}
}

function wordsOf({ status, arrivalDay, wishes, modifiedMs }: BookingChange): string {
	if (status === 'Cancelled') return 'Cancelled';
	const parts = [
		...(status === undefined ? [] : [`status ${status}`]),
		...(arrivalDay === undefined ? [] : [`arrival ${toWireDate(arrivalDay)}`]),
		...(wishes?.nights === undefined ? [] : [`nights ${wishes.nights}`]),
		...(wishes?.roomStays === undefined ? [] : [`rooms ${wishes.roomStays}`]),
		...(wishes?.guest === undefined ? [] : [`guest ${wishes.guest}`]),
	];
	const what = parts.length === 0 ? 'prices' : parts.join(', ');
	return `Changed: ${what}${modifiedMs === undefined ? ' (not in the feed)' : ''}`;
}

function pmsNotes(pms: Pms, change: PmsChange): Array<{ number: string; text: string }> {
	const noteFor = (pmsRoomStayId: string, text: string) => {
		const stay = pms.stay(pmsRoomStayId);
		return stay === undefined ? [] : [{ number: stay.bookingNumber, text }];
	};
	switch (change.kind) {
		case 'checkedIn':
			return noteFor(change.pmsRoomStayId, `Checked in at ${timeOf(change.at)}`);
		case 'checkedOut':
			return noteFor(change.pmsRoomStayId, `Checked out at ${timeOf(change.at)}`);
		case 'staffRecordChanged': {
			const { pmsRoomStayId, checkedIn, checkedOut, byItself } = change;
			if (byItself) {
				return noteFor(pmsRoomStayId, `Checked ${checkedOut === null ? 'in' : 'out'} by the front desk`);
			}
			if (checkedIn === null) return noteFor(pmsRoomStayId, 'Check-in withdrawn');
			const text =
				checkedOut === null ? `Checked in at ${timeOf(checkedIn)}` : `Checked out at ${timeOf(checkedOut)}`;
			return noteFor(pmsRoomStayId, text);
		}
		case 'posted': {
			const { action, value, currencyCode } = change.posting;
			return noteFor(change.pmsRoomStayId, `${action} of ${value} ${currencyCode}`);
		}
		case 'roomsAssigned':
			return change.rooms.flatMap(({ pmsRoomStayId, roomId }) => {
				const room = roomId === null ? undefined : pms.inventory.byId.get(roomId)?.displayName;
				return noteFor(pmsRoomStayId, room === undefined ? 'Room taken away' : `Room ${room} assigned`);
			});
		default:
			return [];
	}
}

/** `27 Mar 14:00` would need the language of the reader; the form of the API needs none. */
function timeOf(local: string): string {
	return local.replace('T', ' ');
}
