import type { Property } from '../properties.mts';
import { Random } from '../random.mts';
import { MEAL_PLANS } from './dictionaries.mts';
import type { Language } from './language.mts';
import { imagesOf } from './roomTypes.mts';
import type { ServiceRecord, Vat } from './types.mts';
import { bilingual, type Word } from './vocabulary.mts';

interface Pattern {
	word: Word;
	/** Present for meals. */
	mealPlanCode?: string;
	status: ServiceRecord['status'];
	vat?: Vat;
}

const PATTERNS: readonly Pattern[] = [
	{
		word: 'breakfast',
		mealPlanCode: 'BuffetBreakfast',
		status: 'Active',
		vat: { applicable: true, included: true, percent: 10 },
	},
	{
		word: 'dinner',
		mealPlanCode: 'DinnerCarte',
		status: 'Active',
		vat: { applicable: true, included: false, percent: 20 },
	},
	{ word: 'transfer', status: 'Active', vat: { applicable: false } },
	{ word: 'parking', status: 'Active' },
	{ word: 'fruit', status: 'Active' },
	{ word: 'spa', status: 'Inactive', vat: { applicable: true, included: true, percent: 20 } },
];

/** The services of a property: two meals, then everything else. */
export function services(seed: number, property: Property, language: Language): ServiceRecord[] {
	const random = new Random(seed, property.id, 'services');
	let id = random.integer(5_000, 60_000);
	return PATTERNS.map(({ word, mealPlanCode, status, vat }) => {
		id += random.integer(1, 300);
		const name = bilingual(property.place.words, word);
		return {
			id: String(id),
			name: name[language],
			description: status === 'Inactive' ? null : `${name[language]} (${name.en.toLowerCase()})`,
			kind: mealPlanCode === undefined ? 'Common' : 'Meal',
			mealPlanCode: mealPlanCode ?? null,
			mealPlanName: MEAL_PLANS.find(({ code }) => code === mealPlanCode)?.name ?? null,
			images: imagesOf(property.id, `service-${id}`, random.integer(0, 2)),
			status,
			...(vat !== undefined && { vat }),
		};
	});
}
