import type { IPollFunctions } from 'n8n-workflow';

import { validZone } from '../shared/dates/hotelClock';
import { parseInstant, utcSeconds } from '../shared/dates/instants';
import type { Values } from '../shared/operation/defineOperation';
import { readValues, type ReadParameter } from '../shared/operation/readValues';
import { savedParameter } from '../shared/operation/writing';
import { MAX_HANDED_OVER, MAX_INTERVAL_MINUTES, requireEvents } from '../shared/polling/pollParameters';
import { chosenProperties } from '../shared/parameters/propertySelection';
import { leavesOutPersonalData } from '../shared/operation/leaveOutPersonalData';
import { MINUTE_MS } from '../shared/rateLimit/windows';
import type { OutputOptions } from '../shared/pms/reservationOutput';
import { parameters } from './parameters';
import type { ReservationEvent } from './occurrence';

export interface Settings extends OutputOptions {
	propertySelection: 'all' | 'one' | 'several';
	propertyId: string;
	/** The chosen properties, each once; empty with all properties. */
	propertyIds: string[];
	events: ReservationEvent[];
	/** The start, if it is a date. */
	since?: string;
	/** IANA name, for all properties. */
	timeZone?: string;
	maxReservations: number;
	maxIntervalMs: number;
	/** After a restart of n8n, the events of the last execution are emitted again. */
	handsOverAgain: boolean;
	keepsWatching: boolean;
	withoutPersonalData: boolean;
}

const DEFAULT_MAX_RESERVATIONS = 500;

/** @throws ParameterError for a value that cannot be used */
export function readSettings(context: IPollFunctions): Settings {
	const read: ReadParameter = (name, fallback, options) => context.getNodeParameter(name, fallback, options);
	const values = readValues(parameters, read, context.getTimezone());
	const { events, startFrom, startDate, output, options, ...chosen } = values as Values<typeof parameters>;
	requireEvents(events);
	const { propertySelection, propertyId, propertyIds } = chosen;
	const { timeZone, addGuests, languageCode, roomsRequestMethod, roomsRequestPath } = options;
	const handsOverAgain = options.afterCrash === 'handOverAgain';
	const since =
		startFrom === 'date' ? parseInstant('startDate', startDate, context.getTimezone()) : undefined;
	return {
		propertySelection,
		propertyId,
		propertyIds: chosenProperties(propertySelection, propertyId, propertyIds),
		events: events as ReservationEvent[],
		...(since && { since: utcSeconds(since) }),
		...(timeZone !== undefined && { timeZone: validZone(timeZone) }),
		output,
		addGuests: addGuests ?? false,
		languageCode,
		roomsRequestMethod,
		roomsRequestPath,
		maxReservations: Math.min(
			options.maxReservations ?? DEFAULT_MAX_RESERVATIONS,
			handsOverAgain ? MAX_HANDED_OVER : Infinity,
		),
		maxIntervalMs: (options.atLeastEvery ?? MAX_INTERVAL_MINUTES) * MINUTE_MS,
		handsOverAgain,
		keepsWatching: options.keepWatching ?? false,
		withoutPersonalData: leavesOutPersonalData(options, (path) => savedParameter(context, path)),
	};
}
