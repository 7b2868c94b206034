import type { IDataObject } from 'n8n-workflow';

import { textIn } from '../../../shared/util/json';
import { nightsBetween } from '../../../shared/dates/dateRules';
import { money } from '../../../shared/api/money';
import type { Names } from '../../../shared/api/names';
import { at, recordsAt } from '../../../shared/api/records';
import { messagesOf } from '../../../shared/api/warnings';
import { priceOf } from '../../price';

/** An offer as flat, named fields (provider: Search, room stay). */
export function simplifyOffer(offer: IDataObject, { property, roomTypes, ratePlans }: Names): IDataObject {
	const roomTypeId = at(offer, 'roomType', 'id');
	const ratePlanId = at(offer, 'ratePlan', 'id');
	const arrival = at(offer, 'stayDates', 'arrivalDateTime');
	const departure = at(offer, 'stayDates', 'departureDateTime');
	return {
		propertyId: textIn(offer, 'propertyId') ?? null,
		propertyName: property ?? null,
		roomTypeId,
		roomTypeName: roomTypes.get(String(roomTypeId)) ?? null,
		ratePlanId,
		ratePlanName: ratePlans.get(String(ratePlanId)) ?? null,
		arrivalDateTime: arrival,
		departureDateTime: departure,
		nights: nightsBetween(arrival, departure),
		adults: at(offer, 'guestCount', 'adultCount'),
		childAges: at(offer, 'guestCount', 'childAges'),
		placements: at(offer, 'fullPlacementsName'),
		availableRooms: at(offer, 'availability'),
		mealPlanCode: at(offer, 'mealPlanCode'),
		...priceOf(offer),
		freeCancellationPossible: at(offer, 'cancellationPolicy', 'freeCancellationPossible'),
		freeCancellationDeadline: at(offer, 'cancellationPolicy', 'freeCancellationDeadlineLocal'),
		cancellationPenalty: money(at(offer, 'cancellationPolicy', 'penaltyAmount'), at(offer, 'currencyCode')),
		extraServicesAvailable: at(offer, 'extraServicesAvailable'),
		...(offer.extraStays !== undefined && { extraStays: offer.extraStays }),
		...(offer.extraServices !== undefined && { extraServices: offer.extraServices }),
		placementCodes: placementCodes(offer),
		checksum: at(offer, 'checksum'),
		...messagesOf(offer),
	};
}

/** The codes of the placements of an offer; null if it has none. */
export function placementCodes(offer: IDataObject): IDataObject[string] {
	if (at(offer, 'roomType', 'placements') === null) return null;
	return recordsAt(offer, 'roomType', 'placements').flatMap((placement) => textIn(placement, 'code') ?? []);
}
