import { errorBody, statusText, type ErrorForm } from './apiError.mts';
import type { Fault } from './faults.mts';
import type { ApiResponse } from './route.mts';

/** What the sandbox sends for a request. */
export type Outcome =
	| { kind: 'response'; response: ApiResponse }
	| { kind: 'page'; html: string }
	| { kind: 'cutOff'; text: string; abrupt: boolean }
	| { kind: 'reset' };

const LOGIN_PAGE = `<!DOCTYPE html>
<html lang="en"><head><title>Sign in</title></head>
<body><h1>Sign in</h1><form method="post"><input name="login"><input name="password" type="password"></form></body></html>
`;

export function respondWith(response: ApiResponse): Outcome {
	return { kind: 'response', response };
}

/** The outcome of a request with a fault. Only `cutOff` and `messages` need the real response. */
export function injectFault(fault: Fault, real: ApiResponse | undefined, form: ErrorForm): Outcome {
	switch (fault.kind) {
		case 'reset':
			return { kind: 'reset' };
		case 'html':
			return { kind: 'page', html: LOGIN_PAGE };
		case 'cutOff': {
			const text = JSON.stringify(real?.body ?? {});
			return { kind: 'cutOff', text: text.slice(0, Math.ceil(text.length / 2)), abrupt: fault.abrupt };
		}
		case 'body':
			return respondWith({ status: fault.status ?? 200, body: fault.body ?? null });
		case 'messages':
			return respondWith(withMessages(real ?? { status: 204 }, fault));
		case 'status':
			return respondWith(statusResponse(fault, form));
		case 'delay':
			return respondWith(real ?? { status: 500 });
	}
}

/** A success without a body becomes one with messages alone; an error does not change. */
function withMessages(real: ApiResponse, { warnings = [], errors = [] }: Fault): ApiResponse {
	if (real.status >= 400) return real;
	const body = typeof real.body === 'object' ? real.body : {};
	return { ...real, status: 200, body: { ...body, warnings, errors } };
}

function statusResponse(fault: Fault, form: ErrorForm): ApiResponse {
	const status = fault.status ?? 500;
	const retryAfter = fault.retryAfterSeconds;
	const body = fault.body ?? errorBody(form, ...statusText(status));
	return {
		status,
		...(status !== 204 && { body }),
		...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
	};
}
