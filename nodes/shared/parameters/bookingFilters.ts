import type { BookingFilter } from '../api/bookings/bookingFilter';
import { defineParameter } from '../operation/defineOperation';
import { entriesOf } from '../operation/readValues';
import { ParameterError } from '../util/parameterError';
import { namedOptions } from './period';

/** Which bookings are returned or start a workflow. */
export const bookingFilters = defineParameter({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'Arrival',
			name: 'arrival',
			type: 'options',
			options: namedOptions(['today', 'tomorrow', 'next7Days', 'next30Days']),
			default: 'today',
			description:
				"Only bookings with a room stay that arrives in this period. Days are those of the hotel; without access to Content, those of the workflow time zone. For other days, use 'Arrival From' and 'Arrival To' instead.",
		},
		{
			displayName: 'Arrival From',
			name: 'arrivalFrom',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			placeholder: 'e.g. 2026-03-01',
			description: 'Only bookings with a room stay that arrives on or after this day',
		},
		{
			displayName: 'Arrival To',
			name: 'arrivalTo',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			placeholder: 'e.g. 2026-03-31',
			description: 'Only bookings with a room stay that arrives on or before this day',
		},
		{
			displayName: 'Min Total',
			name: 'minTotal',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'Only bookings whose total with tax is as much or more, in the currency of the booking',
		},
		{
			displayName: 'Rate Plans',
			name: 'ratePlans',
			type: 'string',
			default: '',
			placeholder: 'e.g. 133528, Weekend',
			description: 'Only bookings with a room stay in one of these: IDs or names, separated by commas',
		},
		{
			displayName: 'Room Types',
			name: 'roomTypes',
			type: 'string',
			default: '',
			placeholder: 'e.g. 82751, Suite',
			description: 'Only bookings with a room stay in one of these: IDs or names, separated by commas',
		},
		{
			displayName: 'Source Types',
			name: 'sourceTypes',
			type: 'multiOptions',
			options: [
				{ name: 'Booking Engine', value: 'BookingEngine' },
				{ name: 'Channel', value: 'Channel' },
				{ name: 'Other', value: 'Other' },
				{ name: 'PMS', value: 'PMS' },
			],
			default: [],
			description: 'Only bookings from these sources',
		},
		{
			displayName: 'Statuses',
			name: 'statuses',
			type: 'multiOptions',
			options: [
				{ name: 'Active', value: 'Active' },
				{ name: 'Cancelled', value: 'Cancelled' },
				{ name: 'Unconfirmed', value: 'Unconfirmed' },
			],
			default: [],
			description: 'Only bookings with one of these statuses',
		},
	],
});

/** What is entered as text, as lists. @throws ParameterError for what is no list */
export function listedFilters({
	ratePlans = '',
	roomTypes = '',
}: {
	ratePlans?: string;
	roomTypes?: string;
}): Pick<BookingFilter, 'ratePlans' | 'roomTypes'> {
	const [plans, types] = [entriesOf('ratePlans', ratePlans), entriesOf('roomTypes', roomTypes)];
	return {
		...(plans.length > 0 && { ratePlans: plans }),
		...(types.length > 0 && { roomTypes: types }),
	};
}

/** @throws ParameterError when the last arrival lies before the first, or arrivals are filtered twice */
export function requireArrivals({ arrival, arrivalFrom: first, arrivalTo: last }: BookingFilter): void {
	if (arrival !== undefined && (first ?? last) !== undefined) {
		throw new ParameterError(
			'filters',
			undefined,
			'contain both a period and a date of arrival',
			'Use either {arrival}, or {arrivalFrom} and {arrivalTo}.',
		);
	}
	if (first === undefined || last === undefined || first <= last) return;
	throw new ParameterError(
		'arrivalTo',
		last,
		`is before ${first}`,
		'Swap it with {arrivalFrom}, or leave one of them out.',
	);
}
