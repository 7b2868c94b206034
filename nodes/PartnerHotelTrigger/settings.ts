import type { IPollFunctions } from 'n8n-workflow';

import { filterAt, type BookingFilter } from '../shared/api/bookings/bookingFilter';
import { dayAt } from '../shared/dates/instants';
import type { Values } from '../shared/operation/defineOperation';
import { HOUR_MS, MINUTE_MS } from '../shared/rateLimit/windows';
import { readValues, type ReadParameter } from '../shared/operation/readValues';
import { savedParameter } from '../shared/operation/writing';
import { listedFilters, requireArrivals } from '../shared/parameters/bookingFilters';
import { MAX_HANDED_OVER, MAX_INTERVAL_MINUTES, requireEvents } from '../shared/polling/pollParameters';
import { chosenProperties } from '../shared/parameters/propertySelection';
import { leavesOutPersonalData } from '../shared/operation/leaveOutPersonalData';
import type { BookingEvent } from './bookingEvent';
import { parameters } from './parameters';

export type Settings = Omit<Values<typeof parameters>, 'events' | 'filters' | 'propertyIds' | 'options'> & {
	events: BookingEvent[];
	/** The chosen properties, each once; empty with all properties. */
	propertyIds: string[];
	filter: BookingFilter;
	maxBookings: number;
	maxIntervalMs: number;
	/** After a restart of n8n, the bookings of the last execution are emitted again. */
	handsOverAgain: boolean;
	keepsWatching: boolean;
	onlyIfChanged: readonly string[];
	withoutDetailsAfterMs?: number;
	withDeadlines: boolean;
	withoutPersonalData: boolean;
};

const DEFAULT_MAX_BOOKINGS = 500;

/** @throws ParameterError for a value that cannot be used */
export function readSettings(context: IPollFunctions): Settings {
	const read: ReadParameter = (name, fallback, options) => context.getNodeParameter(name, fallback, options);
	const values = readValues(parameters, read, context.getTimezone());
	const { filters, options, propertyIds, ...rest } = values as Values<typeof parameters>;
	requireEvents(rest.events);
	const handsOverAgain = options.afterCrash === 'handOverAgain';
	const maxHandedOver = handsOverAgain ? MAX_HANDED_OVER : Infinity;
	return {
		...rest,
		events: rest.events as BookingEvent[],
		propertyIds: chosenProperties(rest.propertySelection, rest.propertyId, propertyIds),
		filter: filterOf(filters, context.getTimezone()),
		maxIntervalMs: (options.atLeastEvery ?? MAX_INTERVAL_MINUTES) * MINUTE_MS,
		maxBookings: Math.min(options.maxBookings ?? DEFAULT_MAX_BOOKINGS, maxHandedOver),
		handsOverAgain,
		keepsWatching: options.keepWatching ?? false,
		onlyIfChanged: options.onlyIfChanged ?? [],
		withoutDetailsAfterMs: options.withoutDetailsAfter && options.withoutDetailsAfter * HOUR_MS,
		withDeadlines: options.addCancellationDeadline ?? false,
		withoutPersonalData: leavesOutPersonalData(options, (path) => savedParameter(context, path)),
	};
}

function filterOf(
	{ ratePlans, roomTypes, arrivalFrom, arrivalTo, ...others }: Values<typeof parameters>['filters'],
	timezone: string,
): BookingFilter {
	const first = arrivalFrom === undefined ? undefined : dayAt('arrivalFrom', arrivalFrom, timezone);
	const last = arrivalTo === undefined ? undefined : dayAt('arrivalTo', arrivalTo, timezone);
	const listed = listedFilters({ ratePlans, roomTypes });
	const filter = { ...others, ...listed, arrivalFrom: first, arrivalTo: last };
	requireArrivals(filter);
	// Until the calendar of the hotel is known.
	return filterAt(filter, timezone);
}
