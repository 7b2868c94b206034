import type { IDataObject } from 'n8n-workflow';

import { readCancellationRule } from '../../../nodes/shared/rules/cancellationRule';
import { referencePointInWords, ruleInWords } from '../../../nodes/shared/rules/ruleWords';

const ruleOf = (...cancellationTerms: IDataObject[]) => readCancellationRule({ id: '1', cancellationTerms });
const AT_ANY_TIME = { beforeArrivalMatching: 'NoMatter', beforeArrivalUnit: 'None' };
const free = { penaltyCalculationMethod: 'NoPenalty', penaltyValue: 0 };
const costing = (penaltyCalculationMethod: string, penaltyValue?: number, penaltyValueCurrency?: string) => ({
	...AT_ANY_TIME,
	penaltyCalculationMethod,
	penaltyValue,
	penaltyValueCurrency,
});
const before = (beforeArrivalMatching: string, beforeArrivalUnit: string, beforeArrivalValue: number) => ({
	...free,
	beforeArrivalMatching,
	beforeArrivalUnit,
	beforeArrivalValue,
});

describe('a cancellation rule in words', () => {
	it.each<[string, IDataObject[]]>([
		['Always free of charge', []],
		['At least 3 days before arrival: no penalty', [before('AtLeast', 'Day', 3)]],
		['No more than 1 hour before arrival: no penalty', [before('NoMoreThan', 'Hour', 1)]],
		[
			'Between 1 and 3 days before arrival: no penalty',
			[{ ...before('Between', 'Day', 1), beforeArrivalValueMax: 3 }],
		],
		["The unit 'Week' is not known: no penalty", [before('AtLeast', 'Week', 3)]],
		['At any time: 50 % of the first night', [costing('FirstNightPercent', 50)]],
		['At any time: 30.5 % of the prepayment', [costing('PrepaymentPercent', 30.5)]],
		['At any time: 80 % of all nights', [costing('Percent', 80)]],
		['At any time: the first night', [costing('FirstNights', 1)]],
		['At any time: the first 2 nights', [costing('FirstNights', 2)]],
		['At any time: 40.5 EUR', [costing('Fixed', 40.5, 'EUR')]],
		['At any time: 40', [costing('Fixed', 40)]],
		["At any time: the unknown method 'Sympathy'", [costing('Sympathy', 1)]],
		['At any time: Percent without a value', [costing('Percent')]],
		[
			'At least 2 days before arrival: no penalty; at any time: the first night',
			[before('AtLeast', 'Day', 2), costing('FirstNights', 1)],
		],
		[
			'At any time, arrivals from 2027-06-01 to 2027-08-31 and from 2027-10-01 on: the first night',
			[
				{
					...costing('FirstNights', 1),
					arrivalDates: [
						{ startDate: '2027-06-01', endDate: '2027-08-31' },
						{ startDate: '2027-10-01', endDate: '2027-10-01', isEndless: true },
					],
				},
			],
		],
		[
			'At any time: no penalty',
			[{ ...AT_ANY_TIME, ...free, arrivalDates: [{ startDate: '2020-01-01', isEndless: true }] }],
		],
	])('%s', (text, terms) => {
		expect(ruleInWords(ruleOf(...terms))).toBe(text);
	});

	it.each<[string | null, IDataObject]>([
		['Check-in time of the hotel', { referencePointKind: 'ProviderArrivalTime' }],
		['18:00', { referencePointKind: 'CustomArrivalTime', referencePointTime: '18:00' }],
		['A time of its own', { referencePointKind: 'CustomArrivalTime' }],
		['Later', { referencePointKind: 'Later', referencePointTime: '18:00' }],
		[null, {}],
	])('arrival means: %s', (text, rule) => {
		expect(referencePointInWords(readCancellationRule(rule))).toBe(text);
	});
});
