import type { IDataObject } from 'n8n-workflow';

import type { PropertyFacts } from '../../../shared/api/property/propertyFacts';
import { messagesOf } from '../../../shared/api/response/messages';
import { readCancellationRule } from '../../../shared/rules/cancellationRule';
import { referencePointInWords, ruleInWords, termInWords } from '../../../shared/rules/ruleWords';

/** A rule in words, with the rate plans that have it. @param facts of the property, if they could be read */
export function simplifyCancellationRule(record: IDataObject, facts: PropertyFacts | undefined): IDataObject {
	const rule = readCancellationRule(record);
	const plans = facts?.ratePlans.filter(({ id }) => facts.cancellationRuleIds.get(id) === rule.id);
	return {
		name: ruleInWords(rule),
		ratePlanNames: plans?.map(({ name }) => name) ?? null,
		terms: rule.terms.map(termInWords),
		referencePoint: referencePointInWords(rule),
		...messagesOf(record),
		id: rule.id,
	};
}
