import { isZone } from '../dates/hotelClock';
import { propertyErrors, propertyFacts } from '../api/property/propertyFacts';
import { namesOfChain } from '../api/property/propertyNames';
import type { Api, SendOptions } from '../transport/types';
import { ParameterError } from '../util/parameterError';

/** What a trigger keeps of the zone of a property. */
export interface KnownZone {
	/** IANA name, with the local time in epoch milliseconds at which it was read. */
	zone?: { name: string; readAt: number };
}

/** Hotels do not move; the zone is read once a day. */
const KEPT_MS = 24 * 3_600_000;

/**
 * The time zone in which the PMS of a property is searched.
 * @param chosen by the user, for all properties
 * @throws ParameterError when it is unknown
 */
export async function zoneOf(
	api: Api,
	propertyId: string,
	property: KnownZone,
	chosen: string | undefined,
	options?: SendOptions,
): Promise<string> {
	if (chosen !== undefined) return chosen;
	const { zone: kept } = property;
	const now = Date.now();
	if (kept && Math.abs(now - kept.readAt) < KEPT_MS) return kept.name;
	const read = readZone(api, propertyId, options);
	const name = await (kept ? read.catch(() => kept.name) : read);
	property.zone = { name, readAt: now };
	return name;
}

async function readZone(api: Api, propertyId: string, options?: SendOptions): Promise<string> {
	const listed = (await namesOfChain(api, propertyId, options))?.timeZone;
	if (listed !== undefined && isZone(listed)) return listed;
	const { timeZone } = await propertyFacts(api, propertyId, {
		...options,
		errors: {
			...propertyErrors(propertyId),
			'403': {
				message:
					'The time zone of the hotel requires access to Content, which this API connection does not have',
				description:
					"Enter 'Time Zone' under Options, or ask the hotelier to give the API connection access to Content.",
			},
		},
	});
	if (timeZone !== undefined && isZone(timeZone)) return timeZone;
	throw new ParameterError(
		'timeZone',
		timeZone,
		'of the property is unknown, so its reservations cannot be searched',
		'Enter {timeZone} under Options.',
	);
}
