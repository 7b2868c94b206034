import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { namesOf, noNames } from '../shared/api/names';
import { findBooking } from '../shared/api/bookingsFeed';
import { keptFields } from '../shared/privacy/keptFields';
import { recordIn } from '../shared/util/json';
import { mapConcurrently, REQUESTS_AT_ONCE } from '../shared/util/mapConcurrently';
import { isBeyondShare, isNotFound } from '../shared/transport/errors';
import { createApi } from '../shared/transport/request';
import type { Api } from '../shared/transport/types';
import type { HotelEvent } from './hotelEvents';
import { requestShare } from './requestShare';

export type EventOutput = 'event' | 'booking' | 'reservation';

/** What an event is about, or why it is not there. */
interface Details {
	/** Null if Content does not tell it in time. */
	propertyName: string | null;
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
	withoutPersonalData: boolean,
): Promise<IDataObject[]> {
	if (output === 'event') return [...events];
	const signal = AbortSignal.timeout(withinMs);
	const api = createApi(context, { readOnly: true, share: requestShare, maxWaitMs: withinMs, signal });
	const found = new Map<string, Details>();
	const subjects = [...new Map(events.map((event) => [keyOf(event), event])).values()];
	await mapConcurrently(subjects, REQUESTS_AT_ONCE, async (event) => {
		const [name, details] = await Promise.all([nameOf(api, event), detailsOf(api, event, output, signal)]);
		found.set(keyOf(event), { ...name, ...(withoutPersonalData ? anonymous(details, output) : details) });
	});
	return events.map((event) => ({ ...event, ...found.get(keyOf(event)) }));
}

function anonymous<D extends Pick<Details, 'details'>>(found: D, output: 'booking' | 'reservation'): D {
	const record = output === 'booking' ? 'Booking.Booking' : 'Pms.Reservation';
	return { ...found, details: found.details && keptFields(record, found.details) };
}

function keyOf({ propertyId, bookingNumber }: HotelEvent): string {
	return JSON.stringify([propertyId, bookingNumber]);
}

async function nameOf(api: Api, { propertyId }: HotelEvent): Promise<Pick<Details, 'propertyName'>> {
	if (propertyId === null) return { propertyName: null };
	const { property } = await namesOf(api, propertyId).catch(() => noNames);
	return { propertyName: property ?? null };
}

async function detailsOf(
	api: Api,
	{ propertyId, bookingNumber }: HotelEvent,
	output: 'booking' | 'reservation',
	signal: AbortSignal,
): Promise<Omit<Details, 'propertyName'>> {
	if (propertyId === null || bookingNumber === null) return without('The event names no booking.');
	return await readers[output](api, propertyId, bookingNumber).then(
		(details) => (details ? { details } : without(`The ${output} was not found (HTTP 404).`)),
		(error: Error) => without(whyNotRead(error, output, signal)),
	);
}

function whyNotRead(error: Error, output: string, signal: AbortSignal): string {
	if (signal.aborted) return `The ${output} could not be read in time.`;
	if (!isBeyondShare(error)) return `Not read: ${error.message}`;
	return `The ${output} was not read: events may use half of the rate limits, so that workflows keep the rest.`;
}

function without(note: string): Omit<Details, 'propertyName'> {
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
			if (isNotFound(error, 'number')) return undefined;
			throw error;
		},
	);
}
