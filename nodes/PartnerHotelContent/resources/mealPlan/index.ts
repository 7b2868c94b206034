import type { Resource } from '../../../shared/operation/defineOperation';
import { getMealPlans } from './getMealPlans.operation';

export const mealPlan: Resource = {
	option: { name: 'Meal Plan', value: 'mealPlan' },
	operations: [getMealPlans],
};
