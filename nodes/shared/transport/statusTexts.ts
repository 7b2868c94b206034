import type { Failure } from 'n8n-workflow';

import { accessLabel, apiAreas, type ApiArea } from './areas';
import { cleanText } from './cleanText';
import { again, CREDENTIAL, joined, quoted, retryText } from './sentences';
import type { ApiMessage, Circumstances, ErrorText, ErrorTexts } from './types';

const MAX_ACCESSES = 50;

/** If the area itself is granted, a text about missing access would mislead. */
export function textsFor(
	statusCode: number,
	{ texts, request, accesses }: Circumstances,
): ErrorTexts | undefined {
	return statusCode === 403 && grants(accesses, request.area) ? { ...texts, '403': undefined } : texts;
}

function grants(accesses: string[] | undefined, area: ApiArea): boolean {
	const names: readonly string[] = apiAreas[area].accesses;
	return accesses?.some((access) => names.includes(access)) === true;
}

type StatusText = ErrorText & { failure: Failure };

/** What a status means, whatever was asked. */
export function generalStatusText(
	statusCode: number,
	apiErrors: ApiMessage[],
	reason: string,
	known: Circumstances,
): StatusText {
	const apiText = quoted(apiErrors);
	switch (statusCode) {
		case 401:
			return {
				message: 'The partner API did not accept the access token',
				description: joined(
					`Check Client ID and Client Secret in ${CREDENTIAL}, and that the API connection is switched on in the hotel account.`,
					apiText,
				),
				failure: { cause: 'credential-invalid' },
			};
		case 403:
			if (grants(known.accesses, known.request.area)) {
				return {
					message: `This API connection may use ${apiAreas[known.request.area].label}, but not for this property or request`,
					description: joined(
						"Check 'Property'. Ask the hotelier to share the property with the API connection and to check what the connection may do.",
						apiText,
					),
					failure: { cause: 'configuration-invalid' },
				};
			}
			return {
				message: `This API connection has no access to ${apiAreas[known.request.area].label}`,
				description: joined(
					grantedText(known.accesses),
					'The Client ID and Client Secret are correct. Ask the hotelier to give the API connection access to this area or to share the property with it.',
					apiText,
				),
				failure: { cause: 'configuration-invalid' },
			};
		case 404:
			return {
				message: 'The partner API did not find the requested record',
				description: joined(`Check the IDs you entered and Base URL in ${CREDENTIAL}.`, apiText),
				failure: { cause: 'configuration-invalid' },
			};
		case 429:
			return {
				message: 'The rate limit of the partner API is used up',
				description: joined(
					retryText(known.retryAfterMs),
					'Other workflows and integrations that use the same API connection count as well.',
					apiText,
				),
				failure: { cause: 'rate-limited', retryAfterMs: known.retryAfterMs },
			};
		default:
			return statusCode >= 500
				? {
						message: `The partner API is failing at the moment (HTTP ${statusCode})`,
						description: joined(
							known.readOnly ? 'The request was tried several times.' : undefined,
							again('Run the workflow again later.', known),
							apiText,
						),
						failure: { cause: 'temporarily-unavailable', retryAfterMs: known.retryAfterMs },
					}
				: {
						message: `The partner API refused the request (HTTP ${statusCode})${apiErrors[0]?.message ? `: ${apiErrors[0].message}` : ''}`,
						description: joined('Check the values of this operation.', reason),
						failure: { cause: 'configuration-invalid' },
					};
	}
}

export function grantedText(accesses: string[] | undefined): string | undefined {
	if (accesses === undefined) return undefined;
	if (accesses.length === 0) return 'It has access to no API area.';
	return `It has access to: ${cleanText(accesses.slice(0, MAX_ACCESSES).map(accessLabel).join(', '), [])}.`;
}
