import type { ControlRoute } from './route.mts';

export interface PropertySummary {
	id: string;
	name: string;
	timeZone: string;
	/** How many it has. */
	bookings: number;
}

export const propertyRoutes: readonly ControlRoute[] = [
	{
		method: 'GET',
		path: '/properties',
		handle: ({ world }): PropertySummary[] =>
			world.properties.map((property) => ({
				id: property.id,
				name: property.name.own,
				timeZone: property.place.timeZone,
				bookings: world.bookingCount(property),
			})),
	},
];
