import type { IDataObject } from 'n8n-workflow';

import { inColumns } from '../../../shared/api/bookings/columns';
import type { Names } from '../../../shared/api/property/names';
import { at, textAt } from '../../../shared/api/response/records';
import { messagesOf } from '../../../shared/api/response/messages';
import { nightsBetween } from '../../../shared/dates/dateRules';
import { textIn } from '../../../shared/util/json';
import { priceOf } from '../../price';
import { placementCodes } from './simplifyOffer';

/**
 * What names the rooms and rate plans of the cheapest offers in the response itself (specification, Search). Published
 * responses do without.
 */
export const SHORT_CONTENT = ['roomTypeShortContent', 'ratePlanShortContent'] as const;

/** The dates of the search, `YYYY-MM-DD`: the cheapest offers come without. */
interface SearchedDates {
	arrivalDate: string;
	departureDate: string;
}

/** The cheapest offer of a hotel as flat, named fields. */
export function simplifyLowestPrice(
	offer: IDataObject,
	namesOf: (propertyId: string) => Names,
	{ arrivalDate, departureDate }: SearchedDates,
): IDataObject {
	const propertyId = textIn(offer, 'propertyId') ?? null;
	const { property, roomTypes, ratePlans } = namesOf(propertyId ?? '');
	const roomTypeId = at(offer, 'roomType', 'id');
	const ratePlanId = at(offer, 'ratePlan', 'id');
	return inColumns({
		roomTypeName: textAt(offer, 'roomTypeShortContent', 'name') ?? roomTypes.get(String(roomTypeId)) ?? null,
		ratePlanName: textAt(offer, 'ratePlanShortContent', 'name') ?? ratePlans.get(String(ratePlanId)) ?? null,
		arrival: arrivalDate,
		departure: departureDate,
		nights: nightsBetween(arrivalDate, departureDate),
		...priceOf(offer),
		propertyName: property ?? null,
		placements: at(offer, 'fullPlacementsName'),
		mealPlanCode: at(offer, 'mealPlanCode'),
		bookingFormLink: textIn(offer, 'bookingFormLink') ?? null,
		...messagesOf(offer),
		placementCodes: placementCodes(offer),
		propertyId,
		roomTypeId,
		ratePlanId,
	});
}
