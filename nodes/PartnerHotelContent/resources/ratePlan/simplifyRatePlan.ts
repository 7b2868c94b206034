import type { IDataObject } from 'n8n-workflow';

import { plainText } from '../../../shared/api/response/plainText';
import { at, recordsAt, textAt } from '../../../shared/api/response/records';
import { messagesOf } from '../../../shared/api/response/messages';
import { readCancellationRule } from '../../../shared/rules/cancellationRule';
import { ruleInWords } from '../../../shared/rules/ruleWords';

/**
 * A rate plan as flat, named fields (provider: Content.RatePlanInfo).
 * @param rules the cancellation rules of the property by ID, as far as they could be read
 * @param services of the property by ID
 */
export function simplifyRatePlan(
	ratePlan: IDataObject,
	rules: ReadonlyMap<string, IDataObject>,
	services: ReadonlyMap<string, IDataObject>,
): IDataObject {
	const rule = rules.get(textAt(ratePlan, 'cancellationRuleId') ?? '');
	const included = recordsAt(ratePlan, 'availableServices').filter((one) => at(one, 'included') === true);
	return {
		name: at(ratePlan, 'name'),
		currency: at(ratePlan, 'currency'),
		cancellationRuleName: rule === undefined ? null : ruleInWords(readCancellationRule(rule)),
		extraStays: textAt(ratePlan, 'extraStayRuleId') !== undefined,
		includedServiceNames: included.flatMap(
			(one) => textAt(services.get(textAt(one, 'id') ?? ''), 'name') ?? [],
		),
		corporateOnly: at(ratePlan, 'corporateOnly'),
		withChildrenOnly: at(ratePlan, 'isStayWithChildrenOnly'),
		vatPercent: at(ratePlan, 'vat', 'percent'),
		vatIncluded: at(ratePlan, 'vat', 'included'),
		description: plainText(at(ratePlan, 'description')),
		...messagesOf(ratePlan),
		cancellationRuleId: at(ratePlan, 'cancellationRuleId'),
		extraStayRuleId: at(ratePlan, 'extraStayRuleId'),
		id: at(ratePlan, 'id'),
	};
}
