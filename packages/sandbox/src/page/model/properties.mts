import type { Sandbox } from '../../sandbox.mts';
import { openPmsView } from '../../world/pms/pmsView.mts';
import type { Property } from '../../world/properties.mts';
import { localDay } from '../../world/zone.mts';

/** A property to choose. */
export interface PropertyLine {
	id: string;
	name: string;
	city: string;
	/** Percent of the rooms that are sold for the coming night. */
	occupancy: number;
}

const SHOWN = 6;

/** The first properties, and the chosen one: counting the guests of many properties would take long. */
export function propertyLines({ world, clock }: Sandbox, chosen: Property): PropertyLine[] {
	const first = world.properties.slice(0, SHOWN);
	const shown = first.includes(chosen) ? first : [...first.slice(1), chosen];
	return shown.map((property) => {
		const { pms, now, content } = openPmsView(world, property, clock.now());
		const sold = pms.calendar.inNight(localDay(now)).length;
		return {
			id: property.id,
			name: content.name,
			city: property.place.city.own,
			occupancy: Math.round((sold / pms.inventory.rooms.length) * 100),
		};
	});
}
