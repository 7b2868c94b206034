import type { IDataObject } from 'n8n-workflow';

import { ResponseError, isRecord, textIn } from '../../util/json';
import { shownId } from '../../transport/shownId';
import type { Api, SendOptions } from '../../transport/types';
import { PropertyCache, type Absence } from './propertyCache';
import { joinedText, recordsAt, textAt } from '../response/records';

/** What names, dropdowns, times and rules need of a property record (specification, Property). */
export interface PropertyFacts {
	id: string;
	name?: string;
	/** On one line. */
	address?: string;
	/** IANA name. */
	timeZone?: string;
	/** `HH:mm` */
	checkInTime?: string;
	checkOutTime?: string;
	/** `NightRate` or `DailyRate`: what a stay is counted in. */
	stayUnitKind?: string;
	/** IDs of cancellation rules, by rate plan. */
	cancellationRuleIds: Map<string, string>;
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

const cache = new PropertyCache<PropertyFacts>(
	async (api, propertyId, options) =>
		await fetchProperty(api, propertyId, undefined, options).then(readFacts),
);

/** The facts of a property, from the content area; kept for five minutes per client. */
export async function propertyFacts(
	api: Api,
	propertyId: string,
	options?: SendOptions,
): Promise<PropertyFacts> {
	return await cache.read(api, propertyId, options);
}

/** The same; `undefined` if the API connection has no access to Content. */
export async function factsIfGranted(api: Api, propertyId: string): Promise<PropertyFacts | undefined> {
	return present(await cache.readUnless(['forbidden'], api, propertyId));
}

/** The same; `undefined` if Content refuses, fails to respond or cannot be reached. */
export async function factsIfAvailable(
	api: Api,
	propertyId: string,
	options?: SendOptions,
): Promise<PropertyFacts | undefined> {
	return present(await cache.readUnless(['forbidden', 'unavailable'], api, propertyId, options));
}

function present(facts: PropertyFacts | Absence): PropertyFacts | undefined {
	return typeof facts === 'string' ? undefined : facts;
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

function readProperty(body: unknown): IDataObject {
	if (isRecord(body) && textIn(body, 'id') !== undefined) return body;
	throw new ResponseError("The response of the partner API has no property 'id'");
}

export function propertyErrors(propertyId: string): SendOptions['errors'] {
	return {
		'404': {
			message: `The property '${shownId(propertyId)}' was not found`,
			description: "Check 'Property': choose it from the list, or enter the ID shown in the hotel system.",
		},
	};
}

export function readFacts(record: IDataObject): PropertyFacts {
	return {
		id: textIn(record, 'id') ?? '',
		name: textIn(record, 'name'),
		address: addressIn(record),
		timeZone: textAt(record, 'timeZone', 'id'),
		checkInTime: textAt(record, 'policy', 'checkInTime'),
		checkOutTime: textAt(record, 'policy', 'checkOutTime'),
		stayUnitKind: textAt(record, 'stayUnitKind'),
		cancellationRuleIds: ruleIdsIn(record, 'cancellationRuleId'),
		extraStayRuleIds: ruleIdsIn(record, 'extraStayRuleId'),
		roomTypes: namedIn(record.roomTypes),
		ratePlans: namedIn(record.ratePlans),
		services: namedIn(record.services),
	};
}

function addressIn(record: IDataObject): string | undefined {
	const part = (key: string) => textAt(record, 'contactInfo', 'address', key);
	const city = joinedText(' ', part('postalCode'), part('cityName'));
	return joinedText(', ', part('addressLine'), city) ?? undefined;
}

function ruleIdsIn(record: IDataObject, key: 'cancellationRuleId' | 'extraStayRuleId'): Map<string, string> {
	return new Map(
		recordsAt(record, 'ratePlans').flatMap((ratePlan) => {
			const id = textIn(ratePlan, 'id');
			const ruleId = textIn(ratePlan, key);
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
