import type { IDataObject } from 'n8n-workflow';

import { at } from '../../../shared/api/records';
import { messagesOf } from '../../../shared/api/warnings';
import { nightsBetween } from '../../../shared/dates/dateRules';
import { textIn } from '../../../shared/util/json';
import { priceOf } from '../../price';
import { placementCodes } from './simplifyOffer';

/** What names the rooms and rate plans of the cheapest offers in the response itself (specification, Search). */
export const SHORT_CONTENT = ['roomTypeShortContent', 'ratePlanShortContent'] as const;

/** The dates of the search, `YYYY-MM-DD`: the cheapest offers come without. */
export interface SearchedDates {
	arrivalDate: string;
	departureDate: string;
}

/** The cheapest offer of a hotel as flat, named fields. */
export function simplifyLowestPrice(
	offer: IDataObject,
	propertyNames: ReadonlyMap<string, string>,
	{ arrivalDate, departureDate }: SearchedDates,
): IDataObject {
	const propertyId = textIn(offer, 'propertyId') ?? null;
	return {
		propertyId,
		propertyName: propertyNames.get(propertyId ?? '') ?? null,
		roomTypeId: at(offer, 'roomType', 'id'),
		roomTypeName: at(offer, 'roomTypeShortContent', 'name'),
		ratePlanId: at(offer, 'ratePlan', 'id'),
		ratePlanName: at(offer, 'ratePlanShortContent', 'name'),
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
