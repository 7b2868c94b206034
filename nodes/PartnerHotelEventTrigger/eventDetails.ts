import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { findBooking } from '../shared/api/bookings/bookingsFeed';
import { simplifyBooking } from '../shared/api/bookings/bookingViews';
import { inColumns } from '../shared/api/bookings/columns';
import { noNames, type Names } from '../shared/api/property/names';
import { namesForItems } from '../shared/api/property/propertyNames';
import { keptFields } from '../shared/privacy/keptFields';
import { personalColumns, withoutColumns } from '../shared/privacy/personalColumns';
import { recordIn } from '../shared/util/json';
import { mapConcurrently, REQUESTS_AT_ONCE } from '../shared/util/mapConcurrently';
import { isBeyondShare, isNotFound } from '../shared/transport/errors';
import { createApi } from '../shared/transport/request';
import type { Api } from '../shared/transport/types';
import type { HotelEvent } from './hotelEvents';
import { requestShare } from './requestShare';

type EventOutput = 'event' | 'simplified' | DetailsOutput;
type DetailsOutput = 'booking' | 'reservation';

/** What an event is about, or why it is not there. */
interface Details {
	/** None if Content does not return them in time. */
	names: Names;
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
	const wanted = output === 'simplified' ? 'booking' : output;
	const signal = AbortSignal.timeout(withinMs);
	const api = createApi(context, { readOnly: true, share: requestShare, maxWaitMs: withinMs, signal });
	const found = new Map<string, Details>();
	const subjects = [...new Map(events.map((event) => [keyOf(event), event])).values()];
	await mapConcurrently(subjects, REQUESTS_AT_ONCE, async (event) => {
		const [names, details] = await Promise.all([namesFor(api, event), detailsOf(api, event, wanted, signal)]);
		found.set(keyOf(event), { names, ...(withoutPersonalData ? anonymous(details, wanted) : details) });
	});
	return events.map((event) => {
		const about = found.get(keyOf(event)) ?? { names: noNames, details: null };
		return output === 'simplified' ? simplified(event, about, withoutPersonalData) : withRecord(event, about);
	});
}

function withRecord(event: HotelEvent, { names, details, note }: Details): IDataObject {
	const propertyName = names.property ?? null;
	return { ...event, propertyName, details, ...(note !== undefined && { note }) };
}

/** In the columns of docs/guide.md. */
function simplified(
	{ event, bookingNumber, propertyId, occurredAt, eventId }: HotelEvent,
	{ names, details, note }: Details,
	withoutPersonalData: boolean,
): IDataObject {
	const booking = details ? simplifyBooking(details, names) : { propertyName: names.property ?? null };
	const [shown = {}] = withoutPersonalData ? withoutColumns([booking], personalColumns.booking) : [booking];
	const about = { event, number: bookingNumber, ...shown, occurredAt, propertyId, eventId };
	return inColumns({ ...about, ...(note !== undefined && { note }) });
}

function anonymous<D extends Pick<Details, 'details'>>(found: D, output: DetailsOutput): D {
	const record = output === 'booking' ? 'Booking.Booking' : 'Pms.Reservation';
	return { ...found, details: found.details && keptFields(record, found.details) };
}

function keyOf({ propertyId, bookingNumber }: HotelEvent): string {
	return JSON.stringify([propertyId, bookingNumber]);
}

async function namesFor(api: Api, { propertyId }: HotelEvent): Promise<Names> {
	return propertyId === null ? noNames : await namesForItems(api, propertyId).catch(() => noNames);
}

async function detailsOf(
	api: Api,
	{ propertyId, bookingNumber }: HotelEvent,
	output: DetailsOutput,
	signal: AbortSignal,
): Promise<Omit<Details, 'names'>> {
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

function without(note: string): Omit<Details, 'names'> {
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
