import { ApiError } from '../../http/apiError.mts';
import type { BodyFields } from '../../http/bodyFields.mts';
import { anything, oneOf, texts } from '../../http/fieldTypes.mts';
import { MEAL_PLANS } from '../../world/content/dictionaries.mts';
import { ROOM_ONLY, type Offer } from '../../world/search/offers.mts';

const MEAL_TYPE = oneOf(['All', 'MealOnly', 'RoomOnly']);
const MEAL_CODES: ReadonlySet<string> = new Set(MEAL_PLANS.map(({ code }) => code));

/** Whether an offer has the requested meals. */
export function readMealPreference(fields: BodyFields | undefined): (offer: Offer) => boolean {
	const mealType = fields?.read('mealType', MEAL_TYPE) ?? 'All';
	const codes = fields && readMealCodes(fields);
	if (codes !== undefined && mealType !== 'MealOnly') {
		throw new ApiError(400, 'InvalidMealsIncluded', 'mealsIncluded goes with the mealType MealOnly only');
	}
	if (mealType === 'All') return () => true;
	if (mealType === 'RoomOnly') return ({ mealPlanCode }) => mealPlanCode === ROOM_ONLY;
	return (offer) => offer.mealPlanCode !== ROOM_ONLY && (codes === undefined || hasExactly(offer, codes));
}

/** `mealsIncluded` is an object with the codes as published, or a bare list of them. */
function readMealCodes(fields: BodyFields): Set<string> | undefined {
	const given = fields.read('mealsIncluded', anything);
	if (given === undefined) return undefined;
	const codes = Array.isArray(given)
		? fields.read('mealsIncluded', texts)
		: fields.requireFieldsOf('mealsIncluded').read('mealPlanCodes', texts);
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
