import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { findBooking } from '../shared/api/bookingsFeed';
import { recordIn } from '../shared/util/json';
import { mapConcurrently, REQUESTS_AT_ONCE } from '../shared/util/mapConcurrently';
import { isStatus } from '../shared/transport/errors';
import { createApi } from '../shared/transport/request';
import type { Api } from '../shared/transport/types';
import type { HotelEvent } from './hotelEvents';

export type EventOutput = 'event' | 'booking' | 'reservation';

/** What an event is about, or why it is not there. */
interface Details {
	details: IDataObject | null;
	note?: string;
}

const readers = { booking: readBooking, reservation: readReservation };

/** The events with what they are about. Whatever takes longer than `withinMs` is left out: no event is held back. */
export async function withDetails(
	context: IWebhookFunctions,
	events: readonly HotelEvent[],
	output: EventOutput,
	withinMs: number,
): Promise<IDataObject[]> {
	if (output === 'event') return [...events];
	const signal = AbortSignal.timeout(withinMs);
	const api = createApi(context, { readOnly: true, personal: true, maxWaitMs: withinMs, signal });
	const found = new Map<string, Details>();
	const subjects = [...new Map(events.map((event) => [keyOf(event), event])).values()];
	await mapConcurrently(subjects, REQUESTS_AT_ONCE, async (event) => {
		found.set(keyOf(event), await detailsOf(api, event, output, signal));
	});
	return events.map((event) => ({ ...event, ...found.get(keyOf(event)) }));
}

function keyOf({ propertyId, bookingNumber }: HotelEvent): string {
	return JSON.stringify([propertyId, bookingNumber]);
}

async function detailsOf(
	api: Api,
	{ propertyId, bookingNumber }: HotelEvent,
	output: 'booking' | 'reservation',
	signal: AbortSignal,
): Promise<Details> {
	if (propertyId === null || bookingNumber === null) return without('The event names no booking.');
	return await readers[output](api, propertyId, bookingNumber).then(
		(details) => (details ? { details } : without(`The ${output} was not found (HTTP 404).`)),
		(error: Error) =>
			without(signal.aborted ? `The ${output} could not be read in time.` : `Not read: ${error.message}`),
	);
}

function without(note: string): Details {
	return { details: null, note };
}

async function readBooking(api: Api, propertyId: string, number: string): Promise<IDataObject | undefined> {
	return await findBooking(api, propertyId, number);
}

async function readReservation(
	api: Api,
	propertyId: string,
	number: string,
): Promise<IDataObject | undefined> {
	const path = '/v2/properties/{propertyId}/reservations/{number}';
	const pathParameters = { propertyId, number };
	return await api.send({ area: 'pms', method: 'GET', path, pathParameters }).then(
		({ body }) => recordIn(body, 'reservation'),
		(error) => {
			if (isStatus(error, 404)) return undefined;
			throw error;
		},
	);
}
