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

/** What came with the status: the texts of the API, as far as they are shown. */
interface Response {
	statusCode: number;
	apiErrors: ApiMessage[];
	/** The same in words. */
	apiText: string | undefined;
	/** The same, and that others are not shown. */
	reason: string;
}

/** What a status means, whatever was asked. */
const STATUS_TEXTS: Readonly<Record<number, (response: Response, known: Circumstances) => StatusText>> = {
	401: ({ apiText }) => ({
		message: 'The partner API did not accept the access token',
		description: joined(
			`Check Client ID and Client Secret in ${CREDENTIAL}, and that the API connection is switched on in the hotel account.`,
			apiText,
		),
		failure: { cause: 'credential-invalid' },
	}),
	403: ({ apiText }, { accesses, request: { area } }) =>
		grants(accesses, area)
			? {
					message: `This API connection may use ${apiAreas[area].label}, but not for this property or request`,
					description: joined(
						"Check 'Property'. Ask the hotelier to share the property with the API connection and to check what the connection may do.",
						apiText,
					),
					failure: { cause: 'configuration-invalid' },
				}
			: {
					message: `This API connection has no access to ${apiAreas[area].label}`,
					description: joined(
						grantedText(accesses),
						'The Client ID and Client Secret are correct. Ask the hotelier to give the API connection access to this area or to share the property with it.',
						apiText,
					),
					failure: { cause: 'configuration-invalid' },
				},
	404: ({ apiText }) => ({
		message: 'The partner API did not find the requested record',
		description: joined(`Check the IDs you entered and Base URL in ${CREDENTIAL}.`, apiText),
		failure: { cause: 'configuration-invalid' },
	}),
	429: ({ apiText }, { retryAfterMs }) => ({
		message: 'The rate limit of the partner API is used up',
		description: joined(
			retryText(retryAfterMs),
			'Other workflows and integrations that use the same API connection count as well.',
			apiText,
		),
		failure: { cause: 'rate-limited', retryAfterMs },
	}),
};

function failingText({ statusCode, apiText }: Response, known: Circumstances): StatusText {
	return {
		message: `The partner API is failing at the moment (HTTP ${statusCode})`,
		description: joined(
			known.readOnly ? 'The request was tried several times.' : undefined,
			again('Run the workflow again later.', known),
			apiText,
		),
		failure: { cause: 'temporarily-unavailable', retryAfterMs: known.retryAfterMs },
	};
}

function refusedText({ statusCode, apiErrors, reason }: Response): StatusText {
	const first = apiErrors[0]?.message;
	return {
		message: `The partner API refused the request (HTTP ${statusCode})${first ? `: ${first}` : ''}`,
		description: joined('Check the values of this operation.', reason),
		failure: { cause: 'configuration-invalid' },
	};
}

export function generalStatusText(
	statusCode: number,
	apiErrors: ApiMessage[],
	reason: string,
	known: Circumstances,
): StatusText {
	const textOf = STATUS_TEXTS[statusCode] ?? (statusCode >= 500 ? failingText : refusedText);
	return textOf({ statusCode, apiErrors, apiText: quoted(apiErrors), reason }, known);
}

export function grantedText(accesses: string[] | undefined): string | undefined {
	if (accesses === undefined) return undefined;
	if (accesses.length === 0) return 'It has access to no API area.';
	return `It has access to: ${cleanText(accesses.slice(0, MAX_ACCESSES).map(accessLabel).join(', '), [])}.`;
}
