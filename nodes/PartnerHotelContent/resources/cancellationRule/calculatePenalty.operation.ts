import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { bookingRequest, readBooking } from '../../../shared/api/bookingsFeed';
import { cancellationTerms, type CancellationTerms } from '../../../shared/api/cancellationRules';
import { at, textAt } from '../../../shared/api/records';
import { withWarnings } from '../../../shared/api/warnings';
import { hotelInstant } from '../../../shared/dates/hotelClock';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { bookingNotFound, bookingNumber } from '../../../shared/parameters/bookingNumber';
import { propertyId } from '../../../shared/parameters/property';
import { bookedStays, hotelTimes, instantAt } from '../../../shared/rules/bookedStays';
import { DEFAULT_READINGS, type HotelTimes, type Readings } from '../../../shared/rules/cancellableStay';
import { readCancellationRule, type CancellationRule } from '../../../shared/rules/cancellationRule';
import { penaltySteps } from '../../../shared/rules/penaltySteps';
import type { Api } from '../../../shared/transport/types';
import { ParameterError } from '../../../shared/util/parameterError';
import { bookingSum, penaltyItem, type Calculation } from './penaltyItems';
import { stayParameters, unbookedStay } from './unbookedStay';

const calculateFor = defineParameter({
	displayName: 'Calculate For',
	name: 'calculateFor',
	type: 'options',
	options: [
		{ name: 'Booking', value: 'booking', description: 'A booking, by its number' },
		{ name: 'Stay', value: 'stay', description: 'A stay that is not booked yet, by its dates and prices' },
	],
	default: 'booking',
	description: 'What would be cancelled',
});

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Day Before Arrival',
			name: 'day',
			type: 'options',
			options: [
				{ name: '24 Hours', value: 'hours24', description: 'Also when the clocks change in between' },
				{ name: 'Calendar Day', value: 'calendar', description: 'The same time on an earlier date' },
			],
			default: 'calendar',
			description: 'What a rule means by a day before arrival',
		},
		{
			displayName: 'Moment',
			name: 'moment',
			type: 'dateTime',
			default: '',
			description:
				"When it would be cancelled. Default: now; of a cancelled booking, when it was cancelled. A time without an offset is the hotel's local time.",
		},
		{
			displayName: 'Prices',
			name: 'prices',
			type: 'options',
			options: [
				{ name: 'After Tax', value: 'afterTax', description: 'With the taxes that guests pay on site' },
				{ name: 'Before Tax', value: 'beforeTax', description: 'Without them' },
			],
			default: 'beforeTax',
			description: 'The prices of a booking on which penalties are based. Those of a stay count as entered.',
		},
		{
			displayName: 'Several Terms',
			name: 'several',
			type: 'options',
			options: [
				{ name: 'Cheapest', value: 'cheapest' },
				{ name: 'Dearest', value: 'dearest' },
			],
			default: 'cheapest',
			description: 'Which term counts when several hold, or the rules of several rate plans',
		},
	],
});

export const calculatePenalty = defineOperation({
	option: {
		name: 'Calculate Penalty',
		value: 'calculatePenalty',
		action: 'Calculate cancellation penalty',
		description:
			'Calculate until when a booking or stay can be cancelled free of charge, and what it costs at each time',
	},
	readOnly: true,
	parameters: [
		propertyId,
		calculateFor,
		{ ...bookingNumber, displayOptions: { show: { calculateFor: ['booking'] } } },
		...stayParameters,
		options,
	],
	run: async ({ values, api }) => {
		const terms = await cancellationTerms(api, values.propertyId);
		const hotel = hotelOf(values.propertyId, terms);
		const { moment: entered, ...chosen } = values.options;
		const moment = entered === undefined ? undefined : hotelInstant('moment', entered, hotel.timeZone);
		const readings: Readings = { ...DEFAULT_READINGS, ...chosen };
		if (values.calculateFor === 'booking')
			return await forBooking(api, values, terms, hotel, readings, moment);
		const rule = ruleOf(values.cancellationRuleId, values.propertyId, terms);
		const at = moment ?? now();
		const { stay, departureDate } = await unbookedStay(values, hotel.timeZone, at);
		requireBooked(at, stay.createdAt, entered);
		const { arrivalDate, currency } = stay;
		const steps = penaltySteps([rule], stay, hotel, readings);
		const calculation = { moment: at, timeZone: hotel.timeZone, currency, readings };
		const item = penaltyItem({ ...steps, arrivalDate, departureDate, rules: [rule] }, calculation);
		return [{ propertyId: values.propertyId, ...item }];
	},
});

async function forBooking(
	api: Api,
	values: { propertyId: string; number: string },
	terms: CancellationTerms,
	{ timeZone }: HotelTimes,
	readings: Readings,
	entered: number | undefined,
): Promise<IDataObject[]> {
	const { body } = await api.send(bookingRequest(values.propertyId, values.number), {
		errors: bookingNotFound(values),
	});
	const [booking = {}] = withWarnings([readBooking(body)], body);
	const created = instantAt(booking, 'createdDateTime');
	if (entered !== undefined && created !== undefined) requireBooked(entered, created, undefined);
	const calculation: Calculation = {
		moment: entered ?? instantAt(booking, 'cancellation', 'cancelledDateTime') ?? now(),
		timeZone,
		currency: textAt(booking, 'currencyCode') ?? '',
		readings,
	};
	const about = {
		number: at(booking, 'number'),
		propertyId: values.propertyId,
		status: at(booking, 'status'),
		createdDateTime: at(booking, 'createdDateTime'),
		...(booking._warnings !== undefined && { _warnings: booking._warnings }),
	};
	const stays = bookedStays(booking, terms, readings);
	if (stays.length === 0)
		return [{ ...about, roomStayIndex: null, explanation: 'The booking has no room stays' }];
	const sum = bookingSum(stays, calculation);
	return stays.map((stay) => ({
		...about,
		roomStayIndex: stay.index,
		...penaltyItem(stay, calculation),
		booking: sum,
	})) as IDataObject[];
}

function hotelOf(property: string, terms: CancellationTerms): HotelTimes {
	const hotel = hotelTimes(terms);
	if (hotel) return hotel;
	throw new ParameterError(
		'propertyId',
		property,
		'has no known time zone, on which its cancellation rules depend',
		'Ask the provider of the API to correct the time zone of the property.',
	);
}

function ruleOf(id: string, property: string, { rules }: CancellationTerms): CancellationRule {
	const rule = rules.get(id);
	if (rule) return readCancellationRule(rule);
	throw new ParameterError(
		'cancellationRuleId',
		id,
		`is no cancellation rule of the property ${property}`,
		"Choose {cancellationRuleId} from the list, or enter the 'cancellationRuleId' of a rate plan of this property.",
	);
}

/** @throws ParameterError when a stay would be cancelled before it is booked */
function requireBooked(moment: number, createdAt: number, entered: string | undefined): void {
	if (moment >= createdAt) return;
	throw new ParameterError(
		'moment',
		entered,
		'is before the booking was made',
		'Choose a time in {moment} at or after the time of the booking.',
	);
}

function now(): number {
	return Math.floor(DateTime.now().toSeconds());
}
