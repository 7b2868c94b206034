import type { IDataObject } from 'n8n-workflow';

import { textIn } from '../../../shared/util/json';
import { nightsBetween } from '../../../shared/dates/dateRules';
import { money } from '../../../shared/api/money';
import type { Names } from '../../../shared/api/names';
import { at, recordsAt } from '../../../shared/api/records';

/** An offer as flat, named fields. `totalPrice` is the price before tax plus the tax. */
export function simplifyOffer(offer: IDataObject, { roomTypes, ratePlans }: Names): IDataObject {
	const roomTypeId = at(offer, 'roomType', 'id');
	const ratePlanId = at(offer, 'ratePlan', 'id');
	const arrival = at(offer, 'stayDates', 'arrivalDateTime');
	const departure = at(offer, 'stayDates', 'departureDateTime');
	const currencyCode = at(offer, 'currencyCode');
	const amount = (...keys: string[]) => money(at(offer, ...keys), currencyCode);
	const priceBeforeTax = amount('total', 'priceBeforeTax');
	const taxAmount = amount('total', 'taxAmount');
	return {
		propertyId: textIn(offer, 'propertyId') ?? null,
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
		currencyCode,
		priceBeforeTax,
		taxAmount,
		totalPrice:
			priceBeforeTax === null || taxAmount === null ? null : money(priceBeforeTax + taxAmount, currencyCode),
		freeCancellationPossible: at(offer, 'cancellationPolicy', 'freeCancellationPossible'),
		freeCancellationDeadline: at(offer, 'cancellationPolicy', 'freeCancellationDeadlineLocal'),
		cancellationPenalty: amount('cancellationPolicy', 'penaltyAmount'),
		extraServicesAvailable: at(offer, 'extraServicesAvailable'),
		...(offer.extraStays !== undefined && { extraStays: offer.extraStays }),
		...(offer.extraServices !== undefined && { extraServices: offer.extraServices }),
		placementCodes: placementCodes(offer),
		checksum: at(offer, 'checksum'),
		...(offer._warnings !== undefined && { _warnings: offer._warnings }),
	};
}

function placementCodes(offer: IDataObject): IDataObject[string] {
	if (at(offer, 'roomType', 'placements') === null) return null;
	return recordsAt(offer, 'roomType', 'placements').flatMap((placement) => textIn(placement, 'code') ?? []);
}
