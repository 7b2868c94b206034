import { DateTime } from 'luxon';

import { agesOf } from '../shared/parameters/checks';
import { requireStay, todayAt } from '../shared/dates/dateRules';
import { hotelClock, isZone, type HotelClock } from '../shared/dates/hotelClock';
import { defineParameter } from '../shared/operation/defineOperation';
import { ParameterError } from '../shared/util/parameterError';
import { factsIfGranted } from '../shared/api/property/propertyFacts';
import type { Api } from '../shared/transport/types';
import { entriesOf } from '../shared/operation/readValues';

export const arrivalDate = defineParameter({
	displayName: 'Arrival Date',
	name: 'arrivalDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	required: true,
	default: '={{ $now.plus({ days: 7 }).toISODate() }}',
	placeholder: 'e.g. 2027-03-01',
	description: 'Arrival day in the time zone of the hotel, from today to one year ahead',
});

export const departureDate = defineParameter({
	displayName: 'Departure Date',
	name: 'departureDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	required: true,
	default: '={{ $now.plus({ days: 8 }).toISODate() }}',
	placeholder: 'e.g. 2027-03-04',
	description: 'Departure day in the time zone of the hotel, at most 100 nights after arrival',
});

export const adults = defineParameter({
	displayName: 'Adults',
	name: 'adults',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	required: true,
	default: 2,
	description: 'Number of adults in the room',
});

export const childAges = defineParameter({
	displayName: 'Ages of Children',
	name: 'childAges',
	type: 'string',
	typeOptions: { mayBeEmpty: true },
	default: '',
	placeholder: 'e.g. 5, 7',
	description: 'Age of each child in years, separated by commas. Leave empty for adults only.',
});

export const corporateIds = defineParameter({
	displayName: 'Corporate Client IDs',
	name: 'corporateIds',
	type: 'string',
	typeOptions: { mayBeEmpty: true },
	default: '',
	placeholder: 'e.g. 4821',
	description: 'IDs of the corporate clients whose special rates to include, separated by commas',
});

/** The entered IDs; `undefined` if there are none. */
export function corporateIdsOf(text = ''): string[] | undefined {
	const ids = entriesOf('corporateIds', text);
	return ids.length > 0 ? ids : undefined;
}

interface EnteredDates {
	arrivalDate: string;
	departureDate: string;
}

/** The dates in the format of the API, checked. @throws ParameterError */
export async function stayDates(
	stay: EnteredDates,
	clock: HotelClock,
	zone: string | undefined,
): Promise<{ arrivalDate: string; departureDate: string }> {
	const arrival = { parameter: 'arrivalDate', value: await clock.date('arrivalDate', stay.arrivalDate) };
	const departure = {
		parameter: 'departureDate',
		value: await clock.date('departureDate', stay.departureDate),
	};
	requireStay(arrival, departure, todayAt(DateTime.utc(), zone));
	return { arrivalDate: arrival.value, departureDate: departure.value };
}

/** Properties can have different time zones, so an instant is read in that of the workflow. */
export function workflowClock(timezone: string): HotelClock {
	return hotelClock(async () => timezone);
}

/** The hotel's clock. Without access to Content its time zone is unknown, and dates are checked less strictly. */
export async function hotelCalendar(
	api: Api,
	propertyId: string,
): Promise<{ clock: HotelClock; zone?: string }> {
	const named = (await factsIfGranted(api, propertyId))?.timeZone;
	const zone = named !== undefined && isZone(named) ? named : undefined;
	return { clock: hotelClock(async (parameter, text) => zone ?? unknownZone(parameter, text)), zone };
}

function unknownZone(parameter: string, text: string | undefined): never {
	throw new ParameterError(
		parameter,
		text,
		"has an offset, and the hotel's time zone is unknown",
		"Enter it without an offset, in the hotel's local time, or ask the hotelier to give the API connection access to Content.",
	);
}

export function childAgesOf(text: string): number[] {
	return agesOf('childAges', entriesOf('childAges', text));
}
