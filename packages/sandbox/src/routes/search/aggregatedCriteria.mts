import { bodyOf, type BodyFields } from '../../http/bodyFields.mts';
import { text, texts } from '../../http/fieldTypes.mts';
import type { ApiCall } from '../../http/route.mts';
import type { Offer } from '../../world/search/offers.mts';
import { readCriteria, type Criteria } from './criteria.mts';
import { readMealPreference } from './mealPreference.mts';
import { readPricePreference } from './pricePreference.mts';

export const MAX_PROPERTIES = 200;
const INCLUDES = ['roomTypeShortContent', 'ratePlanShortContent'];

/** The body of the lowest-price search. */
export interface AggregatedCriteria extends Criteria {
	/** undefined = all properties of the client. */
	propertyIds: string[] | undefined;
	include: ReadonlySet<string>;
	matches: (offer: Offer, currencyCode: string) => boolean;
}

export function readAggregatedCriteria(call: ApiCall): AggregatedCriteria {
	const fields = bodyOf(call);
	const propertyIds = fields.read('propertyIds', texts) ?? [];
	if (propertyIds.length > MAX_PROPERTIES) {
		throw fields.error('propertyIds', `must hold at most ${MAX_PROPERTIES} ids`);
	}
	const hasMeals = readMealPreference(fields.fieldsOf('mealPreference'));
	const hasPrice = readPricePreference(fields.fieldsOf('pricePreference'));
	return {
		...readCriteria(fields),
		propertyIds: propertyIds.length === 0 ? undefined : propertyIds,
		include: readInclude(fields),
		matches: (offer, currencyCode) => hasMeals(offer) && hasPrice(offer, currencyCode),
	};
}

function readInclude(fields: BodyFields): ReadonlySet<string> {
	const parts = (fields.read('include', text) ?? '').split('|').filter((part) => part !== '');
	if (parts.some((part) => !INCLUDES.includes(part))) {
		throw fields.error('include', `must be empty, ${INCLUDES.join(', ')}, or both joined with |`);
	}
	return new Set(parts);
}
