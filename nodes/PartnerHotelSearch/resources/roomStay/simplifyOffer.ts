import type { IDataObject } from 'n8n-workflow';

import { inColumns } from '../../../shared/api/bookings/columns';
import { money } from '../../../shared/api/response/money';
import type { Names } from '../../../shared/api/property/names';
import { at, recordsAt } from '../../../shared/api/response/records';
import { messagesOf } from '../../../shared/api/response/messages';
import { nightsBetween } from '../../../shared/dates/dateRules';
import { dateText, dayOf } from '../../../shared/dates/dateText';
import { textIn } from '../../../shared/util/json';
import { priceOf } from '../../price';

/** An offer as flat, named fields (provider: Search, room stay). */
export function simplifyOffer(offer: IDataObject, { property, roomTypes, ratePlans }: Names): IDataObject {
	const roomTypeId = at(offer, 'roomType', 'id');
	const ratePlanId = at(offer, 'ratePlan', 'id');
	const arrival = at(offer, 'stayDates', 'arrivalDateTime');
	const departure = at(offer, 'stayDates', 'departureDateTime');
	return inColumns({
		roomTypeName: roomTypes.get(String(roomTypeId)) ?? null,
		ratePlanName: ratePlans.get(String(ratePlanId)) ?? null,
		...stayDates(arrival, departure),
		adults: at(offer, 'guestCount', 'adultCount'),
		childAges: at(offer, 'guestCount', 'childAges'),
		...priceOf(offer),
		propertyName: property ?? null,
		placements: at(offer, 'fullPlacementsName'),
		availableRooms: at(offer, 'availability'),
		mealPlanCode: at(offer, 'mealPlanCode'),
		freeCancellationPossible: at(offer, 'cancellationPolicy', 'freeCancellationPossible'),
		freeCancellationDeadline: at(offer, 'cancellationPolicy', 'freeCancellationDeadlineLocal'),
		cancellationPenalty: money(at(offer, 'cancellationPolicy', 'penaltyAmount'), at(offer, 'currencyCode')),
		extraServicesAvailable: at(offer, 'extraServicesAvailable'),
		...(offer.extraStays !== undefined && { extraStays: offer.extraStays }),
		...(offer.extraServices !== undefined && { extraServices: offer.extraServices }),
		...messagesOf(offer),
		placementCodes: placementCodes(offer),
		checksum: at(offer, 'checksum'),
		propertyId: textIn(offer, 'propertyId') ?? null,
		roomTypeId,
		ratePlanId,
	});
}

/** @param arrival local times of the hotel */
function stayDates(arrival: IDataObject[string], departure: IDataObject[string]): IDataObject {
	return {
		arrival: dayOf(arrival),
		departure: dayOf(departure),
		nights: nightsBetween(arrival, departure),
		arrivalText: dateText(arrival),
		departureText: dateText(departure),
		arrivalDateTime: arrival,
		departureDateTime: departure,
	};
}

/** The codes of the placements of an offer; null if it has none. */
export function placementCodes(offer: IDataObject): IDataObject[string] {
	if (at(offer, 'roomType', 'placements') === null) return null;
	return recordsAt(offer, 'roomType', 'placements').flatMap((placement) => textIn(placement, 'code') ?? []);
}
