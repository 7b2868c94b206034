import { hotelClock, isZone, validZone, type HotelClock } from '../dates/hotelClock';
import type { Api } from '../transport/types';
import { ParameterError } from '../util/parameterError';
import { propertyErrors, propertyFacts } from './propertyFacts';

/** The clock of one property: its zone from the content record, or the one the user chose. */
export function propertyClock(api: Api, propertyId: string, chosenZone?: string): HotelClock {
	return hotelClock(async () => await propertyZone(api, propertyId, chosenZone));
}

async function propertyZone(api: Api, propertyId: string, chosenZone?: string): Promise<string> {
	if (chosenZone !== undefined) return validZone(chosenZone);
	const { timeZone } = await propertyFacts(api, propertyId, {
		errors: {
			...propertyErrors(propertyId),
			'403': {
				message:
					"A time with an offset requires the hotel's time zone, and this API connection has no access to Content",
				description:
					"Enter 'Time Zone' under Options, or enter the time without an offset, in the hotel's local time.",
			},
		},
	});
	if (timeZone !== undefined && isZone(timeZone)) return timeZone;
	throw new ParameterError(
		'timeZone',
		timeZone,
		"of the property is unknown, so a time with an offset cannot be converted to the hotel's local time",
		"Enter {timeZone} under Options, or enter the time without an offset, in the hotel's local time.",
	);
}
