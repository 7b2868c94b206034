import { flagText } from '../../http/fieldTypes.mts';
import type { Query, Route } from '../../http/route.mts';
import { listExtraServices } from './extraServices.mts';
import { listExtraStays } from './extraStays.mts';
import { findLowestPrices } from './lowestPrices.mts';
import { listOffers } from './offers.mts';

const PROPERTIES = '/api/search/v1/properties';
const PROPERTY = `${PROPERTIES}/{propertyId}`;
const POST = { method: 'POST', area: 'search' } as const;

/** The four operations of the search area (specification, Search). */
export const searchRoutes: readonly Route[] = [
	{ ...POST, path: `${PROPERTIES}/room-stays/search`, scope: 'lowestPriceSearch', onArea: findLowestPrices },
	{
		method: 'GET',
		path: `${PROPERTY}/room-stays`,
		area: 'search',
		scope: 'roomStays',
		otherScope: { scope: 'roomStaysWithExtras', when: asksForExtras },
		onProperty: listOffers,
	},
	{ ...POST, path: `${PROPERTY}/services`, scope: 'extras', onProperty: listExtraServices },
	{ ...POST, path: `${PROPERTY}/extra-stays`, scope: 'extras', onProperty: listExtraStays },
];

function asksForExtras({ includeExtraStays, includeExtraServices }: Query): boolean {
	return flagText.read(includeExtraStays) === true || flagText.read(includeExtraServices) === true;
}
