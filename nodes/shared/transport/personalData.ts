import { isRecord, messagesIn } from '../util/json';
import type { ApiMessage, ApiRequest, ApiResponse } from './types';

/**
 * Requests about guests, or with texts that users write about them. Whatever the API says there can repeat what was
 * sent, in any form, or what it has stored, so nothing of it is shown: only a known code, in our words.
 */
const PROPERTY = '/v2/properties/{propertyId}';
const WITHOUT_PEOPLE: ReadonlySet<string> = new Set([
	`${PROPERTY}/rooms`,
	`${PROPERTY}/companies`,
	`${PROPERTY}/obtain-accommodation-inventory`,
]);

/** Whether a request or its response may hold data of persons. An address that the user entered may be any. */
export function holdsPersonalData({ area, prefix, path }: ApiRequest): boolean {
	if (prefix !== undefined) return true;
	switch (area) {
		case 'content':
		case 'search':
		case 'pmsAnalytics':
			return false;
		case 'referenceData':
			return path.startsWith('/corporates');
		case 'pmsIntegrationStorage':
			return !/\/(?:inventories|calculate-stay-units)(?:\/|$)/.test(path);
		case 'pms':
			return !WITHOUT_PEOPLE.has(path);
		case 'reviews':
			return !path.endsWith('/stats');
		case 'bookings':
			return true;
	}
}

/** The codes that the provider publishes (specification, Errors), and in reference data the HTTP status as a code. */
const KNOWN_CODES: Readonly<Record<string, string>> = {
	'11': 'A date has the wrong format',
	'400': 'The request is not valid',
	'401': 'The access token is missing or has expired',
	'403': 'There is no access to this',
	'404': 'The record does not exist',
	'422': 'The request is not valid',
	'429': 'The rate limit is used up',
	'500': 'The service failed',
	'503': 'The service is overloaded',
	INVALID_PROPERTY_ID: 'The property ID is not valid',
	NotEnoughRights: 'There is no access to this property',
};

export const NOT_SHOWN =
	'The API gave a reason that is not known here. It is not shown, because it may hold personal data: look at the record in the hotel system, or ask your provider for the reason.';

/** What is known of messages of the API, in our words; the others are missing. */
export function knownMessages(messages: readonly ApiMessage[]): ApiMessage[] {
	return messages.flatMap(({ code }) => {
		const message = code !== undefined && Object.hasOwn(KNOWN_CODES, code) ? KNOWN_CODES[code] : undefined;
		return message === undefined ? [] : [{ code, message }];
	});
}

/** The response with its warnings and errors in our words. */
export function withoutQuotes(response: ApiResponse): ApiResponse {
	const { body } = response;
	if (!isRecord(body)) return response;
	const shown = (['warnings', 'errors'] as const)
		.filter((key) => body[key] !== undefined && body[key] !== null)
		.map((key) => [key, messagesIn(body, key).map(shownMessage)]);
	return shown.length === 0 ? response : { ...response, body: { ...body, ...Object.fromEntries(shown) } };
}

function shownMessage({ code }: { code?: unknown }): ApiMessage {
	const [known] = knownMessages([{ code: String(code) }]);
	return known ?? { message: NOT_SHOWN };
}
