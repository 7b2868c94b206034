import type { Resource } from '../../../shared/operation/defineOperation';
import { getExtraStayRules } from './getExtraStayRules.operation';

export const extraStayRule: Resource = {
	option: { name: 'Extra-Stay Rule', value: 'extraStayRule' },
	operations: [getExtraStayRules],
};
