import type { IDataObject } from 'n8n-workflow';
import { isNotFound } from '../../transport/errors';

import { ResponseError, isRecord, recordIn, textIn } from '../../util/json';
import type { Page } from '../response/pagination';
import type { Api, ApiRequest, SendOptions } from '../../transport/types';

/** Largest and default page of the feed (specification, Other limits). */
export const MAX_BOOKINGS_PAGE = 1000;

/** A booking as the feed lists it (specification, Booking). Times are UTC, in whole seconds. */
export interface BookingSummary extends IDataObject {
	number: string;
	propertyId?: string;
	status?: string;
	createdDateTime?: string;
	modifiedDateTime?: string;
}

export interface BookingPage {
	continueToken?: string;
	hasMoreData: boolean;
	bookingSummaries: BookingSummary[];
	/** Number of records that were skipped because they have no booking number. */
	unreadable: number;
	/** The server time of the response: its `Date` header. */
	servedAt?: string;
}

/** Where to start: a token, a first modification time, or neither for everything (feed rules 1–3). */
export interface FeedPosition {
	continueToken?: string;
	lastModification?: string;
}

export function bookingsRequest(propertyId: string, position: FeedPosition, count?: number): ApiRequest {
	return {
		area: 'bookings',
		method: 'GET',
		path: '/v1/properties/{propertyId}/bookings',
		pathParameters: { propertyId },
		query: { continueToken: position.continueToken, lastModification: position.lastModification, count },
	};
}

export function bookingRequest(propertyId: string, number: string): ApiRequest {
	return {
		area: 'bookings',
		method: 'GET',
		path: '/v1/properties/{propertyId}/bookings/{number}',
		pathParameters: { propertyId, number },
	};
}

/** @throws ResponseError when the list or `hasMoreData` is missing */
export function readBookingPage(body: unknown): BookingPage {
	const page = isRecord(body) ? body : {};
	const records = page.bookingSummaries;
	if (!Array.isArray(records)) {
		throw new ResponseError("The response of the partner API has no list 'bookingSummaries'");
	}
	const bookingSummaries = records.flatMap((record) => readSummary(record));
	const continueToken = textIn(page, 'continueToken');
	if (typeof page.hasMoreData !== 'boolean') {
		throw new ResponseError("The response of the partner API has no 'hasMoreData'");
	}
	const unreadable = records.length - bookingSummaries.length;
	return { continueToken, hasMoreData: page.hasMoreData, bookingSummaries, unreadable };
}

/** A record without a booking number is skipped, so that the others are still read. */
function readSummary(record: unknown): BookingSummary[] {
	const number = isRecord(record) ? textIn(record, 'number') : undefined;
	if (!isRecord(record) || number === undefined) return [];
	const propertyId = textIn(record, 'propertyId');
	return [{ ...record, number, ...(propertyId !== undefined && { propertyId }) } as BookingSummary];
}

/** A warning about skipped records, without any of their data. */
export function unreadableBookingsText(propertyId: string, records: number): string {
	return `The bookings feed of property ${propertyId} contains records without a booking number (${records}), which were skipped. Report it to the provider of the API.`;
}

export function readBooking(body: unknown): IDataObject {
	return recordIn(body, 'booking');
}

/** Fetches pages of the feed for `readPages`. The page cursor is the continueToken. */
export function bookingsPager(
	api: Api,
	propertyId: string,
	{ lastModification }: FeedPosition,
	count: number,
	warn: (text: string) => void,
): (cursor?: string) => Promise<Page<BookingSummary>> {
	return async (cursor) => {
		const position = cursor === undefined ? { lastModification } : { continueToken: cursor };
		const page = await requestPage(api, propertyId, position, count);
		if (page.unreadable > 0) warn(unreadableBookingsText(propertyId, page.unreadable));
		const { bookingSummaries: records, continueToken: next } = page;
		if (!page.hasMoreData) return { records };
		return next === undefined ? { records, nextUnknown: true } : { records, next };
	};
}

/** @throws ResponseError also when there is a next page but no token for it */
export async function fetchBookingPage(...request: Parameters<typeof requestPage>): Promise<BookingPage> {
	const page = await requestPage(...request);
	if (!page.hasMoreData || page.continueToken !== undefined) return page;
	throw new ResponseError(
		"The response of the partner API announces more bookings but has no 'continueToken'",
	);
}

async function requestPage(
	api: Api,
	propertyId: string,
	position: FeedPosition,
	count?: number,
	options?: SendOptions,
): Promise<BookingPage> {
	const errors = { ...feedErrors(propertyId, position), ...options?.errors };
	const { body, headers } = await api.send(bookingsRequest(propertyId, position, count), {
		...options,
		errors,
	});
	return { ...readBookingPage(body), ...(headers.date !== undefined && { servedAt: headers.date }) };
}

/** The details of a booking, or `undefined` if it does not exist or no longer exists. */
export async function findBooking(
	api: Api,
	propertyId: string,
	number: string,
	options?: SendOptions,
): Promise<IDataObject | undefined> {
	const sent = api.send(bookingRequest(propertyId, number), options);
	return await sent.then(
		({ body }) => readBooking(body),
		(error) => goneOrFailed(error),
	);
}

function goneOrFailed(error: unknown): undefined {
	if (isNotFound(error, 'number')) return undefined;
	throw error;
}

function feedErrors(propertyId: string, { continueToken }: FeedPosition): SendOptions['errors'] {
	return {
		...(continueToken !== undefined && {
			'400': {
				message: 'The partner API rejected the continue token',
				description:
					"Check 'Continue Token': it must come from the feed of this property. If you no longer have it, leave it empty and set 'Modified Since' to two days before the last modification time you know.",
			},
		}),
		'404': {
			message: `The property '${propertyId}' was not found`,
			description: "Check 'Property': choose it from the list, or enter the ID shown in the hotel system.",
		},
	};
}
