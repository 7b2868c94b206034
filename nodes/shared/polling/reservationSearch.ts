import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { pmsList } from '../api/response/lists';
import { propertyErrors } from '../api/property/propertyFacts';
import { pmsRequest, RESERVATION, reservationErrors } from '../pms/pmsRequests';
import { instantOf, secondsOf } from './feedTime';
import { isNotFound } from '../transport/errors';
import type { Api, SendOptions } from '../transport/types';
import { ResponseError, recordIn, textIn } from '../util/json';

/** `state` of the reservation search (specification, PMS). */
export type SearchState = 'Active' | 'Cancelled';

/** A reservation as a search lists it. Only the number is sure (specification, PMS records). */
export interface ReservationSummary {
	number: string;
	createdDateTime?: string;
	modifiedDateTime?: string;
}

export interface SearchPage {
	reservations: ReservationSummary[];
	/** The token of the next page; absent on the last one. */
	next?: string;
	/** Number of records that were skipped because they have no number. */
	unreadable: number;
	/** The server time of the response, or the local one. */
	servedAt: string;
}

const LIST = pmsList('reservations');

/** One page of a search (specification, PMS: reservations/search). */
export async function fetchSearchPage(
	api: Api,
	propertyId: string,
	state: SearchState,
	range: IDataObject,
	pageToken?: string,
	options?: SendOptions,
	max = Infinity,
): Promise<SearchPage> {
	const search = pmsRequest('GET', '/reservations/search', { propertyId }, { query: { state, ...range } });
	const request = LIST.page(search, pageToken, max);
	const { body, headers } = await api.send(request, { errors: propertyErrors(propertyId), ...options });
	const { records, next, nextUnknown } = LIST.read(body);
	if (nextUnknown || (next !== undefined && next === pageToken)) {
		throw new ResponseError('The partner API announces more reservations but returned no new page token');
	}
	const reservations = records.flatMap(summaryOf);
	return {
		reservations,
		...(next !== undefined && { next }),
		unreadable: records.length - reservations.length,
		servedAt: servedAtOf(headers),
	};
}

function summaryOf(record: IDataObject): ReservationSummary[] {
	const number = textIn(record, 'number');
	if (number === undefined) return [];
	const createdDateTime = textIn(record, 'createdDateTime');
	const modifiedDateTime = textIn(record, 'modifiedDateTime');
	return [
		{
			number,
			...(createdDateTime !== undefined && { createdDateTime }),
			...(modifiedDateTime !== undefined && { modifiedDateTime }),
		},
	];
}

/** A warning about skipped records, without any of their data. */
export function unreadableReservationsText(propertyId: string, records: number): string {
	return `The reservation search of property ${propertyId} lists records without a number (${records}), which were skipped. Report it to the provider of the API.`;
}

export interface FoundDetails {
	/** Null: the API no longer has the reservation. */
	reservation: IDataObject | null;
	/** Epoch seconds. */
	seenAt: number;
}

/** The details of a reservation. */
export async function findDetails(
	api: Api,
	propertyId: string,
	number: string,
	languageCode: string | undefined,
	options?: SendOptions,
): Promise<FoundDetails> {
	const ids = { propertyId, number };
	const request = pmsRequest('GET', RESERVATION, ids, { query: { languageCode } });
	return await api.send(request, { errors: reservationErrors(ids), ...options }).then(
		({ body, headers }) => ({
			reservation: recordIn(body, 'reservation'),
			seenAt: secondsOf(servedAtOf(headers)),
		}),
		(error) => {
			if (!isNotFound(error, 'number')) throw error;
			return { reservation: null, seenAt: secondsOf(new Date().toISOString()) };
		},
	);
}

/** The time of the service. */
export async function serverTimeOf(api: Api, propertyId: string): Promise<string> {
	const now = DateTime.utc().toFormat("yyyy-MM-dd'T'HH:mm");
	const range = { startAffectPeriodDateTime: now, endAffectPeriodDateTime: now };
	return (await fetchSearchPage(api, propertyId, 'Active', range, undefined, undefined, 1)).servedAt;
}

function servedAtOf({ date }: Record<string, string>): string {
	return instantOf(date) ?? new Date().toISOString().replace(/\.\d+/, '');
}
