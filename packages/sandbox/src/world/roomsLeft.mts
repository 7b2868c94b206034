import type { Property } from './properties.mts';
import type { World } from './world.mts';

/** The occupancy from which guests find no room. */
const FULL_SHARE = 0.9;

/** Only hotels that people look at are kept from overbooking: others may have too many bookings to count. */
export function hasRoom(
	world: World,
	property: Property,
	{ arrivalDay, nights }: { arrivalDay: number; nights: number },
): boolean {
	if (world.plan.occupancy === undefined) return true;
	const { calendar, inventory } = world.pms(property);
	return Array.from({ length: nights }, (_, night) => calendar.inNight(arrivalDay + night).length).every(
		(sold) => sold < inventory.rooms.length * FULL_SHARE,
	);
}
