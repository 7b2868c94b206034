import { propertyFacts, type PropertyFacts } from '../../../shared/api/property/propertyFacts';
import { withWarnings } from '../../../shared/api/response/messages';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { requireCurrency, requireText } from '../../../shared/parameters/checks';
import { propertyId } from '../../../shared/parameters/property';
import { ratePlanId } from '../../../shared/parameters/ratePlan';
import { roomTypeId } from '../../../shared/parameters/roomType';
import type { Api } from '../../../shared/transport/types';
import { ResponseError } from '../../../shared/util/json';
import { ParameterError } from '../../../shared/util/parameterError';
import { arrivalDateTime, departureDateTime, placements, type ChosenStay } from '../../chosenStay';
import { extraStayRuleId, findExtraStayRule } from '../../extraStayRules';
import { adults, childAges, corporateIds, hotelCalendar } from '../../stay';
import { extraStayCharge, isLeftToApi, type ExtraStayQuestion, type NightPrice } from './charge';
import { chargeRecord } from './chargeRecord';
import { readExtraStayOptions, type ExtraStayOptions } from './extraStayOptions';
import { readExtraStayRule, usualTimeOf, type ExtraStayKind, type ExtraStayRule } from './extraStayRule';
import { requestedTime } from './requestedTime';

const ruleFrom = defineParameter({
	displayName: 'Rule From',
	name: 'ruleFrom',
	type: 'options',
	options: [
		{ name: 'Extra-Stay Rule', value: 'rule', description: 'A rule of the property' },
		{ name: 'Rate Plan', value: 'ratePlan', description: 'The rule of a rate plan' },
	],
	default: 'ratePlan',
	description: 'Where to take the rule for early check-in and late check-out from',
});

const kind = defineParameter({
	displayName: 'Kind',
	name: 'kind',
	type: 'options',
	options: [
		{ name: 'Early Check-In', value: 'earlyCheckIn' },
		{ name: 'Late Check-Out', value: 'lateCheckOut' },
	],
	default: 'earlyCheckIn',
	description: 'What the guest asks for',
});

const time = defineParameter({
	displayName: 'Time',
	name: 'time',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 09:30',
	description:
		'Time of the arrival or departure in the local time of the hotel, up to 24:00, or its date and time. A date before Arrival or after Departure takes another night.',
});

const arrival = defineParameter({
	...arrivalDateTime,
	description:
		'Arrival in the local time of the hotel, as in the offer or booking. Needed for an early check-in where Time has a date, and to ask the API.',
});

const departure = defineParameter({
	...departureDateTime,
	description:
		'Departure in the local time of the hotel, as in the offer or booking. Needed for a late check-out where Time has a date, and to ask the API.',
});

const nightPrice = defineParameter({
	displayName: 'Price of the Night',
	name: 'nightPrice',
	type: 'number',
	typeOptions: { minValue: 0 },
	required: true,
	default: 0,
	description:
		'Price before tax of the first night for an early check-in, of the last night for a late check-out, without the surcharge for extra guests. A charge in percent is of this price.',
});

const currencyCode = defineParameter({
	displayName: 'Currency',
	name: 'currencyCode',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. EUR',
	description: 'Currency of the price (ISO 4217), as in the offer or booking',
});

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{ ...corporateIds, displayOptions: { show: { '/ruleFrom': ['ratePlan'], '/askApi': [true] } } },
		{
			displayName: 'Extra-Guest Surcharge',
			name: 'extraPlacementPrice',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				'Surcharge before tax for guests in extra places in that night. Counts if the rule includes it in a percentage.',
		},
		{
			displayName: 'Meals per Night',
			name: 'mealPrice',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				"A night's part of the meals that are charged on top of the price, before tax. Counts if the rule includes meals or all services in a percentage.",
		},
		{
			displayName: 'Other Services per Night',
			name: 'otherServicePrice',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				"A night's part of the other services that are charged on top of the price, before tax. Counts if the rule includes all services in a percentage.",
		},
	],
});

const askApi = defineParameter({
	displayName: 'Ask the API',
	name: 'askApi',
	type: 'boolean',
	displayOptions: { show: { ruleFrom: ['ratePlan'] } },
	default: false,
	description:
		'Whether to ask the API for a charge that the rule does not state (such as HourlyRateAutoCalculated). Only then, one search request is sent for the stay.',
});

const fromRatePlan = { displayOptions: { show: { ruleFrom: ['ratePlan'] } } };
const fromRule = { displayOptions: { show: { ruleFrom: ['rule'] } } };
const toAskApi = { displayOptions: { show: { ruleFrom: ['ratePlan'], askApi: [true] } } };

export const calculateCharge = defineOperation({
	option: {
		name: 'Calculate Charge',
		value: 'calculateCharge',
		action: 'Calculate extra stay charge',
		description:
			'Calculate what an early check-in or a late check-out costs, from the rule of the hotel and without a search. Use Get Options for the times and prices that the API offers with a stay.',
	},
	readOnly: true,
	parameters: [
		propertyId,
		ruleFrom,
		{ ...ratePlanId, ...fromRatePlan },
		{ ...extraStayRuleId, ...fromRule },
		kind,
		time,
		arrival,
		departure,
		nightPrice,
		currencyCode,
		options,
		askApi,
		{ ...roomTypeId, ...toAskApi },
		{ ...placements, required: true, ...toAskApi },
		{ ...adults, ...toAskApi },
		{ ...childAges, ...toAskApi },
	],
	run: async ({ values, api, warn }) => {
		const question = await questionOf(api, values);
		const answer = extraStayCharge(question);
		if (answer.outcome === 'charged' && answer.working.by === 'percentage' && values.nightPrice === 0) {
			warn('The charge is a percentage, and the price of the night is 0. Check the price.');
		}
		if (!isLeftToApi(answer) || values.ruleFrom === 'rule' || !values.askApi) {
			return [chargeRecord(question, answer)];
		}
		const { options: offered, stayDates, body } = await readOptions(api, values);
		return withWarnings([chargeRecord(question, answer, { offered, stayDates })], body);
	},
});

interface ChargeValues extends ChosenStay {
	ruleFrom: 'rule' | 'ratePlan';
	extraStayRuleId: string;
	kind: ExtraStayKind;
	time: string;
	nightPrice: number;
	currencyCode: string;
	options: ChosenStay['options'] & {
		extraPlacementPrice?: number;
		mealPrice?: number;
		otherServicePrice?: number;
	};
	askApi: boolean;
}

async function questionOf(api: Api, values: ChargeValues): Promise<ExtraStayQuestion> {
	const { kind } = values;
	const price = priceOf(values);
	const { time, date } = await requestedTime(api, values.propertyId, values.time);
	const day = date === undefined ? undefined : { entered: date, ofStay: await dayOfStay(api, values) };
	const facts = await propertyFacts(api, values.propertyId);
	const rule = await chosenRule(api, values, facts);
	const { stayUnitKind } = facts;
	return { kind, time, day, usualTime: usualTimeOf(kind, rule, facts), rule, price, stayUnitKind };
}

/** The day next to the extra stay, `YYYY-MM-DD`; `undefined` where it was not entered. */
async function dayOfStay(api: Api, values: ChargeValues): Promise<string | undefined> {
	const parameter = values.kind === 'earlyCheckIn' ? 'arrivalDateTime' : 'departureDateTime';
	if (values[parameter] === '') return undefined;
	const { clock } = await hotelCalendar(api, values.propertyId);
	return await clock.date(parameter, values[parameter]);
}

function priceOf({ nightPrice: night, currencyCode: currency, options: added }: ChargeValues): NightPrice {
	return {
		currency: requireCurrency('currencyCode', requireText('currencyCode', currency)),
		night,
		extraPlacement: added.extraPlacementPrice ?? 0,
		meals: added.mealPrice ?? 0,
		otherServices: added.otherServicePrice ?? 0,
	};
}

/** `undefined` for a rate plan without a rule. */
async function chosenRule(
	api: Api,
	values: ChargeValues,
	facts: PropertyFacts,
): Promise<ExtraStayRule | undefined> {
	const id = values.ruleFrom === 'rule' ? chosenRuleId(values) : ruleIdOfPlan(values, facts);
	if (id === undefined) return undefined;
	const record = await findExtraStayRule(api, values.propertyId, id);
	if (record !== undefined) return readExtraStayRule(record);
	if (values.ruleFrom === 'ratePlan') {
		throw new ResponseError(
			`The partner API has no extra-stay rule '${id}', which the rate plan '${values.ratePlanId}' refers to`,
			'Run the workflow again in a few minutes: the hotel may have just changed its rules.',
		);
	}
	throw notOfProperty('extraStayRuleId', id);
}

function chosenRuleId(values: ChargeValues): string {
	return requireText('extraStayRuleId', values.extraStayRuleId);
}

function ruleIdOfPlan(values: ChargeValues, facts: PropertyFacts): string | undefined {
	const planId = requireText('ratePlanId', values.ratePlanId);
	if (facts.ratePlans.some(({ id }) => id === planId)) return facts.extraStayRuleIds.get(planId);
	throw notOfProperty('ratePlanId', planId);
}

function notOfProperty(parameter: string, id: string): ParameterError {
	return new ParameterError(
		parameter,
		id,
		'does not exist in this property',
		`Choose one from the list in {${parameter}}, or check {propertyId}.`,
	);
}

async function readOptions(api: Api, values: ChargeValues): Promise<ExtraStayOptions> {
	for (const name of ['arrivalDateTime', 'departureDateTime', 'roomTypeId', 'placements'] as const) {
		requireText(name, values[name]);
	}
	return await readExtraStayOptions(api, values);
}
