import { ApiError, errorBody, TokenError, type ErrorForm } from './apiError.mts';
import type { ApiResponse } from './route.mts';

/** The response to an operation that threw an error. */
export function errorResponse(error: unknown, form: ErrorForm): ApiResponse {
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

export function limitResponse(retryAfterSeconds: number, form: ErrorForm): ApiResponse {
	const message = `Request limit exceeded, try again in ${retryAfterSeconds} s`;
	const body = errorBody(form, 'TooManyRequests', message);
	return { status: 429, headers: { 'retry-after': String(retryAfterSeconds) }, body };
}
