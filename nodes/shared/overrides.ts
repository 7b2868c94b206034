import { defineParameter } from './operation';
import { ParameterError } from './parameterError';
import type { ApiRequest, ErrorTexts, HttpMethod } from './transport/types';

/**
 * Seven operations whose method and path the specification does not show use published values. Should a
 * provider's installation differ, the user can enter its own.
 */
export const methodOverride = defineParameter({
	displayName: 'Request Method',
	name: 'requestMethod',
	type: 'options',
	options: [
		{ name: 'DELETE', value: 'DELETE' },
		{ name: 'GET', value: 'GET' },
		{ name: 'PATCH', value: 'PATCH' },
		{ name: 'POST', value: 'POST' },
		{ name: 'PUT', value: 'PUT' },
	],
	default: 'POST',
	description: 'Only if your provider says that this operation uses another method than the published one',
});

export const pathOverride = defineParameter({
	displayName: 'Request Path',
	name: 'requestPath',
	type: 'string',
	default: '',
	placeholder: 'e.g. /api/pms/v2/properties/{propertyId}/rooms',
	description:
		"Only if your provider says that this operation has another path than the published one. Below 'Base URL', with the placeholders in braces as in the published path.",
});

export const overrides = [methodOverride, pathOverride] as const;

/** Options that consist of the overrides alone. */
export const overrideOptions = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...overrides],
});

export interface Overrides {
	requestMethod?: HttpMethod;
	requestPath?: string;
}

/** The request with the user's method and path in place of the published ones. */
export function withOverrides(request: ApiRequest, { requestMethod, requestPath }: Overrides): ApiRequest {
	if (requestPath !== undefined && !requestPath.startsWith('/')) {
		throw new ParameterError(
			'requestPath',
			requestPath,
			"does not start with '/'",
			'Enter the path below Base URL, like /api/pms/v2/…',
		);
	}
	return {
		...request,
		...(requestMethod !== undefined && { method: requestMethod }),
		...(requestPath !== undefined && { prefix: '', path: requestPath }),
		// Whatever method the user chose: only an operation that reads may be repeated.
		readOnly: request.readOnly ?? request.method === 'GET',
	};
}

/** What a 404 or 405 can mean here, besides an identifier that does not exist. */
export function overrideErrors({
	message,
	description,
}: {
	message: string;
	description: string;
}): ErrorTexts {
	const address =
		"If the identifiers are right, your provider may use another address for this operation: enter it under Options as 'Request Method' and 'Request Path'.";
	return {
		'404': { message, description: `${description} ${address}` },
		'405': { message: 'The partner API does not take this method here', description: address },
	};
}
