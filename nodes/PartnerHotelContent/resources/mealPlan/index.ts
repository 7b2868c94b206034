import type { Resource } from '../../../shared/operation';
import { getMealPlans } from './getMealPlans.operation';

export const mealPlan: Resource = {
	option: { name: 'Meal Plan', value: 'mealPlan' },
	operations: [getMealPlans],
};
