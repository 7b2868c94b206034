import type { IDataObject } from 'n8n-workflow';

import { AnswerError, isRecord, textIn } from './answers';
import type { Api, SendOptions } from './transport/types';

/** What names, dropdowns and time zones need of a property record (specification, Property). */
export interface PropertyFacts {
	id: string;
	name?: string;
	/** IANA name. */
	timeZone?: string;
	roomTypes: Named[];
	ratePlans: Named[];
}

export interface Named {
	id: string;
	name: string;
}

const CACHE_MS = 5 * 60_000;
const MAX_CACHED = 500;
const cache = new Map<string, { facts: PropertyFacts; until: number }>();

/**
 * The facts of a property, from the content area. Cached for a few minutes per client: they hold nothing
 * personal and change rarely.
 */
export async function propertyFacts(
	api: Api,
	propertyId: string,
	options?: SendOptions,
): Promise<PropertyFacts> {
	const key = `${await api.client()} ${propertyId}`;
	const cached = cache.get(key);
	if (cached && cached.until > Date.now()) return cached.facts;
	const facts = readFacts(await fetchProperty(api, propertyId, undefined, options));
	cache.delete(key);
	cache.set(key, { facts, until: Date.now() + CACHE_MS });
	if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value as string);
	return facts;
}

/** The whole record of one property. The answer is the record itself (specification, Content). */
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
	throw new AnswerError("The answer of the partner API lacks the property's 'id'");
}

export function propertyErrors(propertyId: string): SendOptions['errors'] {
	return {
		'404': {
			message: `The property '${propertyId}' was not found`,
			description: "Check 'Property': choose it from the list, or enter the ID the hotel system shows.",
		},
	};
}

function readFacts(record: IDataObject): PropertyFacts {
	const timeZone = isRecord(record.timeZone) ? textIn(record.timeZone, 'id') : undefined;
	return {
		id: textIn(record, 'id') ?? '',
		name: textIn(record, 'name'),
		timeZone,
		roomTypes: namedIn(record.roomTypes),
		ratePlans: namedIn(record.ratePlans),
	};
}

function namedIn(list: unknown): Named[] {
	return (Array.isArray(list) ? list.filter(isRecord) : []).flatMap((record) => {
		const id = textIn(record, 'id');
		return id === undefined ? [] : [{ id, name: textIn(record, 'name') ?? id }];
	});
}
