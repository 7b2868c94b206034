import type { IPollFunctions } from 'n8n-workflow';

import { wholeDate } from '../shared/dates';
import type { Values } from '../shared/operation';
import { ParameterError } from '../shared/parameterError';
import { readValues } from '../shared/values';
import type { BookingFilter } from './output';
import { parameters } from './parameters';
import type { BookingEvent } from './poll';

export type Settings = Omit<Values<typeof parameters>, 'events' | 'filters' | 'propertyIds' | 'options'> & {
	events: BookingEvent[];
	/** The chosen ones, each once; none with all properties. */
	propertyIds: string[];
	filter: BookingFilter;
	maxBookings: number;
};

const DEFAULT_MAX_BOOKINGS = 500;

/** @throws ParameterError for what cannot be used, before anything is sent */
export function readSettings(context: IPollFunctions): Settings {
	const values = readValues(parameters, (name, fallback) => context.getNodeParameter(name, fallback));
	const { filters, options, propertyIds, ...rest } = values as Values<typeof parameters>;
	if (rest.events.length === 0) {
		throw new ParameterError(
			'events',
			'',
			'is empty',
			'Choose at least one event, or switch the workflow off.',
		);
	}
	return {
		...rest,
		events: rest.events as BookingEvent[],
		propertyIds: chosenProperties(rest.propertySelection, rest.propertyId, propertyIds),
		filter: filterOf(filters, context.getTimezone()),
		maxBookings: options.maxBookings ?? DEFAULT_MAX_BOOKINGS,
	};
}

function chosenProperties(
	selection: Settings['propertySelection'],
	propertyId: string,
	propertyIds: readonly string[],
): string[] {
	if (selection === 'one') return [propertyId];
	if (selection === 'several' && propertyIds.length === 0) {
		throw new ParameterError(
			'propertyIds',
			'',
			'is empty',
			"Choose at least one property, or set {propertySelection} to 'All Properties'.",
		);
	}
	return selection === 'several' ? [...new Set(propertyIds)] : [];
}

function filterOf(
	{ statuses, sourceTypes, arrivalFrom, arrivalTo }: Values<typeof parameters>['filters'],
	timezone: string,
): BookingFilter {
	const first = day('arrivalFrom', arrivalFrom, timezone);
	const last = day('arrivalTo', arrivalTo, timezone);
	if (first !== undefined && last !== undefined && first > last) {
		throw new ParameterError(
			'arrivalTo',
			last,
			`is before ${first}`,
			'Swap it with {arrivalFrom}, or leave one of them out.',
		);
	}
	return { statuses, sourceTypes, arrivalFrom: first, arrivalTo: last };
}

/** The day as it is written, for stays are in hotel-local time; an instant in UTC is the day in the workflow's zone. */
function day(parameter: string, text: string | undefined, timezone: string): string | undefined {
	if (text === undefined) return undefined;
	const date = /^\d{4}-/.test(text) ? wholeDate(text, timezone) : undefined;
	if (date) return text.endsWith('Z') ? date.setZone(timezone).toFormat('yyyy-MM-dd') : text.slice(0, 10);
	throw new ParameterError(parameter, text, 'is not a date', 'Enter it like 2026-03-01.');
}
