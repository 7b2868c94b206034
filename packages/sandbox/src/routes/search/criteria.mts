import type { Fields } from '../../http/fields.mts';
import { integer, integers, integerText, text, texts } from '../../http/fieldTypes.mts';
import type { BodyFields } from '../../http/bodyFields.mts';
import type { QueryFields } from '../../http/queryFields.mts';
import type { StayRequest } from '../../world/search/stayRequest.mts';
import { parseDate } from '../../world/time.mts';

const MAX_ADULTS = 100;
/** Ages have no bound but that of an int32. */
const MAX_CHILD_AGE = 2 ** 31 - 1;

/** Dates and guests of a search, and its corporate clients. */
export interface Criteria extends Omit<StayRequest, 'forCorporates'> {
	corporateIds: string[];
}

export function readCriteria(fields: BodyFields): Criteria {
	return {
		adults: readAdults(fields, 'adults'),
		childAges: readChildAges(fields),
		arrivalDay: dayOf(fields, 'arrivalDate'),
		departureDay: dayOf(fields, 'departureDate'),
		corporateIds: fields.read('corporateIds', texts) ?? [],
	};
}

export function readOfferQuery(fields: QueryFields): Criteria {
	return {
		arrivalDay: dayOf(fields, 'arrivalDate'),
		departureDay: dayOf(fields, 'departureDate'),
		adults: fields.requireValue('adults', integerText(1, MAX_ADULTS), 'InvalidNumber'),
		childAges: fields.list('childAges', integerText(0, MAX_CHILD_AGE), 'InvalidNumber'),
		corporateIds: fields.list('corporateIds', text),
	};
}

export function readAdults(fields: BodyFields, name: string): number {
	return fields.requireValue(name, integer(1, MAX_ADULTS));
}

export function readChildAges(fields: BodyFields): number[] {
	return fields.read('childAges', integers(0, MAX_CHILD_AGE)) ?? [];
}

function dayOf(fields: Fields, name: string): number {
	const day = parseDate(fields.requireValue(name, text));
	if (day === undefined) throw fields.error(name, 'must have the form YYYY-MM-DD', 'InvalidDate');
	return day;
}
