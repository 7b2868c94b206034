import type { RateScope, RateWindow } from '../rateLimit/windows';
import type { ApiMessage } from './types';

export const CREDENTIAL = "the credential 'Partner Hotel OAuth2 API'";

export function limitText(window: RateWindow | undefined): string {
	return window ? `${window.limit} requests per ${window.name}` : 'the requests allowed';
}

/** For the log, during a long wait. */
export function longWaitText(scope: RateScope, window: RateWindow | undefined, waitMs: number): string {
	return `Partner Hotel: the rate limit for ${scope.label} is used up (${limitText(window)}); continuing in ${inWords(waitMs)}`;
}

/** What the API says, as a sentence. */
export function quoted(apiErrors: ApiMessage[]): string | undefined {
	const texts = apiErrors.map(({ code, message }) =>
		[message, code && `(${code})`].filter(Boolean).join(' '),
	);
	return texts.length > 0 ? `The API says: ${texts.join('; ')}.` : undefined;
}

export function retryText(retryAfterMs: number | undefined): string | undefined {
	return retryAfterMs === undefined ? undefined : `Requests are possible in ${inWords(retryAfterMs)}.`;
}

function inWords(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
	return `${Math.ceil(seconds / 60)} minutes`;
}

/** Advice to repeat, where that can do no harm. */
export function again(
	advice: string,
	{ readOnly, writing }: { readOnly: boolean; writing?: boolean },
): string | undefined {
	return writing || !readOnly ? undefined : advice;
}

export function joined(...sentences: Array<string | undefined>): string {
	return sentences.filter(Boolean).join(' ');
}
