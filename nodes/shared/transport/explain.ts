import { isNotProcessed, isUnsent, type FailureFacts } from './classifyResponse';
import { cleanText } from './cleanText';
import type { Explanation } from './errors';
import { knownMessages, NOT_SHOWN } from './personalData';
import { again, CREDENTIAL, joined, limitText, quoted, retryText } from './sentences';
import { generalStatusText, grantedText, textsFor } from './statusTexts';
import type { RateLimitWaitError } from '../rateLimit/scopeLimiter';
import type { RateScope } from '../rateLimit/windows';
import type { ApiMessage, Circumstances, ErrorText, ErrorTexts } from './types';

export function explain(failure: FailureFacts, circumstances: Circumstances): Explanation {
	const explanation = explanationOf(failure, circumstances);
	return {
		kind: failure.kind,
		notProcessed: isNotProcessed(failure),
		...explanation,
		description: joined(explanation.description, changeText(failure, circumstances)),
	};
}

type Unlabelled = Omit<Explanation, 'kind' | 'notProcessed'>;

function explanationOf(failure: FailureFacts, circumstances: Circumstances): Unlabelled {
	switch (failure.kind) {
		case 'status':
			return explainStatus(failure.statusCode, failure.messages, circumstances);
		case 'errors':
			return explainErrors(failure.statusCode, failure.messages, circumstances);
		case 'redirect':
			return {
				message: `The address ${circumstances.baseUrl} redirects to another address`,
				description: `It redirects to '${redirectTarget(failure.location, circumstances)}'. Enter the final address as Base URL in ${CREDENTIAL}.`,
				httpCode: String(failure.statusCode),
				apiErrors: [],
				failure: { cause: 'configuration-invalid' },
			};
		case 'webPage':
			return {
				message: `The address ${circumstances.baseUrl} returned a web page instead of data`,
				description: `It does not seem to be the partner API. Check Base URL in ${CREDENTIAL} and any proxy in between.`,
				httpCode: String(failure.statusCode),
				apiErrors: [],
				failure: { cause: 'configuration-invalid' },
			};
		case 'unreadable':
			return {
				message: 'The response of the partner API is incomplete or not valid JSON',
				description: joined(
					again('Run the workflow again.', circumstances),
					`If it happens every time, check Base URL in ${CREDENTIAL} and any proxy in between.`,
				),
				httpCode: String(failure.statusCode),
				apiErrors: [],
				failure: { cause: 'temporarily-unavailable' },
			};
		case 'network':
			return explainNetwork(failure.code, circumstances);
		case 'token':
			return explainToken(failure, circumstances);
	}
}

/** Without user, password and query; with data of persons around, the host alone. */
function redirectTarget(location: string, { baseUrl, secrets, personal }: Circumstances): string {
	const parts = cleanText(location, secrets);
	if (!URL.canParse(parts, baseUrl)) return 'an address that cannot be read';
	const { origin, pathname } = new URL(parts, baseUrl);
	return personal || pathname === '/' ? origin : `${origin}${pathname}`;
}

function explainStatus(statusCode: number, messages: ApiMessage[], circumstances: Circumstances): Unlabelled {
	const apiErrors = shownMessages(messages, circumstances);
	const apiText = quoted(apiErrors);
	const reason = joined(apiText, messages.length > apiErrors.length ? NOT_SHOWN : undefined);
	const general = generalStatusText(statusCode, apiErrors, reason, circumstances);
	const own = ownText(statusCode, messages, textsFor(statusCode, circumstances));
	const granted = statusCode === 403 ? grantedText(circumstances.accesses) : undefined;
	return {
		...general,
		...(own && { message: own.message, description: joined(granted, own.description, apiText) }),
		httpCode: String(statusCode),
		apiErrors,
	};
}

/** A successful response with errors: the request was understood, so they may be temporary. */
function explainErrors(statusCode: number, messages: ApiMessage[], circumstances: Circumstances): Unlabelled {
	const apiErrors = shownMessages(messages, circumstances);
	const own = ownText(statusCode, messages, circumstances.texts);
	const reason = apiErrors[0]?.message;
	return {
		message: own?.message ?? `The partner API objected to the request${reason ? `: ${reason}` : ''}`,
		description: joined(
			own?.description ?? 'Check the values of this operation.',
			own ? undefined : again('Run the workflow again later.', circumstances),
			quoted(apiErrors),
			own || messages.length === apiErrors.length ? undefined : NOT_SHOWN,
		),
		httpCode: String(statusCode),
		apiErrors,
		failure: { cause: 'temporarily-unavailable' },
	};
}

function explainNetwork(code: string, known: Circumstances): Unlabelled {
	const reason = NETWORK_REASONS[code] ?? `The connection failed${code ? ` (${code})` : ''}.`;
	const address = known.baseUrl || 'the Base URL';
	return {
		message: isUnsent(code)
			? `Could not reach the partner API at ${address}`
			: `The partner API at ${address} did not complete its response`,
		description: joined(reason, `Check Base URL in ${CREDENTIAL}, and the network.`),
		apiErrors: [],
		failure: { cause: 'temporarily-unavailable' },
	};
}

const NETWORK_REASONS: Record<string, string> = {
	ECONNREFUSED: 'Nothing responds at this address (connection refused).',
	ECONNRESET: 'The connection was closed before the response was complete.',
	ENOTFOUND: 'The host name is unknown.',
	EAI_AGAIN: 'The host name could not be looked up.',
	ETIMEDOUT: 'The connection timed out.',
	ECONNABORTED: 'The response took too long.',
};

type TokenFailure = Extract<FailureFacts, { kind: 'token' }>;
type TokenText = Pick<Unlabelled, 'message' | 'description' | 'failure'> & { httpCode?: string };

/** The first one that is true of the failure. */
const TOKEN_TEXTS: ReadonlyArray<{
	when(token: TokenFailure): boolean;
	text(token: TokenFailure, known: Circumstances): TokenText;
}> = [
	{
		when: ({ redirectsTo }) => redirectsTo !== undefined,
		text: ({ redirectsTo = '' }, known) => ({
			message: `The token address of ${known.baseUrl} redirects to another address, so the client secret was not sent`,
			description: `It redirects to '${redirectTarget(redirectsTo, { ...known, personal: false })}'. If that is the partner API, enter its address as Base URL in ${CREDENTIAL}; otherwise ask your provider.`,
			failure: { cause: 'configuration-invalid' },
		}),
	},
	{
		when: ({ late }) => late === true,
		text: (_, known) => ({
			message: 'No access token was received in time',
			description: joined(
				`Check Base URL in ${CREDENTIAL} and whether the token endpoint responds, or increase 'Max Wait (Seconds)' under Options.`,
				again('Run the workflow again.', known),
			),
			failure: { cause: 'temporarily-unavailable' },
		}),
	},
	{
		when: ({ refused }) => refused === true,
		text: () => ({
			httpCode: '401',
			message: 'The Client ID or Client Secret was not accepted',
			description: `Check both in ${CREDENTIAL}: copy them from the API connection in the hotel account and make sure that the connection is switched on.`,
			failure: { cause: 'credential-invalid' },
		}),
	},
	{
		when: ({ statusCode }) => statusCode === 429,
		text: (_, known) => ({
			message: 'Too many access tokens were requested',
			description: joined(
				'The service issues at most 15 tokens per minute and 300 per hour for one IP address.',
				again('Wait a minute and run the workflow again.', known),
			),
			failure: { cause: 'rate-limited', retryAfterMs: known.retryAfterMs },
		}),
	},
];

function noTokenText({ statusCode }: TokenFailure, { baseUrl }: Circumstances): TokenText {
	return {
		message: `No access token could be fetched from ${baseUrl || 'the Base URL'}`,
		description: joined(
			statusCode !== undefined ? `The token endpoint responded with HTTP ${statusCode}.` : undefined,
			`Check Base URL in ${CREDENTIAL}: enter the address without /auth/token.`,
		),
		failure: { cause: (statusCode ?? 0) >= 500 ? 'temporarily-unavailable' : 'configuration-invalid' },
	};
}

function explainToken(token: TokenFailure, known: Circumstances): Unlabelled {
	const { statusCode, code } = token;
	const named = TOKEN_TEXTS.find(({ when }) => when(token));
	if (!named && code !== undefined) return explainNetwork(code, known);
	return {
		apiErrors: [],
		...(statusCode !== undefined && { httpCode: String(statusCode) }),
		...(named?.text ?? noTokenText)(token, known),
	};
}

/** The wait for a rate limit would have been too long. */
export function explainWait(error: RateLimitWaitError): Explanation {
	const { scope, exhausted, retryAfterMs, isCrowded, isLeftToTriggers } = error;
	const beside = isLeftToTriggers ? ', except for the share of triggers' : '';
	const known = Number.isFinite(retryAfterMs) && retryAfterMs > 0 ? retryAfterMs : undefined;
	return {
		kind: 'wait',
		notProcessed: true,
		message: isCrowded
			? `Too many requests are queued for ${scope.label}`
			: `The rate limit for ${scope.label} is used up${beside}: ${limitText(exhausted)}`,
		description: joined(
			retryText(known),
			"Spread the work over more time, process fewer items per run, or increase 'Max Wait (Seconds)' under Options.",
		),
		apiErrors: [],
		failure: { cause: 'rate-limited', retryAfterMs: known },
	};
}

/** A list of the editor would send too many requests. */
export function explainShare(refused: 'used' | 'scarce', { label }: RateScope): Explanation {
	return {
		kind: refused === 'used' ? 'share' : 'scarce',
		notProcessed: true,
		message:
			refused === 'used'
				? 'The list takes too many requests'
				: `The list was not read, because the rate limit for ${label} is almost used up`,
		description:
			refused === 'used'
				? 'Enter the value instead of choosing it from the list.'
				: 'Lists leave more than half of it to workflows. Try again in a minute, or enter the value instead of choosing it from the list.',
		apiErrors: [],
		failure: { cause: 'rate-limited' },
	};
}

/** What is shown of what the API says. */
function shownMessages(messages: ApiMessage[], { personal, secrets }: Circumstances): ApiMessage[] {
	return personal ? knownMessages(messages) : messages.map((item) => cleanMessage(item, secrets));
}

function cleanMessage({ code, message }: ApiMessage, secrets: readonly string[]): ApiMessage {
	return {
		...(code !== undefined && { code: cleanText(code, secrets) }),
		...(message !== undefined && { message: cleanText(message, secrets) }),
	};
}

function ownText(statusCode: number, messages: ApiMessage[], texts: ErrorTexts = {}): ErrorText | undefined {
	const byCode = messages.map(({ code = '' }) => (Object.hasOwn(texts, code) ? texts[code] : undefined));
	return byCode.find((text) => text !== undefined) ?? texts[String(statusCode)];
}

/** Of a read with a method that the user chose; of a write it is found out. */
function changeText(failure: FailureFacts, { readOnly, writing }: Circumstances): string | undefined {
	if (readOnly || writing || isNotProcessed(failure)) return undefined;
	return 'It is unknown whether the request changed anything, so it was sent only once. Do not repeat it; look in the hotel system first.';
}
