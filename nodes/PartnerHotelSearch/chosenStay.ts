import type { IDataObject } from 'n8n-workflow';

import { requireStay, todayAt } from '../shared/dates/dateRules';
import { defineParameter } from '../shared/operation/defineOperation';
import { ParameterError } from '../shared/util/parameterError';
import { DateTime } from 'luxon';
import type { Api } from '../shared/transport/types';
import { entriesOf } from '../shared/operation/readValues';
import { childAgesOf, corporateIds, corporateIdsOf, hotelCalendar } from './stay';

/** Parameters of the stay to get extras for, as in an offer. */
export const arrivalDateTime = defineParameter({
	displayName: 'Arrival',
	name: 'arrivalDateTime',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2027-03-01T14:00:00',
	description: 'Arrival in the local time of the hotel, as in the offer',
});

export const departureDateTime = defineParameter({
	displayName: 'Departure',
	name: 'departureDateTime',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2027-03-04T12:00:00',
	description: 'Departure in the local time of the hotel, as in the offer',
});

export const placements = defineParameter({
	displayName: 'Placement Codes',
	name: 'placements',
	type: 'string',
	default: '',
	placeholder: 'e.g. AdultBed-2',
	description:
		'Placement codes from the offer, separated by commas, or an expression that returns its list of placements',
});

export const stayOptions = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [corporateIds],
});

export interface ChosenStay {
	propertyId: string;
	arrivalDateTime: string;
	departureDateTime: string;
	roomTypeId: string;
	ratePlanId: string;
	placements: string;
	adults: number;
	childAges: string;
	options: { corporateIds?: string };
}

/** `YYYY-MM-DDTHH:mm` at the property. */
export type StayTimes = Record<'arrivalDateTime' | 'departureDateTime', string>;

/**
 * The body of both extras operations (specification, Search). Parts that were left empty are left out; the
 * caller checks those it requires.
 */
export async function chosenStayBody(
	api: Api,
	values: ChosenStay,
): Promise<IDataObject & { stayDates?: StayTimes }> {
	const codes = entriesOf('placements', values.placements).map((code) => ({ code }));
	return {
		...(await datesPart(api, values)),
		...(values.roomTypeId !== '' && { roomType: { id: values.roomTypeId, placements: codes } }),
		...ratePlanPart(values),
		...guestsPart(values),
	};
}

/** Corporate clients belong to the rate plan. */
function ratePlanPart({ ratePlanId, options }: ChosenStay): IDataObject {
	const corporate = corporateIdsOf(options.corporateIds);
	if (ratePlanId !== '') {
		return { ratePlan: { id: ratePlanId, ...(corporate && { corporateIds: corporate }) } };
	}
	if (corporate === undefined) return {};
	throw new ParameterError(
		'corporateIds',
		options.corporateIds,
		'require a rate plan',
		'Choose {ratePlanId}, or leave {corporateIds} empty.',
	);
}

/** Without adults there are no guests to send, and children cannot come alone. */
function guestsPart({ adults, childAges }: ChosenStay): IDataObject {
	const ages = childAgesOf(childAges);
	if (adults > 0) return { guestCount: { adultCount: adults, childAges: ages } };
	if (ages.length === 0) return {};
	throw new ParameterError('childAges', childAges, 'require adults', 'Set {adults} to at least 1.');
}

async function datesPart(api: Api, values: ChosenStay): Promise<{ stayDates?: StayTimes }> {
	if (values.arrivalDateTime === '' && values.departureDateTime === '') return {};
	const { clock, zone } = await hotelCalendar(api, values.propertyId);
	const arrival = {
		parameter: 'arrivalDateTime',
		value: await clock.minute('arrivalDateTime', values.arrivalDateTime),
	};
	const departure = {
		parameter: 'departureDateTime',
		value: await clock.minute('departureDateTime', values.departureDateTime),
	};
	requireStay(arrival, departure, todayAt(DateTime.utc(), zone));
	return { stayDates: { arrivalDateTime: arrival.value, departureDateTime: departure.value } };
}
