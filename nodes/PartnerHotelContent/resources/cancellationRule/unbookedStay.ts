import { daysBetween } from '../../../shared/dates/dateRules';
import { hotelClock, hotelInstant, type HotelClock } from '../../../shared/dates/hotelClock';
import { wholeDate } from '../../../shared/dates/instants';
import { secondsOfDay } from '../../../shared/dates/wallClock';
import { defineParameter, type Values } from '../../../shared/operation/defineOperation';
import { entriesOf } from '../../../shared/operation/readValues';
import { cancellationRuleId } from '../../../shared/parameters/cancellationRule';
import { requireCurrency } from '../../../shared/parameters/checks';
import type { CancellableStay, HotelTimes } from '../../../shared/rules/cancellableStay';
import { sellsNights } from '../../../shared/rules/stayUnit';
import { ParameterError } from '../../../shared/util/parameterError';

const FOR_STAY = { show: { calculateFor: ['stay'] } };

const rule = defineParameter({ ...cancellationRuleId, displayOptions: FOR_STAY });

const arrivalDate = defineParameter({
	displayName: 'Arrival Date',
	name: 'arrivalDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	required: true,
	displayOptions: FOR_STAY,
	default: '',
	placeholder: 'e.g. 2027-03-01',
	description: 'Arrival day in the time zone of the hotel',
});

const departureDate = defineParameter({
	displayName: 'Departure Date',
	name: 'departureDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	required: true,
	displayOptions: FOR_STAY,
	default: '',
	placeholder: 'e.g. 2027-03-04',
	description: 'Departure day in the time zone of the hotel',
});

const nightPrices = defineParameter({
	displayName: 'Night Prices',
	name: 'nightPrices',
	type: 'string',
	required: true,
	displayOptions: FOR_STAY,
	default: '',
	placeholder: 'e.g. 120, 120, 145.50',
	description:
		'Price of each night in order, separated by commas, or one price for all nights. Services and extra stays are not part of it.',
});

const currency = defineParameter({
	displayName: 'Currency',
	name: 'currency',
	type: 'string',
	required: true,
	displayOptions: FOR_STAY,
	default: '',
	placeholder: 'e.g. EUR',
	description: 'Currency of the prices, as three letters',
});

const stayDetails = defineParameter({
	displayName: 'Stay Details',
	name: 'stayDetails',
	type: 'collection',
	placeholder: 'Add Detail',
	displayOptions: FOR_STAY,
	default: {},
	options: [
		{
			displayName: 'Arrival Time of Guest',
			name: 'guestArrivalTime',
			type: 'string',
			default: '',
			placeholder: 'e.g. 16:30',
			description:
				'The time chosen by the guest, in the local time of the hotel. Default: the check-in time of the property.',
		},
		{
			displayName: 'Booked At',
			name: 'bookedAt',
			type: 'dateTime',
			default: '',
			description:
				"When the stay is or was booked. Default: the moment of the cancellation. A time without an offset is the hotel's local time.",
		},
		{
			displayName: 'Prepaid Amount',
			name: 'prepaid',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				'What the guest pays in advance. Needed where the penalty is a percentage of the prepayment.',
		},
	],
});

/** What tells a stay that is not booked yet. */
export const stayParameters = [rule, arrivalDate, departureDate, nightPrices, currency, stayDetails] as const;

type EnteredStay = Omit<Values<typeof stayParameters>, 'cancellationRuleId'>;

/** @throws ParameterError for a value that cannot be used */
export async function unbookedStay(
	entered: EnteredStay,
	hotel: HotelTimes,
	moment: number,
): Promise<{ stay: CancellableStay; departureDate: string }> {
	const zone = hotel.timeZone;
	const clock = hotelClock(async () => await Promise.resolve(zone));
	const arrival = await clock.date('arrivalDate', entered.arrivalDate);
	const departure = await clock.date('departureDate', entered.departureDate);
	const nights = daysBetween(arrival, departure);
	if (nights < 1) {
		throw new ParameterError(
			'departureDate',
			departure,
			`is not after ${arrival}`,
			'Choose a day in {departureDate} after {arrivalDate}.',
		);
	}
	const { bookedAt, guestArrivalTime, prepaid } = entered.stayDetails;
	const stay = {
		arrivalDate: arrival,
		...(guestArrivalTime !== undefined && { guestArrivalTime: await timeOfDay(guestArrivalTime, clock) }),
		createdAt: bookedAt === undefined ? moment : hotelInstant('bookedAt', bookedAt, zone),
		nights: pricesOf(entered.nightPrices, nights, sellsNights(hotel.stayUnitKind)),
		prepaid: prepaid ?? null,
		currency: requireCurrency('currency', entered.currency),
	};
	return { stay, departureDate: departure };
}

/** Of a date and time, the time at the hotel. */
async function timeOfDay(text: string, clock: HotelClock): Promise<string> {
	if (secondsOfDay(text) !== undefined) return text;
	if (/\d:\d/.test(text) && wholeDate(text, 'utc')) {
		return (await clock.minute('guestArrivalTime', text)).slice(11);
	}
	throw new ParameterError('guestArrivalTime', text, 'is not a time of day', 'Enter it like 16:30.');
}

/** Where days are sold, also a price for each of them, the day of departure included. */
function pricesOf(text: string, nights: number, ofNights: boolean): number[] {
	const prices = entriesOf('nightPrices', text).map((entry) => {
		const price = Number(entry);
		if (Number.isFinite(price) && price >= 0) return price;
		throw new ParameterError('nightPrices', entry, 'is not a price', 'Enter numbers like 120 or 145.50.');
	});
	if (prices.length === nights || (!ofNights && prices.length === nights + 1)) return prices;
	const [price] = prices;
	if (prices.length === 1 && price !== undefined) return Array.from({ length: nights }, () => price);
	throw new ParameterError(
		'nightPrices',
		text,
		`has ${prices.length} prices for ${nights} nights`,
		'Enter one price for each night between {arrivalDate} and {departureDate}, or one for all of them.',
	);
}
