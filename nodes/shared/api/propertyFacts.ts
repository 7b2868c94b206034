import type { IDataObject } from 'n8n-workflow';

import { AnswerError, isRecord, textIn } from '../util/json';
import { TtlCache } from '../util/ttlCache';
import { recordsAt, textAt } from './records';
import { isRequestFailure, isStatus } from '../transport/errors';
import type { Api, SendOptions } from '../transport/types';

/** What names, dropdowns, times and rules need of a property record (specification, Property). */
export interface PropertyFacts {
	id: string;
	name?: string;
	/** IANA name. */
	timeZone?: string;
	/** `HH:mm` */
	checkInTime?: string;
	checkOutTime?: string;
	/** IDs of extra-stay rules, by rate plan. A rate plan without one allows no extra stays. */
	extraStayRuleIds: Map<string, string>;
	roomTypes: Named[];
	ratePlans: Named[];
	services: Named[];
}

export interface Named {
	id: string;
	name: string;
}

/** Why facts are missing: no access to Content, or no usable response. */
type Absence = 'forbidden' | 'unavailable';

const KEPT_MS = 5 * 60_000;
/** Access may be granted meanwhile. */
const ABSENCE_KEPT_MS = 60_000;
const MOST_KEPT = 500;
const cache = new TtlCache<PropertyFacts | Absence>(
	(facts) => (typeof facts === 'string' ? ABSENCE_KEPT_MS : KEPT_MS),
	MOST_KEPT,
);

/** The facts of a property, from the content area; kept for five minutes per client. */
export async function propertyFacts(
	api: Api,
	propertyId: string,
	options?: SendOptions,
): Promise<PropertyFacts> {
	return (await cachedFacts(api, propertyId, [], options)) as PropertyFacts;
}

/** The same; `undefined` if the API connection has no access to Content. */
export async function factsIfGranted(api: Api, propertyId: string): Promise<PropertyFacts | undefined> {
	return await cachedFacts(api, propertyId, ['forbidden']);
}

/** The same; `undefined` if Content refuses, fails to respond or cannot be reached. */
export async function factsIfAvailable(
	api: Api,
	propertyId: string,
	options?: SendOptions,
): Promise<PropertyFacts | undefined> {
	return await cachedFacts(api, propertyId, ['forbidden', 'unavailable'], options);
}

/** Facts that are missing for an accepted reason are not requested again for each item. */
async function cachedFacts(
	api: Api,
	propertyId: string,
	accepted: readonly Absence[],
	options?: SendOptions,
): Promise<PropertyFacts | undefined> {
	const key = `${await api.client()} ${propertyId}`;
	const read = async () =>
		await fetchProperty(api, propertyId, undefined, options).then(readFacts, (error) => {
			const absence = absenceOf(error);
			if (absence === undefined || !accepted.includes(absence)) throw error;
			return absence;
		});
	const known = await cache.recall(key, read);
	const isUsable = typeof known !== 'string' || accepted.includes(known);
	const facts = isUsable ? known : await cache.renew(key, read);
	return typeof facts === 'string' ? undefined : facts;
}

/** A cancelled execution or an invalid ID is not a failure of Content. */
function absenceOf(error: unknown): Absence | undefined {
	if (isStatus(error, 403)) return 'forbidden';
	return error instanceof AnswerError || isRequestFailure(error) ? 'unavailable' : undefined;
}

/** The whole record of one property. The response is the record itself (specification, Content). */
export async function fetchProperty(
	api: Api,
	propertyId: string,
	languageCode?: string,
	options?: SendOptions,
): Promise<IDataObject> {
	const { body } = await api.send(
		{
			area: 'content',
			method: 'GET',
			path: '/v1/properties/{propertyId}',
			pathParameters: { propertyId },
			query: { languageCode },
		},
		{ errors: propertyErrors(propertyId), ...options },
	);
	return readProperty(body);
}

export function readProperty(body: unknown): IDataObject {
	if (isRecord(body) && textIn(body, 'id') !== undefined) return body;
	throw new AnswerError("The response of the partner API has no property 'id'");
}

export function propertyErrors(propertyId: string): SendOptions['errors'] {
	return {
		'404': {
			message: `The property '${propertyId}' was not found`,
			description: "Check 'Property': choose it from the list, or enter the ID shown in the hotel system.",
		},
	};
}

function readFacts(record: IDataObject): PropertyFacts {
	return {
		id: textIn(record, 'id') ?? '',
		name: textIn(record, 'name'),
		timeZone: textAt(record, 'timeZone', 'id'),
		checkInTime: textAt(record, 'policy', 'checkInTime'),
		checkOutTime: textAt(record, 'policy', 'checkOutTime'),
		extraStayRuleIds: ruleIdsIn(record),
		roomTypes: namedIn(record.roomTypes),
		ratePlans: namedIn(record.ratePlans),
		services: namedIn(record.services),
	};
}

function ruleIdsIn(record: IDataObject): Map<string, string> {
	return new Map(
		recordsAt(record, 'ratePlans').flatMap((ratePlan) => {
			const id = textIn(ratePlan, 'id');
			const ruleId = textIn(ratePlan, 'extraStayRuleId');
			return id === undefined || ruleId === undefined ? [] : [[id, ruleId] as const];
		}),
	);
}

function namedIn(list: unknown): Named[] {
	return (Array.isArray(list) ? list.filter(isRecord) : []).flatMap((record) => {
		const id = textIn(record, 'id');
		return id === undefined ? [] : [{ id, name: textIn(record, 'name') ?? id }];
	});
}
