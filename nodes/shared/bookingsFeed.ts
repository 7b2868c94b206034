import type { IDataObject } from 'n8n-workflow';

import { AnswerError, isRecord, listIn, recordIn, textIn } from './answers';
import type { Page } from './transport/pagination';
import type { Api, ApiRequest, SendOptions } from './transport/types';

/** Largest and default page of the feed (specification, Other limits). */
export const MAX_BOOKINGS_PAGE = 1000;

/** What the feed tells of a booking (specification, Booking). Times are UTC, in whole seconds. */
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
	/** The service's clock when it answered: its `Date` header. */
	servedAt?: string;
}

/** Where to read: a token, or a first modification time, or neither for everything (feed rules 1–3). */
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

/** @throws AnswerError when the list is missing or a booking has no number */
export function readBookingPage(body: unknown): BookingPage {
	const bookingSummaries = listIn(body, 'bookingSummaries').map(readSummary);
	const page = body as IDataObject;
	const continueToken = textIn(page, 'continueToken');
	if (typeof page.hasMoreData !== 'boolean') {
		throw new AnswerError("The answer of the partner API lacks 'hasMoreData'");
	}
	if (page.hasMoreData && continueToken === undefined) {
		throw new AnswerError(
			"The answer of the partner API announces more bookings but lacks the 'continueToken'",
		);
	}
	return { continueToken, hasMoreData: page.hasMoreData, bookingSummaries };
}

function readSummary(record: IDataObject): BookingSummary {
	const number = textIn(record, 'number');
	if (number === undefined)
		throw new AnswerError('The answer of the partner API holds a booking without a number');
	const propertyId = textIn(record, 'propertyId');
	return { ...record, number, ...(propertyId !== undefined && { propertyId }) } as BookingSummary;
}

export function readBooking(body: unknown): IDataObject {
	return recordIn(body, 'booking');
}

/** Fetches pages of the feed for `readPages`. The page cursor is the continueToken. */
export function bookingsPager(
	api: Api,
	propertyId: string,
	{ lastModification }: FeedPosition,
	count?: number,
): (cursor?: string) => Promise<Page<BookingSummary>> {
	return async (cursor) => {
		const position = cursor === undefined ? { lastModification } : { continueToken: cursor };
		const page = await fetchBookingPage(api, propertyId, position, count);
		return { records: page.bookingSummaries, ...(page.hasMoreData && { next: page.continueToken }) };
	};
}

export async function fetchBookingPage(
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

/** A booking's details, or `undefined` when the booking does not exist (any more). */
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
	if (
		isRecord(error) &&
		error.httpCode === '404' &&
		isRecord(error.context) &&
		error.context.kind === 'status'
	) {
		return undefined;
	}
	throw error;
}

function feedErrors(propertyId: string, { continueToken }: FeedPosition): SendOptions['errors'] {
	return {
		...(continueToken !== undefined && {
			'400': {
				message: 'The partner API refused the continue token',
				description:
					"Check 'Continue Token': it must be one that this property's feed returned. If it is lost, leave it empty and enter in 'Modified Since' the last modification time you know, minus two days.",
			},
		}),
		'404': {
			message: `The property '${propertyId}' was not found`,
			description: "Check 'Property': choose it from the list, or enter the ID the hotel system shows.",
		},
	};
}
