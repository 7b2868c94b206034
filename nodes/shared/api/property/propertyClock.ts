import { hotelClock, isZone, validZone, type HotelClock } from '../../dates/hotelClock';
import type { Api } from '../../transport/types';
import { ParameterError } from '../../util/parameterError';
import { propertyErrors, propertyFacts } from './propertyFacts';

/** The clock of one property: its zone from the content record, or the one the user chose. */
export function propertyClock(api: Api, propertyId: string, chosenZone?: string): HotelClock {
	return hotelClock(async (_parameter, text) => {
		const use = text === undefined ? FOR_TODAY : FOR_OFFSET;
		return await propertyZone(api, propertyId, use, chosenZone);
	});
}

/** What the zone is for, in words. */
interface ZoneUse {
	forbidden: string;
	unknown: string;
	advice: string;
}

const FOR_OFFSET: ZoneUse = {
	forbidden:
		"A time with an offset requires the hotel's time zone, and this API connection has no access to Content",
	unknown:
		"of the property is unknown, so a time with an offset cannot be converted to the hotel's local time",
	advice: "or enter the time without an offset, in the hotel's local time.",
};

const FOR_TODAY: ZoneUse = {
	forbidden:
		'What day it is at the hotel depends on its time zone, and this API connection has no access to Content',
	unknown: 'of the property is unknown, so it is not known what day it is at the hotel',
	advice: "or set 'Period' to 'Custom' and enter the days.",
};

async function propertyZone(
	api: Api,
	propertyId: string,
	use: ZoneUse,
	chosenZone?: string,
): Promise<string> {
	if (chosenZone !== undefined) return validZone(chosenZone);
	const { timeZone } = await propertyFacts(api, propertyId, {
		errors: {
			...propertyErrors(propertyId),
			'403': { message: use.forbidden, description: `Enter 'Time Zone' under Options, ${use.advice}` },
		},
	});
	if (timeZone !== undefined && isZone(timeZone)) return timeZone;
	throw new ParameterError(
		'timeZone',
		timeZone,
		use.unknown,
		`Enter {timeZone} under Options, ${use.advice}`,
	);
}
