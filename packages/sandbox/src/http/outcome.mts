import { errorBody, statusText, type ErrorForm } from './apiError.mts';
import type { Fault } from './faults.mts';
import type { Answer } from './route.mts';

/** What leaves the sandbox for one request. */
export type Outcome =
	| { kind: 'answer'; answer: Answer }
	| { kind: 'page'; html: string }
	| { kind: 'cutOff'; text: string; abrupt: boolean }
	| { kind: 'reset' };

const LOGIN_PAGE = `<!DOCTYPE html>
<html lang="en"><head><title>Sign in</title></head>
<body><h1>Sign in</h1><form method="post"><input name="login"><input name="password" type="password"></form></body></html>
`;

export function answered(answer: Answer): Outcome {
	return { kind: 'answer', answer };
}

/** What a fault makes of a request. Only `cutOff` and `messages` need the real answer. */
export function injectFault(fault: Fault, real: Answer | undefined, form: ErrorForm): Outcome {
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
			return answered({ status: fault.status ?? 200, body: fault.body ?? null });
		case 'messages':
			return answered(withMessages(real ?? { status: 204 }, fault));
		case 'status':
			return answered(statusAnswer(fault, form));
		case 'delay':
			return answered(real ?? { status: 500 });
	}
}

/** A success without a body becomes one with messages alone; a refusal stays as it is. */
function withMessages(real: Answer, { warnings = [], errors = [] }: Fault): Answer {
	if (real.status >= 400) return real;
	const body = typeof real.body === 'object' ? real.body : {};
	return { ...real, status: 200, body: { ...body, warnings, errors } };
}

function statusAnswer(fault: Fault, form: ErrorForm): Answer {
	const status = fault.status ?? 500;
	const retryAfter = fault.retryAfterSeconds;
	const body = fault.body ?? errorBody(form, ...statusText(status));
	return {
		status,
		...(status !== 204 && { body }),
		...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
	};
}
