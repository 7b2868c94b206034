import { ApiError } from '../../http/apiError.mts';
import { Body, bodyOf } from '../../http/fields.mts';
import type { ApiCall } from '../../http/route.mts';
import { textOf, textsOf } from '../../http/query.mts';
import { MEAL_PLANS } from '../../world/content/dictionaries.mts';
import { ROOM_ONLY, type Offer } from '../../world/search/offers.mts';
import type { StayRequest } from '../../world/search/stayRequest.mts';
import { parseDate } from '../../world/time.mts';
import { isLocalMinute, localDay } from '../../world/zone.mts';

/** Reads and checks what searches are asked with (specification, Search). */

export const MAX_PROPERTIES = 200;
const MAX_ADULTS = 100;
/** Ages have no bound but that of an int32. */
const MAX_CHILD_AGE = 2 ** 31 - 1;
const INCLUDES = ['roomTypeShortContent', 'ratePlanShortContent'];
const MEAL_TYPES = ['All', 'MealOnly', 'RoomOnly'];
const MEAL_CODES: ReadonlySet<string> = new Set(MEAL_PLANS.map(({ code }) => code));

/** Days and people, and the corporate clients named. */
export interface Criteria extends Omit<StayRequest, 'forCorporates'> {
	corporateIds: string[];
}

export interface AggregatedCriteria extends Criteria {
	/** undefined = all properties of the client. */
	propertyIds: string[] | undefined;
	include: ReadonlySet<string>;
	matches: (offer: Offer, currencyCode: string) => boolean;
}

export function readAggregated(call: ApiCall): AggregatedCriteria {
	const fields = bodyOf(call);
	const propertyIds = fields.texts('propertyIds');
	if (propertyIds !== undefined && propertyIds.length > MAX_PROPERTIES) {
		throw fields.refusal('propertyIds', `must hold at most ${MAX_PROPERTIES} ids`);
	}
	const hasMeals = readMeals(fields.object('mealPreference'));
	const hasPrice = readPrices(fields.object('pricePreference'));
	return {
		propertyIds: propertyIds?.length === 0 ? undefined : propertyIds,
		adults: required(fields.integer('adults', 1, MAX_ADULTS), 'adults'),
		childAges: fields.integers('childAges', 0, MAX_CHILD_AGE) ?? [],
		arrivalDay: dayOf(fields.text('arrivalDate'), 'arrivalDate'),
		departureDay: dayOf(fields.text('departureDate'), 'departureDate'),
		corporateIds: fields.texts('corporateIds') ?? [],
		include: readInclude(fields),
		matches: (offer, currencyCode) => hasMeals(offer) && hasPrice(offer, currencyCode),
	};
}

/** The query of the search of one property. Lists come as repeated parameters or with commas. */
export function readQuery(query: ApiCall['query']): Criteria {
	return {
		arrivalDay: dayOf(textOf(query, 'arrivalDate'), 'arrivalDate'),
		departureDay: dayOf(textOf(query, 'departureDate'), 'departureDate'),
		adults: wholeNumber(required(textOf(query, 'adults'), 'adults'), 'adults', 1, MAX_ADULTS),
		childAges: textsOf(query, 'childAges').map((age) => wholeNumber(age, 'childAges', 0, MAX_CHILD_AGE)),
		corporateIds: textsOf(query, 'corporateIds'),
	};
}

/** The body of extra services and extra stays; undefined = not given. */
export interface ExtrasCriteria {
	dates: Pick<StayRequest, 'arrivalDay' | 'departureDay'> | undefined;
	roomTypeId: string | undefined;
	ratePlanId: string | undefined;
	guests: Pick<StayRequest, 'adults' | 'childAges'> | undefined;
}

/** @param complete true = all four parts are required */
export function readExtras(call: ApiCall, complete: boolean): ExtrasCriteria {
	const fields = bodyOf(call);
	const part = (name: string) => (complete ? fields.requiredObject(name) : fields.object(name));
	const roomType = part('roomType');
	const guestCount = part('guestCount');
	const placements = roomType?.list('placements');
	if (complete && placements === undefined)
		throw new ApiError(400, 'MissingValue', 'roomType.placements is missing');
	placements?.forEach((placement, index) => {
		const place = `roomType.placements[${index}]`;
		Body.of(placement, place, `${place}.`).requiredText('code');
	});
	return {
		dates: readStayDates(part('stayDates')),
		roomTypeId: roomType?.requiredText('id'),
		ratePlanId: part('ratePlan')?.requiredText('id'),
		guests: guestCount && {
			adults: required(guestCount.integer('adultCount', 1, MAX_ADULTS), 'guestCount.adultCount'),
			childAges: guestCount.integers('childAges', 0, MAX_CHILD_AGE) ?? [],
		},
	};
}

function readStayDates(fields: Body | undefined): ExtrasCriteria['dates'] {
	if (fields === undefined) return undefined;
	const dayAt = (name: string) => {
		const text = fields.requiredText(name);
		if (!isLocalMinute(text)) throw fields.refusal(name, 'must have the form YYYY-MM-DDThh:mm');
		return localDay(text);
	};
	return { arrivalDay: dayAt('arrivalDateTime'), departureDay: dayAt('departureDateTime') };
}

function readInclude(fields: Body): ReadonlySet<string> {
	const parts = (fields.text('include') ?? '').split('|').filter((part) => part !== '');
	if (parts.some((part) => !INCLUDES.includes(part))) {
		throw fields.refusal('include', `must be empty, ${INCLUDES.join(', ')}, or both joined with |`);
	}
	return new Set(parts);
}

/** `mealsIncluded` is an object with the codes as published, or a bare list of them. */
function readMeals(fields: Body | undefined): (offer: Offer) => boolean {
	const mealType = fields?.text('mealType') ?? 'All';
	if (!MEAL_TYPES.includes(mealType)) {
		throw new ApiError(400, 'InvalidMealType', `mealType must be one of ${MEAL_TYPES.join(', ')}`);
	}
	const codes = fields === undefined ? undefined : readMealCodes(fields);
	if (codes !== undefined && mealType !== 'MealOnly') {
		throw new ApiError(400, 'InvalidMealsIncluded', 'mealsIncluded goes with the mealType MealOnly only');
	}
	if (mealType === 'All') return () => true;
	if (mealType === 'RoomOnly') return ({ mealPlanCode }) => mealPlanCode === ROOM_ONLY;
	return (offer) => offer.mealPlanCode !== ROOM_ONLY && (codes === undefined || hasExactly(offer, codes));
}

function readMealCodes(fields: Body): Set<string> | undefined {
	const given = fields.raw('mealsIncluded');
	if (given === undefined) return undefined;
	const codes = Array.isArray(given)
		? fields.texts('mealsIncluded')
		: fields.requiredObject('mealsIncluded').texts('mealPlanCodes');
	const unknown = codes?.filter((code) => !MEAL_CODES.has(code)) ?? [];
	if (unknown.length > 0) {
		throw new ApiError(400, 'InvalidMealPlanCode', `There is no meal plan ${unknown.join(', ')}`);
	}
	return codes === undefined || codes.length === 0 ? undefined : new Set(codes);
}

/** The meals of the offer one by one, or its meal plan as a whole. */
function hasExactly({ includedServices, mealPlanCode }: Offer, codes: ReadonlySet<string>): boolean {
	const meals = includedServices.flatMap((service) =>
		service.mealPlanCode === null ? [] : [service.mealPlanCode],
	);
	const same = meals.length === codes.size && meals.every((code) => codes.has(code));
	return same || (codes.size === 1 && codes.has(mealPlanCode));
}

/** Filters by the price of the whole stay; offers in another currency than the one named drop out. */
function readPrices(fields: Body | undefined): (offer: Offer, currencyCode: string) => boolean {
	const currency = fields?.text('currencyCode') ?? '';
	if (currency !== '' && !/^[A-Z]{3}$/.test(currency)) {
		throw new ApiError(400, 'InvalidCurrencyCode', 'currencyCode must be an ISO 4217 code');
	}
	const lowest = fields?.number('minPrice') ?? 0;
	const highest = fields?.number('maxPrice') ?? Infinity;
	if (lowest < 0 || highest < lowest) {
		throw new ApiError(400, 'InvalidPriceRange', 'minPrice must be 0 or more, maxPrice not below it');
	}
	return ({ total }, currencyCode) =>
		(currency === '' || currency === currencyCode) &&
		lowest <= total.priceBeforeTax &&
		total.priceBeforeTax <= highest;
}

function dayOf(text: string | undefined, name: string): number {
	const day = parseDate(required(text, name));
	if (day === undefined) throw new ApiError(400, 'InvalidDate', `${name} must have the form YYYY-MM-DD`);
	return day;
}

function wholeNumber(text: string, name: string, lowest: number, highest: number): number {
	const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
	if (number >= lowest && number <= highest) return number;
	throw new ApiError(400, 'InvalidNumber', `${name} must be a whole number from ${lowest} to ${highest}`);
}

function required<T>(value: T | undefined, name: string): T {
	if (value === undefined) throw new ApiError(400, 'MissingValue', `${name} is missing`);
	return value;
}
