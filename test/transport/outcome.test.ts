import { explain, cleanText, type Circumstances } from '../../nodes/shared/transport/errors';
import { apiMessages, judgeAnswer, judgeThrown, type Problem } from '../../nodes/shared/transport/outcome';

const TOKEN_URL = 'https://api.hotel.example/auth/token';

function answer(statusCode: number, body: unknown = {}, headers: Record<string, string> = {}) {
	return judgeAnswer({ statusCode, body, headers: { 'content-type': 'application/json', ...headers } }, 0);
}

describe('an answer that arrived', () => {
	it.each([
		['200 with a record', answer(200, { booking: {} })],
		['200 with an empty list', answer(200, [])],
		['204 without a body', answer(204, '')],
	])('%s is taken', (_, verdict) => {
		expect(verdict.ok).toBe(true);
	});

	it.each([
		[
			'429 says when to come back',
			answer(429, {}, { 'retry-after': '7' }),
			'status',
			{ kind: 'rateLimited', retryAfterMs: 7000 },
		],
		['500 may pass', answer(500), 'status', { kind: 'transient', retryAfterMs: undefined }],
		['503 may pass', answer(503, 'busy'), 'status', { kind: 'transient', retryAfterMs: undefined }],
		[
			'503 as a web page may pass, too',
			answer(503, '<html>', { 'content-type': 'text/html' }),
			'status',
			{ kind: 'transient', retryAfterMs: undefined },
		],
		['400 is final', answer(400), 'status', { kind: 'final' }],
		['422 is final', answer(422), 'status', { kind: 'final' }],
		[
			'a redirect is not followed',
			answer(302, '', { location: 'https://else.example' }),
			'redirect',
			{ kind: 'final' },
		],
		[
			'a web page is not the API',
			answer(200, '<!doctype html>', { 'content-type': 'text/html' }),
			'webPage',
			{ kind: 'final' },
		],
		[
			'a web page that says 404 neither',
			answer(404, '<html>', { 'content-type': 'text/html' }),
			'webPage',
			{ kind: 'final' },
		],
		[
			'JSON that was cut off may be whole next time',
			answer(200, '{"bookingSummaries":[{"num'),
			'unreadable',
			{ kind: 'transient' },
		],
		['a success without a body where one is promised', answer(200, ''), 'unreadable', { kind: 'transient' }],
	])('%s', (_, verdict, kind, trouble) => {
		expect(verdict).toMatchObject({ ok: false, problem: { kind }, trouble });
	});
});

describe('the messages of an error body', () => {
	it.each([
		[
			'the usual form',
			{ warnings: [], errors: [{ code: '11', message: 'Incorrect dates format' }] },
			[{ code: '11', message: 'Incorrect dates format' }],
		],
		['a number as code', { errors: [{ code: 11 }] }, [{ code: '11' }]],
		['null items', { errors: [null, { message: 'x' }] }, [{ message: 'x' }]],
		['null instead of a list', { errors: null }, []],
		[
			'the token form',
			{ error: 'unauthorized_client', error_description: 'No' },
			[{ code: 'unauthorized_client', message: 'No' }],
		],
		['a plain message', { message: 'Not found' }, [{ message: 'Not found' }]],
		['texts in the list', { errors: ['broken'] }, [{ message: 'broken' }]],
		['no body', '', []],
	])('%s', (_, body, expected) => {
		expect(apiMessages(body)).toEqual(expected);
	});
});

describe("what n8n's HTTP helper throws", () => {
	const error = (message: string, facts: object = {}) => Object.assign(new Error(message), facts);

	it.each<[string, unknown, Partial<Problem>, object]>([
		[
			'a refused connection',
			error('x', { cause: error('y', { code: 'ECONNREFUSED' }) }),
			{ kind: 'network', code: 'ECONNREFUSED' },
			{ kind: 'transient' },
		],
		['an unknown failure', new Error('socket hang up'), { kind: 'network', code: '' }, { kind: 'transient' }],
		[
			'a 401 that a new token did not cure',
			error('x', { cause: error('y', { code: 'ERR_BAD_REQUEST', response: { status: 401, data: {} } }) }),
			{ kind: 'status', statusCode: 401 },
			{ kind: 'final' },
		],
		[
			'a refused pair',
			error('x', { cause: error('y', { code: 'EAUTH', body: { error: 'unauthorized_client' } }) }),
			{ kind: 'token', refused: true },
			{ kind: 'final' },
		],
		[
			'a token endpoint that wants us to slow down',
			error('x', { cause: error('y', { code: 'EAUTH', body: { error: 'slow_down' } }) }),
			{ kind: 'token', refused: false },
			{ kind: 'transient', unsent: true },
		],
		[
			'too many token requests',
			error('x', { cause: error('y', { code: 'ESTATUS', status: 429 }) }),
			{ kind: 'token', statusCode: 429 },
			{ kind: 'rateLimited', retryAfterMs: 4000 },
		],
		[
			'a token endpoint that is down',
			error('Failed to acquire OAuth2 access token: x', { cause: error('y', { code: 'ECONNREFUSED' }) }),
			{ kind: 'token', code: 'ECONNREFUSED' },
			{ kind: 'transient', unsent: true },
		],
		[
			'a token renewal that failed',
			error('x', { cause: error('y', { config: { url: TOKEN_URL }, response: { status: 503 } }) }),
			{ kind: 'token', statusCode: 503 },
			{ kind: 'transient', unsent: true },
		],
		[
			'a wrong token address',
			error('x', { cause: error('y', { code: 'ESTATUS', status: 404 }) }),
			{ kind: 'token', statusCode: 404 },
			{ kind: 'final' },
		],
		[
			'errors that point to each other',
			Object.assign(new Error('loop'), {
				get cause(): unknown {
					return this;
				},
			}),
			{ kind: 'network' },
			{ kind: 'transient' },
		],
	])('%s', (_, thrown, problem, trouble) => {
		expect(judgeThrown(thrown, TOKEN_URL)).toMatchObject({ ok: false, problem, trouble });
	});
});

describe('failures in words', () => {
	const known: Circumstances = {
		request: { area: 'bookings', method: 'GET', path: '/v1/properties/{propertyId}/bookings' },
		baseUrl: 'https://api.hotel.example',
		readOnly: true,
		secrets: ['s3cret'],
	};
	const write: Circumstances = { ...known, readOnly: false };
	const status = (statusCode: number, messages: object[] = []): Problem => ({
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
		expect(description).toContain('It grants: Content (content), webhooks.');
		expect(description).toContain('The Client ID and Client Secret are right');
		expect(failure).toEqual({ cause: 'configuration-invalid' });
	});

	it('403 of a token without any area says so', () => {
		expect(explain(status(403), { ...known, accesses: [] }).description).toContain(
			'It grants no API area at all.',
		);
	});

	it("the operation's own words win, and what the API said stays", () => {
		const texts = { '404': { message: 'The booking was not found', description: "Check 'Booking Number'." } };
		const explained = explain(status(404, [{ code: '404', message: 'No such booking' }]), {
			...known,
			texts,
		});
		expect(explained.message).toBe('The booking was not found');
		expect(explained.description).toBe("The API says: No such booking (404). Check 'Booking Number'.");
		expect(explained.apiErrors).toEqual([{ code: '404', message: 'No such booking' }]);
	});

	it('words for an error code win over words for a status', () => {
		const texts = {
			'11': { message: 'By code', description: '' },
			'400': { message: 'By status', description: '' },
		};
		expect(explain(status(400, [{ code: '11' }]), { ...known, texts }).message).toBe('By code');
	});

	it.each<[string, Problem]>([
		['the connection broke', { kind: 'network', code: 'ECONNRESET' }],
		['the answer was cut off', { kind: 'unreadable', statusCode: 200 }],
		['the service failed', status(500)],
	])('after a write it is said that the outcome is unknown: %s', (_, problem) => {
		expect(explain(problem, write).description).toContain('not known whether the change was carried out');
		expect(explain(problem, known).description).not.toContain('not known');
	});

	it.each<[string, Problem, string]>([
		['429', status(429), 'rate-limited'],
		['401', status(401), 'credential-invalid'],
		['400', status(400), 'configuration-invalid'],
		['503', status(503), 'temporarily-unavailable'],
		['a wrong pair', { kind: 'token', refused: true }, 'credential-invalid'],
		['no connection', { kind: 'network', code: 'ECONNREFUSED' }, 'temporarily-unavailable'],
		['a web page', { kind: 'webPage', statusCode: 200 }, 'configuration-invalid'],
	])('n8n is told what kind of failure it is: %s', (_, problem, cause) => {
		expect(explain(problem, known).failure.cause).toBe(cause);
	});

	it('says how long to wait', () => {
		const { description, failure } = explain(status(429), { ...known, retryAfterMs: 600_000 });
		expect(description).toContain('possible again in 10 minutes');
		expect(failure).toEqual({ cause: 'rate-limited', retryAfterMs: 600_000 });
	});

	it('server text is shown without secrets and control characters, and not endlessly', () => {
		expect(cleanText('bad\u0000\n secret s3cret', ['s3cret'])).toBe('bad secret ***');
		expect(cleanText('x'.repeat(1000), [])).toHaveLength(301);
		const { message } = explain(status(400, [{ message: 'token s3cret' }]), known);
		expect(message).toBe('The partner API refused the request (HTTP 400): token ***');
	});
});
