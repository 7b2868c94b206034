import { cleanText } from '../../../nodes/shared/transport/cleanText';
import { isRateLimitWait, isRequestFailure, isStatus } from '../../../nodes/shared/transport/errors';
import { explain } from '../../../nodes/shared/transport/explain';
import type { Circumstances } from '../../../nodes/shared/transport/types';
import type { FailureFacts } from '../../../nodes/shared/transport/classifyResponse';

describe('failures in words', () => {
	const known: Circumstances = {
		request: { area: 'bookings', method: 'GET', path: '/v1/properties/{propertyId}/bookings' },
		baseUrl: 'https://api.hotel.example',
		readOnly: true,
		secrets: ['s3cret'],
	};
	const write: Circumstances = { ...known, readOnly: false, writing: true };
	/** A read that is sent with a method of the user's choice. */
	const sentOnce: Circumstances = { ...known, readOnly: false };
	const status = (statusCode: number, messages: object[] = []): FailureFacts => ({
		kind: 'status',
		statusCode,
		messages,
	});

	it('403 names the area that is missing and those that are granted', () => {
		const { message, description, failure } = explain(status(403), {
			...known,
			accesses: ['content', 'webhooks'],
		});
		expect(message).toBe('This API connection has no access to Bookings (Read Reservation)');
		expect(description).toContain('It has access to: Content (content), webhooks.');
		expect(description).toContain('The Client ID and Client Secret are correct');
		expect(failure).toEqual({ cause: 'configuration-invalid' });
	});

	it('403 of an area that is granted does not say that it is missing', () => {
		const texts = {
			'403': { message: 'This list requires access to Content', description: 'Ask for Content.' },
		};
		const refused = { ...known, accesses: ['reservation_api', 'content'], texts };
		const { message, description } = explain(status(403, [{ message: 'Not your hotel' }]), refused);
		expect(message).toBe(
			'This API connection may use Bookings (Read Reservation), but not for this property or request',
		);
		expect(description).toContain('The API says: Not your hotel.');
		expect(description).toContain("Check 'Property'");
		expect(description).not.toContain('Ask for Content');
	});

	it('403 of a token without any area says so', () => {
		expect(explain(status(403), { ...known, accesses: [] }).description).toContain(
			'It has access to no API area.',
		);
	});

	it("the operation's own words win, and what the API said stays", () => {
		const texts = { '404': { message: 'The booking was not found', description: "Check 'Booking Number'." } };
		const explained = explain(status(404, [{ code: '404', message: 'No such booking' }]), {
			...known,
			texts,
		});
		expect(explained.message).toBe('The booking was not found');
		expect(explained.description).toBe("Check 'Booking Number'. The API says: No such booking (404).");
		expect(explained.apiErrors).toEqual([{ code: '404', message: 'No such booking' }]);
	});

	it('words for an error code win over words for a status', () => {
		const texts = {
			'11': { message: 'By code', description: '' },
			'400': { message: 'By status', description: '' },
		};
		expect(explain(status(400, [{ code: '11' }]), { ...known, texts }).message).toBe('By code');
	});

	it.each<[string, FailureFacts]>([
		['the connection broke', { kind: 'network', code: 'ECONNRESET' }],
		['the answer was cut off', { kind: 'unreadable', statusCode: 200 }],
		['the service failed', status(500)],
		['it answered with errors', { kind: 'errors', statusCode: 200, messages: [] }],
	])('whether a read sent with another method changed anything is unknown: %s', (_, problem) => {
		const { description } = explain(problem, sentOnce);
		expect(description).toMatch(/unknown whether the request changed anything.* Do not repeat it; look in/);
		expect(description).not.toContain('Run the workflow again');
		expect(explain(problem, known).description).not.toContain('unknown whether');
	});

	it.each<[string, FailureFacts]>([
		['the answer was cut off', { kind: 'unreadable', statusCode: 200 }],
		['the service failed', status(500)],
		['it answered with errors', { kind: 'errors', statusCode: 200, messages: [] }],
		['no token came in time', { kind: 'token', late: true }],
		['too many tokens', { kind: 'token', statusCode: 429 }],
	])('only a read is advised to be run again: %s', (_, problem) => {
		expect(explain(problem, known).description).toMatch(/[Rr]un the workflow again/);
		for (const changing of [write, sentOnce, { ...known, writing: true }])
			expect(explain(problem, changing).description).not.toMatch(/again/);
	});

	it('a request that was sent and not answered is not said to have found nobody', () => {
		const message = (code: string) => explain({ kind: 'network', code }, write).message;
		for (const code of ['ECONNRESET', 'ETIMEDOUT', 'ECONNABORTED', 'EPIPE', ''])
			expect(message(code)).toBe(
				'The partner API at https://api.hotel.example did not complete its response',
			);
		for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])
			expect(message(code)).toBe('Could not reach the partner API at https://api.hotel.example');
	});

	it.each<[string, FailureFacts]>([
		['it was refused as wrong', status(400)],
		['it was refused', status(422)],
		['nothing answered', { kind: 'network', code: 'ECONNREFUSED' }],
		['the host name is not known', { kind: 'network', code: 'ENOTFOUND' }],
		['the host name cannot be looked up', { kind: 'network', code: 'EAI_AGAIN' }],
		['a web page says 403', { kind: 'webPage', statusCode: 403 }],
		['there was no access token', { kind: 'token', refused: true }],
	])('after a write it is known that nothing was done: %s', (_, problem) => {
		const { notProcessed, description } = explain(problem, write);
		expect(notProcessed).toBe(true);
		expect(description).not.toContain('unknown whether');
	});

	it.each<[string, FailureFacts]>([
		['the service failed', status(500)],
		['the connection broke', { kind: 'network', code: 'ECONNRESET' }],
		['a web page says all is well', { kind: 'webPage', statusCode: 200 }],
		['a redirect', { kind: 'redirect', statusCode: 303, location: '' }],
		['the answer was cut off', { kind: 'unreadable', statusCode: 200 }],
	])('after a write it may have been done: %s', (_, problem) => {
		expect(explain(problem, write).notProcessed).toBe(false);
	});

	it.each<[string, FailureFacts, string]>([
		['429', status(429), 'rate-limited'],
		['401', status(401), 'credential-invalid'],
		['400', status(400), 'configuration-invalid'],
		['503', status(503), 'temporarily-unavailable'],
		['a wrong pair', { kind: 'token', refused: true }, 'credential-invalid'],
		['no connection', { kind: 'network', code: 'ECONNREFUSED' }, 'temporarily-unavailable'],
		['a web page', { kind: 'webPage', statusCode: 200 }, 'configuration-invalid'],
		['errors in a success', { kind: 'errors', statusCode: 200, messages: [] }, 'temporarily-unavailable'],
		['a token address that hangs', { kind: 'token', late: true }, 'temporarily-unavailable'],
	])('n8n is told what kind of failure it is: %s', (_, problem, cause) => {
		expect(explain(problem, known).failure.cause).toBe(cause);
	});

	it('errors in a success are quoted, without secrets', () => {
		const errors: FailureFacts = {
			kind: 'errors',
			statusCode: 200,
			messages: [{ code: '7', message: 'No s3cret' }, { code: '8' }],
		};
		expect(explain(errors, known)).toEqual({
			kind: 'errors',
			notProcessed: false,
			message: 'The partner API objected to the request: No ***',
			description:
				'Check the values of this operation. Run the workflow again later. The API says: No *** (7); (8).',
			httpCode: '200',
			apiErrors: [{ code: '7', message: 'No ***' }, { code: '8' }],
			failure: { cause: 'temporarily-unavailable' },
		});
		expect(explain({ ...errors, messages: [] }, known).message).toBe(
			'The partner API objected to the request',
		);
		expect(explain({ ...errors, messages: [{ code: '8' }] }, known).message).toBe(
			'The partner API objected to the request',
		);
	});

	it("the operation's own words serve for errors in a success, by their code", () => {
		const texts = { '404': { message: 'The guest was not found', description: "Check 'Guest'." } };
		const errors: FailureFacts = { kind: 'errors', statusCode: 200, messages: [{ code: '404' }] };
		expect(explain(errors, { ...known, texts })).toMatchObject({
			message: 'The guest was not found',
			description: "Check 'Guest'. The API says: (404).",
		});
		expect(explain(errors, { ...write, texts }).description).toBe("Check 'Guest'. The API says: (404).");
	});

	it.each<[string, FailureFacts]>([
		['the token was refused', status(401)],
		['the pair was refused', { kind: 'token', refused: true }],
		['no token came in time', { kind: 'token', late: true }],
		['too many tokens', { kind: 'token', statusCode: 429 }],
		['the token address cannot be reached', { kind: 'token', code: 'ECONNREFUSED' }],
		['the answer with the token broke off', { kind: 'token', statusCode: 200, code: 'ECONNRESET' }],
		['there is no token address', { kind: 'token', statusCode: 404 }],
	])('a request without a token was certainly not processed: %s', (_, problem) => {
		expect(explain(problem, sentOnce)).toMatchObject({ notProcessed: true });
		expect(explain(problem, sentOnce).description).not.toContain('unknown');
	});

	it('says how long to wait', () => {
		const { description, failure } = explain(status(429), { ...known, retryAfterMs: 600_000 });
		expect(description).toContain('possible in 10 minutes');
		expect(failure).toEqual({ cause: 'rate-limited', retryAfterMs: 600_000 });
	});

	it('a secret at the end of a text that is cut does not show a part of itself', () => {
		const [secret, repeated] = ['abcdefgh'.repeat(30), 'abcdefgh'.repeat(30).repeat(20)];
		expect(cleanText(repeated, [secret])).toMatch(/^[*]+…$/);
	});

	it('server text is shown without secrets and control characters, and not endlessly', () => {
		expect(cleanText('bad\u0000\n secret s3cret', ['s3cret'])).toBe('bad secret ***');
		expect(cleanText('x'.repeat(1000), [])).toHaveLength(301);
		expect(cleanText('pay \u202e005\u202c EUR\u2028to\u200b Quill\u00ad\u2066', [])).toBe(
			'pay 005 EUR to Quill',
		);
		expect(cleanText('s3\u200bcret', ['s3cret'])).toBe('***');
		expect(cleanText('The client has no access to s', ['s'])).toBe('The client has no access to ***');
		expect(cleanText('a+b is not aa+bb', ['a+b'])).toBe('*** is not aa+bb');
		expect(cleanText('for1234567890and', ['1234567890'])).toBe('for***and');
		const { message } = explain(status(400, [{ message: 'token s3cret' }]), known);
		expect(message).toBe('The partner API refused the request (HTTP 400): token ***');
	});
});

describe('a failure', () => {
	const failure = (kind: string, httpCode: string | null) =>
		Object.assign(new Error('It failed'), { httpCode, context: { kind } });

	it.each<[string, unknown, boolean]>([
		['the API itself answered so', failure('status', '404'), true],
		['the API answered otherwise', failure('status', '400'), false],
		['a web page answered', failure('webPage', '404'), false],
		['something else has that code', { httpCode: '404' }, false],
		['there is no error at all', undefined, false],
	])('is the status 404 or not: %s', (_, error, expected) => {
		expect(isStatus(error, 404)).toBe(expected);
	});

	it.each<[string, unknown, boolean]>([
		['the limit would have made it wait', failure('wait', null), true],
		['the API refused it', failure('status', '429'), false],
		['it is no failure of a request', new Error('It failed'), false],
	])('is a wait for a rate limit or not: %s', (_, error, expected) => {
		expect(isRateLimitWait(error)).toBe(expected);
	});

	it('of a request is told from others', () => {
		expect(isRequestFailure(failure('network', null))).toBe(true);
		expect(isRequestFailure(new Error('It failed'))).toBe(false);
	});
});
