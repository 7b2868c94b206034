import type { StaffRecordChange } from '../pms/pmsChange.mts';
import { openPmsView } from '../pms/pmsView.mts';
import type { Property } from '../properties.mts';
import type { World } from '../world.mts';
import type { DeskAction } from './deskActions.mts';
import { roomToGive } from './roomFor.mts';

/** Records an action of the front desk at its time, unless somebody else has done it meanwhile. */
export function perform(world: World, property: Property, { atMs, kind, stay }: DeskAction): void {
	const view = openPmsView(world, property, atMs);
	const { written } = stay;
	if (stay.cancelled || view.pms.stay(stay.id) !== stay) return;
	if (kind !== 'departure') {
		if (written.checkedIn !== undefined) return;
		if (written.roomId === undefined) giveRoom(world, property, atMs, stay.id, roomToGive(view, stay));
		if (kind === 'room') return;
	}
	const leaves = kind === 'departure';
	if (leaves && typeof written.checkedOut === 'string') return;
	const { roomId, actualCheckIn } = view.stateOf(stay);
	if (leaves && actualCheckIn === null) return;
	const change: StaffRecordChange = {
		kind: 'staffRecordChanged',
		pmsRoomStayId: stay.id,
		checkedIn: leaves ? actualCheckIn : view.now,
		checkedOut: leaves ? view.now : null,
		roomId,
		// Guests whom the desk checks out have paid everything.
		settled: leaves,
		byItself: true,
	};
	world.apply({ kind: 'pmsWritten', propertyId: property.id, change, atMs });
}

/** If no room is free, the guests come without one. */
function giveRoom(
	world: World,
	property: Property,
	atMs: number,
	pmsRoomStayId: string,
	roomId: string | undefined,
): void {
	if (roomId === undefined) return;
	const change = { kind: 'roomsAssigned' as const, rooms: [{ pmsRoomStayId, roomId }] };
	world.apply({ kind: 'pmsWritten', propertyId: property.id, change, atMs });
}
