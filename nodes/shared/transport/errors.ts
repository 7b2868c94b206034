import { NodeApiError, type Failure, type INode } from 'n8n-workflow';

import type { FailureFacts } from './classifyResponse';
import { AddressError } from './path';
import { shownText } from '../util/shownText';
import type { ApiMessage, ErrorText } from './types';

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
