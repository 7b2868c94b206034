import { defineParameter } from '../operation/defineOperation';
import { ParameterError } from '../util/parameterError';
import type { ApiRequest, ErrorTexts, HttpMethod } from '../transport/types';

export const READ_METHODS = ['GET', 'POST'] as const;
const WRITE_METHODS = ['DELETE', 'PATCH', 'POST', 'PUT'] as const;

/**
 * Seven operations whose method and path are not in the specification use published values. If those of a provider
 * differ, the user can enter them.
 */
function methodOverride<M extends HttpMethod>(published: M, offered: readonly M[]) {
	return {
		displayName: 'Request Method',
		name: 'requestMethod' as const,
		type: 'options' as const,
		options: offered.map((method) => ({ name: method, value: method })),
		default: published,
		description: 'Set only if your provider uses another method than the published one for this operation',
	};
}

const pathOverride = defineParameter({
	displayName: 'Request Path',
	name: 'requestPath',
	type: 'string',
	default: '',
	placeholder: 'e.g. /api/pms/v2/properties/{propertyId}/rooms',
	description:
		"Set only if your provider uses another path than the published one for this operation. Relative to 'Base URL', with the placeholders of the published path in braces.",
});

export const readOverrides = [methodOverride('GET', READ_METHODS), pathOverride] as const;
export const postOverrides = [methodOverride('POST', WRITE_METHODS), pathOverride] as const;
export const putOverrides = [methodOverride('PUT', WRITE_METHODS), pathOverride] as const;

export interface Overrides {
	requestMethod?: HttpMethod;
	requestPath?: string;
}

/** The request with the user's method and path in place of the published ones. */
export function withOverrides(request: ApiRequest, { requestMethod, requestPath }: Overrides): ApiRequest {
	const readOnly = request.readOnly ?? request.method === 'GET';
	const method = requestMethod ?? request.method;
	return {
		...request,
		method,
		...(requestPath !== undefined && { prefix: '', path: checkedPath(requestPath, request) }),
		readOnly,
		sendOnce: readOnly && method !== 'GET',
	};
}

const MAX_LENGTH = 2_000;
/** One segment of a path: what needs no encoding, and placeholders. */
const SEGMENT = /^(?:[\w.~:@-]|\{\w+\})+$/;

function checkedPath(path: string, { pathParameters = {} }: ApiRequest): string {
	const isShort = path.length <= MAX_LENGTH;
	const segments = isShort ? path.replace(/\/$/, '').split('/') : [];
	const isPath = segments.shift() === '' && segments.length > 0;
	if (!isPath || !segments.every((segment) => SEGMENT.test(segment) && !/^\.\.?$/.test(segment))) {
		throw new ParameterError(
			'requestPath',
			path,
			'is not a path relative to Base URL',
			"Enter it like /api/pms/v2/…: it starts with '/' and consists of letters, digits and placeholders in braces.",
		);
	}
	const known = Object.keys(pathParameters);
	const unknown = [...path.matchAll(/\{(\w+)\}/g)].find(([, name = '']) => !known.includes(name));
	if (!unknown) return path;
	throw new ParameterError(
		'requestPath',
		path,
		`has the placeholder ${unknown[0]}; this operation has ${known.map((name) => `{${name}}`).join(', ')}`,
		'Write the placeholders as in the published path.',
	);
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
		'405': { message: 'The partner API does not support this method here', description: address },
	};
}
