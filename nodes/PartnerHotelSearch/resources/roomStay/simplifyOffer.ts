import type { IDataObject } from 'n8n-workflow';

import { textIn } from '../../../shared/answers';
import { daysBetween } from '../../../shared/dateRules';
import type { Names } from '../../../shared/names';
import { at, recordsAt } from '../../../shared/simplify';

/** An offer as flat, named fields. `totalPrice` is the price before tax plus the tax. */
export function simplifyOffer(offer: IDataObject, { roomTypes, ratePlans }: Names): IDataObject {
	const roomTypeId = at(offer, 'roomType', 'id');
	const ratePlanId = at(offer, 'ratePlan', 'id');
	const arrival = at(offer, 'stayDates', 'arrivalDateTime');
	const departure = at(offer, 'stayDates', 'departureDateTime');
	const priceBeforeTax = at(offer, 'total', 'priceBeforeTax');
	const taxAmount = at(offer, 'total', 'taxAmount');
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
		currencyCode: at(offer, 'currencyCode'),
		priceBeforeTax,
		taxAmount,
		totalPrice: sum(priceBeforeTax, taxAmount),
		freeCancellationPossible: at(offer, 'cancellationPolicy', 'freeCancellationPossible'),
		freeCancellationDeadline: at(offer, 'cancellationPolicy', 'freeCancellationDeadlineLocal'),
		cancellationPenalty: at(offer, 'cancellationPolicy', 'penaltyAmount'),
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

export function nightsBetween(arrival: unknown, departure: unknown): number | null {
	if (typeof arrival !== 'string' || typeof departure !== 'string') return null;
	return daysBetween(arrival.slice(0, 10), departure.slice(0, 10));
}

/** Rounded, so that 0.1 and 0.2 make 0.3; to more than the three decimals that some currencies have. */
function sum(...amounts: unknown[]): number | null {
	const numbers = amounts.filter((amount): amount is number => typeof amount === 'number');
	return numbers.length === amounts.length
		? Math.round(numbers.reduce((a, b) => a + b, 0) * 1e6) / 1e6
		: null;
}
