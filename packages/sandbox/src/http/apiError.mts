/** An error of the partner API: thrown by an operation, sent by the pipeline. */
export class ApiError extends Error {
	constructor(
		readonly status: number,
		/** Text, even when it looks like a number. */
		readonly code: string,
		message: string,
		readonly headers: Readonly<Record<string, string>> = {},
	) {
		super(message);
	}
}

/** The request content is wrong. */
export function badRequest(message: string, code: string): ApiError {
	return new ApiError(400, code, message);
}

/** An error of the token endpoint, which has its own error body. */
export class TokenError extends Error {
	constructor(
		readonly status: number,
		readonly error: string,
		description: string,
	) {
		super(description);
	}
}

/** The form of error bodies: of the token endpoint, of the PMS integration storage, of all others. */
export type ErrorForm = 'token' | 'storage' | 'usual';

/** The error body of an API area. The storage has no warnings. */
export function errorBody(form: ErrorForm, code: string, message: string): unknown {
	const errors = [{ code, message }];
	switch (form) {
		case 'token':
			return { error: snakeCase(code), error_description: message };
		case 'storage':
			return { errors };
		case 'usual':
			return { warnings: [], errors };
	}
}

function snakeCase(code: string): string {
	return code.replace(/(?<!^)([A-Z])/g, '_$1').toLowerCase();
}

/** The error codes and messages of injected faults. */
const STATUS_TEXTS: Record<number, [code: string, message: string]> = {
	400: ['BadRequest', 'The request content is wrong'],
	401: ['Unauthorized', 'The access token is missing, misplaced or expired'],
	403: ['Forbidden', 'The caller has no access to the method'],
	404: ['NotFound', 'The resource does not exist or is obsolete'],
	429: ['TooManyRequests', 'The request limit is exceeded'],
	500: ['InternalServerError', 'Internal server error'],
	502: ['BadGateway', 'Bad gateway'],
	503: ['ServiceUnavailable', 'The server is overloaded'],
	504: ['GatewayTimeout', 'Gateway timeout'],
};

export function statusText(status: number): [code: string, message: string] {
	return STATUS_TEXTS[status] ?? [String(status), `Status ${status}`];
}
