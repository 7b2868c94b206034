import { ApiError, errorBody, TokenError, type ErrorForm } from './apiError.mts';
import type { Answer } from './route.mts';

/** The answer where an operation threw an error. */
export function errorAnswer(error: unknown, form: ErrorForm): Answer {
	if (error instanceof ApiError) {
		const { status, code, message, headers } = error;
		return { status, headers, body: errorBody(form, code, message) };
	}
	if (error instanceof TokenError) {
		return { status: error.status, body: { error: error.error, error_description: error.message } };
	}
	console.error(error);
	return { status: 500, body: errorBody(form, 'InternalServerError', 'Internal server error') };
}

export function limitAnswer(retryAfterSeconds: number, form: ErrorForm): Answer {
	const message = `Request limit exceeded, try again in ${retryAfterSeconds} s`;
	const body = errorBody(form, 'TooManyRequests', message);
	return { status: 429, headers: { 'retry-after': String(retryAfterSeconds) }, body };
}
