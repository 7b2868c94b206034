import { NodeApiError, type Failure, type INode } from 'n8n-workflow';

import { accessLabel, apiAreas, type ApiArea } from './areas';
import { isNotProcessed, isUnsent, type FailureFacts } from './classifyResponse';
import { AddressError } from './path';
import { MAX_READ, shownText } from '../util/shownText';
import { knownMessages, NOT_SHOWN } from './personalData';
import type { RateLimitWaitError } from '../rateLimit/scopeLimiter';
import type { RateScope, RateWindow } from '../rateLimit/windows';
import type { ApiMessage, ApiRequest, ErrorText, ErrorTexts } from './types';

/** A failure in words, for n8n's error. */
export interface Explanation extends ErrorText {
	/** What kind of failure it was; `status` means that the API itself responded with it. */
	kind: FailureFacts['kind'] | 'wait' | 'share' | 'scarce';
	/** The request was certainly not processed. */
	notProcessed: boolean;
	httpCode?: string;
	apiErrors: ApiMessage[];
	failure: Failure;
}

/** What is known besides the failure. */
export interface Circumstances {
	request: ApiRequest;
	/** The base URL in use, as shown to the user. */
	baseUrl: string;
	readOnly: boolean;
	/** Areas the access token grants, where it can be read. */
	accesses?: string[];
	/** Texts of the operation. */
	texts?: ErrorTexts;
	retryAfterMs?: number;
	/**
	 * The operation changes hotel data, so no text advises to run anything a second time: earlier items of the run may
	 * have been carried out. What became of the write is told by `shared/writes`.
	 */
	writing?: boolean;
	/** Nothing that the API says is quoted. */
	personal?: boolean;
	/** Values that must not appear in any text. */
	secrets: string[];
}

const MAX_TEXT_LENGTH = 300;
const MAX_ACCESSES = 50;
const CREDENTIAL = "the credential 'Partner Hotel OAuth2 API'";

/** A shorter secret may be part of an ordinary word, so only whole words are replaced. */
const UNMISTAKABLE = 8;

function withoutSecret(text: string, secret: string): string {
	if (secret.length >= UNMISTAKABLE) return text.replaceAll(secret, '***');
	const literal = secret.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
	return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'gu'), '***');
}

/** Server text for display: no control or formatting characters, no secrets, limited length. */
export function cleanText(text: string, secrets: readonly string[]): string {
	const safe = secrets.reduce(withoutSecret, shownText(text));
	const isCut = text.length > MAX_READ;
	const whole = isCut ? secrets.reduce(withoutBeginning, safe) : safe;
	return isCut || whole.length > MAX_TEXT_LENGTH ? `${whole.slice(0, MAX_TEXT_LENGTH)}…` : whole;
}

/** A text that was cut may end within a secret. */
function withoutBeginning(text: string, secret: string): string {
	for (let length = Math.min(secret.length - 1, text.length); length > 0; length--) {
		if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length);
	}
	return text;
}

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

/** If the area itself is granted, a text about missing access would mislead. */
function textsFor(statusCode: number, { texts, request, accesses }: Circumstances): ErrorTexts | undefined {
	return statusCode === 403 && grants(accesses, request.area) ? { ...texts, '403': undefined } : texts;
}

function grants(accesses: string[] | undefined, area: ApiArea): boolean {
	const names: readonly string[] = apiAreas[area].accesses;
	return accesses?.some((access) => names.includes(access)) === true;
}

type StatusText = ErrorText & { failure: Failure };

function generalStatusText(
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

function explainToken(token: Extract<FailureFacts, { kind: 'token' }>, known: Circumstances): Unlabelled {
	const base = {
		apiErrors: [],
		...(token.statusCode !== undefined && { httpCode: String(token.statusCode) }),
	};
	if (token.redirectsTo !== undefined) {
		return {
			...base,
			message: `The token address of ${known.baseUrl} redirects to another address, so the client secret was not sent`,
			description: joined(
				`It redirects to '${redirectTarget(token.redirectsTo, { ...known, personal: false })}'. If that is the partner API, enter its address as Base URL in ${CREDENTIAL}; otherwise ask your provider.`,
			),
			failure: { cause: 'configuration-invalid' },
		};
	}
	if (token.late) {
		return {
			...base,
			message: 'No access token was received in time',
			description: joined(
				`Check Base URL in ${CREDENTIAL} and whether the token endpoint responds, or increase 'Max Wait (Seconds)' under Options.`,
				again('Run the workflow again.', known),
			),
			failure: { cause: 'temporarily-unavailable' },
		};
	}
	if (token.refused) {
		return {
			...base,
			httpCode: '401',
			message: 'The Client ID or Client Secret was not accepted',
			description: `Check both in ${CREDENTIAL}: copy them from the API connection in the hotel account and make sure that the connection is switched on.`,
			failure: { cause: 'credential-invalid' },
		};
	}
	if (token.statusCode === 429) {
		return {
			...base,
			message: 'Too many access tokens were requested',
			description: joined(
				'The service issues at most 15 tokens per minute and 300 per hour for one IP address.',
				again('Wait a minute and run the workflow again.', known),
			),
			failure: { cause: 'rate-limited', retryAfterMs: known.retryAfterMs },
		};
	}
	if (token.code !== undefined) return explainNetwork(token.code, known);
	return {
		...base,
		message: `No access token could be fetched from ${known.baseUrl || 'the Base URL'}`,
		description: joined(
			token.statusCode !== undefined
				? `The token endpoint responded with HTTP ${token.statusCode}.`
				: undefined,
			`Check Base URL in ${CREDENTIAL}: enter the address without /auth/token.`,
		),
		failure: {
			cause: (token.statusCode ?? 0) >= 500 ? 'temporarily-unavailable' : 'configuration-invalid',
		},
	};
}

/** The wait for a rate limit would have been too long. */
export function explainWait(error: RateLimitWaitError): Explanation {
	const { scope, exhausted, retryAfterMs, isCrowded } = error;
	const known = Number.isFinite(retryAfterMs) && retryAfterMs > 0 ? retryAfterMs : undefined;
	return {
		kind: 'wait',
		notProcessed: true,
		message: isCrowded
			? `Too many requests are queued for ${scope.label}`
			: `The rate limit for ${scope.label} is used up: ${limitText(exhausted)}`,
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

function limitText(window: RateWindow | undefined): string {
	return window ? `${window.limit} requests per ${window.name}` : 'the requests allowed';
}

/** For the log, during a long wait. */
export function longWaitText(scope: RateScope, window: RateWindow | undefined, waitMs: number): string {
	return `Partner Hotel: the rate limit for ${scope.label} is used up (${limitText(window)}); continuing in ${inWords(waitMs)}`;
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

function quoted(apiErrors: ApiMessage[]): string | undefined {
	const texts = apiErrors.map(({ code, message }) =>
		[message, code && `(${code})`].filter(Boolean).join(' '),
	);
	return texts.length > 0 ? `The API says: ${texts.join('; ')}.` : undefined;
}

function grantedText(accesses: string[] | undefined): string | undefined {
	if (accesses === undefined) return undefined;
	if (accesses.length === 0) return 'It has access to no API area.';
	return `It has access to: ${cleanText(accesses.slice(0, MAX_ACCESSES).map(accessLabel).join(', '), [])}.`;
}

function retryText(retryAfterMs: number | undefined): string | undefined {
	return retryAfterMs === undefined ? undefined : `Requests are possible in ${inWords(retryAfterMs)}.`;
}

function inWords(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
	return `${Math.ceil(seconds / 60)} minutes`;
}

function again(advice: string, { readOnly, writing }: Circumstances): string | undefined {
	return writing || !readOnly ? undefined : advice;
}

/** Of a read with a method that the user chose; of a write it is found out. */
function changeText(failure: FailureFacts, { readOnly, writing }: Circumstances): string | undefined {
	if (readOnly || writing || isNotProcessed(failure)) return undefined;
	return 'It is unknown whether the request changed anything, so it was sent only once. Do not repeat it; look in the hotel system first.';
}

function joined(...sentences: Array<string | undefined>): string {
	return sentences.filter(Boolean).join(' ');
}

interface ApiFailure {
	httpCode?: string | null;
	context?: { kind?: Explanation['kind'] };
}

/** The kind of failure of an error of the transport; `undefined` for any other error. */
function failureKind(error: unknown): Explanation['kind'] | undefined {
	return (error as ApiFailure | undefined)?.context?.kind;
}

/** Whether a request failed: it was refused, got no usable response, or was not sent because of a rate limit. */
export function isRequestFailure(error: unknown): boolean {
	return failureKind(error) !== undefined && !isBeyondShare(error);
}

/** Whether a list of the editor has sent all that it may: what it did not read may well be there. */
export function isBeyondShare(error: unknown): boolean {
	return failureKind(error) === 'share' || isScarce(error);
}

/** Whether that is because the rate limit is almost used up. */
export function isScarce(error: unknown): boolean {
	return failureKind(error) === 'scarce';
}

/** Whether a request got no response at all: it was not sent, or the connection failed. */
export function gotNoResponse(error: unknown): boolean {
	const kind = failureKind(error);
	return kind === 'network' || kind === 'token' || kind === 'wait';
}

/** Whether the API itself responded with this HTTP status. */
export function isStatus(error: unknown, status: number): boolean {
	return failureKind(error) === 'status' && (error as ApiFailure).httpCode === String(status);
}

/**
 * Whether the API has no such record: it responded with 404, or the identifier that it gave cannot be asked for.
 * @param identifier of the path: `number`
 */
export function isNotFound(error: unknown, identifier: string): boolean {
	return isStatus(error, 404) || (error instanceof AddressError && error.parameter === identifier);
}

/** Whether the request was not sent because the wait for its rate limit would have been too long. */
export function isRateLimitWait(error: unknown): boolean {
	return failureKind(error) === 'wait';
}

/**
 * A new error with our texts. It contains nothing of an error thrown by n8n's HTTP helper, which carries the
 * request headers and with them the access token.
 */
export function nodeApiError(node: INode, explanation: Explanation, itemIndex?: number): NodeApiError {
	const { kind, notProcessed, httpCode, apiErrors, failure } = explanation;
	const [message, description] = [shownText(explanation.message), shownText(explanation.description)];
	const error = new NodeApiError(node, {}, { message, description, httpCode, itemIndex, failure });
	// n8n replaces messages that contain a system error code, even inside another word.
	error.message = message;
	error.failure = failure;
	error.context.kind = kind;
	error.context.notProcessed = notProcessed;
	error.context.apiErrors = apiErrors;
	return error;
}
