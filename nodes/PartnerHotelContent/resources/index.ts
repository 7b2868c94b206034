import type { Resource } from '../../shared/operation/defineOperation';
import { apiConnection } from './apiConnection';
import { property } from './property';
import { roomType } from './roomType';
import { ratePlan } from './ratePlan';
import { service } from './service';
import { cancellationRule } from './cancellationRule';
import { extraStayRule } from './extraStayRule';
import { mealPlan } from './mealPlan';
import { roomTypeCategory } from './roomTypeCategory';
import { roomAmenityCategory } from './roomAmenityCategory';
import { review } from './review';

export const resources: readonly Resource[] = [
	apiConnection,
	cancellationRule,
	extraStayRule,
	mealPlan,
	property,
	ratePlan,
	review,
	roomAmenityCategory,
	roomType,
	roomTypeCategory,
	service,
];
