import type { IDataObject } from 'n8n-workflow';

import { AnswerError, isRecord, textIn } from '../util/json';
import { TtlCache } from '../util/ttlCache';
import type { Api, SendOptions } from '../transport/types';

/** What names, dropdowns and time zones need of a property record (specification, Property). */
export interface PropertyFacts {
	id: string;
	name?: string;
	/** IANA name. */
	timeZone?: string;
	roomTypes: Named[];
	ratePlans: Named[];
	services: Named[];
}

export interface Named {
	id: string;
	name: string;
}

const KEPT_MS = 5 * 60_000;
const MOST_KEPT = 500;
const memory = new TtlCache<PropertyFacts>(() => KEPT_MS, MOST_KEPT);

/** The facts of a property, from the content area; kept for a few minutes per client. */
export async function propertyFacts(
	api: Api,
	propertyId: string,
	options?: SendOptions,
): Promise<PropertyFacts> {
	const read = async () => readFacts(await fetchProperty(api, propertyId, undefined, options));
	return await memory.recall(`${await api.client()} ${propertyId}`, read);
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
		services: namedIn(record.services),
	};
}

function namedIn(list: unknown): Named[] {
	return (Array.isArray(list) ? list.filter(isRecord) : []).flatMap((record) => {
		const id = textIn(record, 'id');
		return id === undefined ? [] : [{ id, name: textIn(record, 'name') ?? id }];
	});
}
