import type { IDataObject } from 'n8n-workflow';

import type { Names } from '../../../shared/api/names';
import { at, textAt } from '../../../shared/api/records';
import { messagesOf } from '../../../shared/api/warnings';
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
export interface SearchedDates {
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
	return {
		propertyId,
		propertyName: property ?? null,
		roomTypeId,
		roomTypeName: textAt(offer, 'roomTypeShortContent', 'name') ?? roomTypes.get(String(roomTypeId)) ?? null,
		ratePlanId,
		ratePlanName: textAt(offer, 'ratePlanShortContent', 'name') ?? ratePlans.get(String(ratePlanId)) ?? null,
		arrivalDate,
		departureDate,
		nights: nightsBetween(arrivalDate, departureDate),
		placements: at(offer, 'fullPlacementsName'),
		mealPlanCode: at(offer, 'mealPlanCode'),
		...priceOf(offer),
		bookingFormLink: textIn(offer, 'bookingFormLink') ?? null,
		placementCodes: placementCodes(offer),
		...messagesOf(offer),
	};
}
