import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { bookingRoomStays } from '../../../shared/api/bookings/bookingViews';
import { bookingRequest, readBooking } from '../../../shared/api/bookings/bookingsFeed';
import { cancellationTerms, type CancellationTerms } from '../../../shared/api/property/cancellationRules';
import { inColumns } from '../../../shared/api/bookings/columns';
import { namesIn } from '../../../shared/api/property/names';
import { textAt } from '../../../shared/api/response/records';
import { messagesOf, withWarnings } from '../../../shared/api/response/messages';
import { hotelInstant } from '../../../shared/dates/hotelClock';
import { defineOperation, defineParameter, type Values } from '../../../shared/operation/defineOperation';
import { bookingNotFound, bookingNumber } from '../../../shared/parameters/bookingNumber';
import { propertyId } from '../../../shared/parameters/property';
import { personalColumns } from '../../../shared/privacy/personalColumns';
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
	personalColumns: personalColumns.penalty,
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
		const { moment, ...readings } = values.options;
		const question: Question = {
			terms,
			hotel,
			readings: { ...DEFAULT_READINGS, ...readings },
			...(moment !== undefined && { moment: hotelInstant('moment', moment, hotel.timeZone) }),
		};
		const { items, createdAt } =
			values.calculateFor === 'booking'
				? penaltiesOfBooking(await fetchBooking(api, values), question)
				: await penaltiesOfStay(values, question);
		requireBooked(question.moment, createdAt, moment);
		const property = { propertyName: terms.facts.name ?? null, propertyId: values.propertyId };
		return items.map((item) => inColumns({ ...item, ...property }));
	},
});

interface Question {
	terms: CancellationTerms;
	hotel: HotelTimes;
	readings: Readings;
	/** In seconds since 1970 UTC; missing where none was entered. */
	moment?: number;
}

interface Answer {
	items: IDataObject[];
	/** When it was booked. */
	createdAt?: number;
}

async function penaltiesOfStay(
	values: Values<typeof stayParameters> & { propertyId: string },
	{ terms, hotel, readings, moment: entered }: Question,
): Promise<Answer> {
	const rule = ruleOf(values.cancellationRuleId, values.propertyId, terms);
	const { stay, departureDate } = await unbookedStay(values, hotel, entered ?? now());
	const { arrivalDate, createdAt, currency } = stay;
	const moment = entered ?? Math.max(now(), createdAt);
	const steps = penaltySteps([rule], stay, hotel, readings);
	const calculation = { moment, timeZone: hotel.timeZone, currency, readings };
	const item = penaltyItem({ ...steps, arrivalDate, departureDate, rules: [rule] }, calculation);
	return { items: [item], createdAt };
}

function penaltiesOfBooking(booking: IDataObject, { terms, hotel, readings, moment }: Question): Answer {
	const createdAt = instantAt(booking, 'createdDateTime');
	const cancelledAt = instantAt(booking, 'cancellation', 'cancelledDateTime');
	const calculation: Calculation = {
		moment: moment ?? cancelledAt ?? Math.max(now(), createdAt ?? 0),
		timeZone: hotel.timeZone,
		currency: textAt(booking, 'currencyCode') ?? '',
		readings,
	};
	const records = bookingRoomStays(booking, namesIn(terms.facts));
	const stays = bookedStays(booking, terms, readings);
	if (stays.length === 0) {
		const explanation = 'The booking has no room stays';
		return { items: [{ ...aboutStay(records[0]), explanation }], createdAt };
	}
	const sum = bookingSum(stays, calculation);
	const items = stays.map((stay, position) => ({
		...penaltyItem(stay, calculation, aboutStay(records[position])),
		booking: sum,
	}));
	return { items, createdAt };
}

/** What a reader wants to know of a room stay, from its flat form. */
function aboutStay(record: IDataObject = {}): IDataObject {
	const { number, status, guestName, roomTypeName, ratePlanNames, createdDateTime, ...more } = record;
	const { roomStayIndex, roomTypeId, ratePlanIds } = more;
	const names = { number, status, guestName, roomTypeName, ratePlanNames, createdDateTime };
	return { ...names, ...messagesOf(record), roomStayIndex, roomTypeId, ratePlanIds };
}

async function fetchBooking(api: Api, values: { propertyId: string; number: string }): Promise<IDataObject> {
	const { body } = await api.send(bookingRequest(values.propertyId, values.number), {
		errors: bookingNotFound(values),
	});
	const booking = readBooking(body);
	return withWarnings([booking], body)[0] ?? booking;
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

/** @throws ParameterError when it would be cancelled before it is booked */
function requireBooked(
	moment: number | undefined,
	createdAt: number | undefined,
	entered: string | undefined,
): void {
	if (createdAt === undefined || (moment ?? Infinity) >= createdAt) return;
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
