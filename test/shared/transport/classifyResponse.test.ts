import {
	apiMessages,
	classifyResponse,
	classifyError,
	classifyTokenError,
} from '../../../nodes/shared/transport/classifyResponse';

const success = (body: unknown) => ({
	statusCode: 200,
	body,
	headers: { 'content-type': 'application/json' },
});

type Answer = [statusCode: number, body?: unknown, headers?: Record<string, string>];

function answer(...[statusCode, body = {}, headers = {}]: Answer) {
	return classifyResponse(
		{ statusCode, body, headers: { 'content-type': 'application/json', ...headers } },
		0,
	);
}

describe('an answer that arrived', () => {
	it.each<[string, Answer]>([
		['200 with a record', [200, { booking: {} }]],
		['200 with an empty list', [200, []]],
		['204 without a body', [204, '']],
		['204 that is called a web page', [204, '', { 'content-type': 'text/html' }]],
		['200 with a record, and errors', [200, { guest: { id: '1' }, errors: [{ code: '7' }] }]],
		['200 with a list, and errors', [200, { rooms: [{ id: '1' }], errors: [{ code: '7' }] }]],
		['200 without a record, and warnings', [200, { guest: null, warnings: [{ code: '7' }] }]],
		['200 with empty errors', [200, { rooms: [], errors: [null], hasNextPage: false }]],
		['200 with null in place of errors', [200, { rooms: [], errors: null }]],
	])('%s is taken', (_, arrived) => {
		expect(answer(...arrived).failure).toBeUndefined();
	});

	it('a change that was made, with warnings, is taken', () => {
		expect(classifyResponse(success({ warnings: [{ code: '7' }] }), 0, false).failure).toBeUndefined();
	});

	const html = { 'content-type': 'text/html' };
	const busy = { kind: 'transient', retryAfterMs: undefined };
	const final = { kind: 'final' };

	it.each<[string, Answer, object, object]>([
		[
			'429 says when to come back',
			[429, {}, { 'retry-after': '7' }],
			{ kind: 'status' },
			{ kind: 'rateLimited', retryAfterMs: 7000 },
		],
		['500 may pass', [500], { kind: 'status' }, busy],
		['503 may pass', [503, 'busy'], { kind: 'status' }, busy],
		['500 as a web page may pass, too', [500, '<html>', html], { kind: 'status' }, busy],
		['503 as a web page may pass, too', [503, '<html>', html], { kind: 'status' }, busy],
		['400 is final', [400], { kind: 'status' }, final],
		['422 is final', [422], { kind: 'status' }, final],
		['a list is no web page, whatever is in it', [404, ['<html>']], { kind: 'status' }, final],
		[
			'a redirect is not followed',
			[302, '', { location: 'https://else.example' }],
			{ kind: 'redirect', statusCode: 302, location: 'https://else.example' },
			final,
		],
		[
			'a redirect to several places neither',
			[300],
			{ kind: 'redirect', statusCode: 300, location: '' },
			final,
		],
		['a web page is not the API', [200, '<!doctype html>', html], { kind: 'webPage' }, final],
		['a web page without a tag neither', [200, 'Sign in', html], { kind: 'webPage' }, final],
		['a web page that is called JSON neither', [200, '<html>'], { kind: 'webPage' }, final],
		['a web page after blank lines neither', [200, '\n\n <html>'], { kind: 'webPage' }, final],
		['a web page that says 400 neither', [400, '<html>', html], { kind: 'webPage' }, final],
		['a web page that says 404 neither', [404, '<html>', html], { kind: 'webPage' }, final],
		[
			'JSON that was cut off may be whole next time',
			[200, '{"bookingSummaries":[{"num'],
			{ kind: 'unreadable' },
			{ kind: 'transient' },
		],
		[
			'so may JSON that was cut off behind a tag',
			[200, '{"description":"<b>'],
			{ kind: 'unreadable' },
			{ kind: 'transient' },
		],
		[
			'a success without a body where one is promised',
			[200, ''],
			{ kind: 'unreadable' },
			{ kind: 'transient' },
		],
		['null where a record is promised', [200, null], { kind: 'unreadable' }, { kind: 'transient' }],
	])('%s', (_, arrived, facts, retry) => {
		expect(answer(...arrived).failure).toMatchObject({ ...facts, retry });
	});
});

describe('errors in an answer of success', () => {
	const error = { code: '11', message: 'Incorrect dates format' };
	const warning = { message: 'Slow' };

	it.each<[string, object]>([
		['no record', { guest: null, errors: [error] }],
		['nothing else', { errors: [error] }],
		['an empty list', { rooms: [], nextPageToken: null, hasNextPage: false, errors: [error] }],
		['a list of null', { rooms: [null], hasNextPage: true, nextPageToken: 'a', errors: [error] }],
		['figures alone', { currencyCode: 'EUR', propertyRoomCount: 7, dailyOccupancies: [], errors: [error] }],
	])('with %s: it failed, in the words of the API', (_, body) => {
		expect(answer(200, { ...body, warnings: [warning] }).failure).toEqual({
			kind: 'errors',
			statusCode: 200,
			messages: [error, warning],
			retry: { kind: 'final' },
		});
	});

	it('a change with errors failed, whatever else came', () => {
		const { failure } = classifyResponse(
			success({ reservation: { number: '1' }, errors: [error] }),
			0,
			false,
		);
		expect(failure).toMatchObject({ kind: 'errors', retry: { kind: 'final' } });
	});

	it.each([
		['texts', ['broken'], [{ message: 'broken' }]],
		['a record without words', [{}], []],
	])('%s count as errors', (_, errors, messages) => {
		expect(answer(200, { guest: null, errors }).failure).toMatchObject({ kind: 'errors', messages });
	});
});

describe('the messages of an error body', () => {
	it.each([
		[
			'warnings after errors',
			{ warnings: [{ code: '2' }], errors: [{ code: '1' }] },
			[{ code: '1' }, { code: '2' }],
		],
		['warnings alone', { warnings: [{ message: 'x' }], errors: [] }, [{ message: 'x' }]],
		['warnings without errors', { warnings: [{ message: 'x' }] }, [{ message: 'x' }]],
		[
			'warnings beside a plain message',
			{ warnings: [{ message: 'x' }], message: 'Not found' },
			[{ message: 'Not found' }, { message: 'x' }],
		],
		[
			'what is said twice',
			{ warnings: [{ code: '1' }, { code: '2' }], errors: [{ code: '1' }] },
			[{ code: '1' }, { code: '2' }],
		],
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
		['empty texts', { errors: [{ code: '', message: '' }] }, []],
		['no body', '', []],
		['null as the body', null, []],
	])('%s', (_, body, expected) => {
		expect(apiMessages(body)).toEqual(expected);
	});
});

describe("what n8n's HTTP helper throws", () => {
	const error = (message: string, facts: object = {}) => Object.assign(new Error(message), facts);
	const within = (levels: number, innermost: Error): Error =>
		levels === 0 ? innermost : error('x', { cause: within(levels - 1, innermost) });
	const refused = error('y', { code: 'ECONNREFUSED' });

	it.each<[string, unknown, string]>([
		['a refused connection', within(1, refused), 'ECONNREFUSED'],
		['a refused connection, the tenth of the causes', within(9, refused), 'ECONNREFUSED'],
		['a refused connection too deep to be looked for', within(10, refused), ''],
		[
			'what a refused connection led to',
			error('x', { code: 'ECONNABORTED', cause: refused }),
			'ECONNREFUSED',
		],
		['a code that ends like one of an answer', error('x', { code: 'EPREAUTH' }), 'EPREAUTH'],
		['a code that begins like one of an answer', error('x', { code: 'EAUTHORITY' }), 'EAUTHORITY'],
		['an unknown failure', new Error('socket hang up'), ''],
		['a failure without a cause', error('x', { cause: null }), ''],
		['an expired certificate', error('x', { code: 'CERT_HAS_EXPIRED' }), ''],
		['a broken stream', error('x', { code: 'ERR_HTTP2_STREAM_ERROR' }), ''],
		['a code that is no text', error('x', { code: ['ECONNREFUSED'] }), ''],
		['a refused connection, on n8n 1.123', error('x', { httpCode: 'ECONNREFUSED' }), 'ECONNREFUSED'],
		['a connection that broke, on n8n 1.123', error('x', { httpCode: 'ECONNRESET' }), 'ECONNRESET'],
		[
			'a connection that broke, whatever the message names',
			error('connect ECONNREFUSED', { httpCode: 'ECONNRESET' }),
			'ECONNRESET',
		],
		['an answer that broke off, on n8n 1.123', error('stream has been aborted', { httpCode: '200' }), ''],
		['a failure of which n8n 1.123 knows nothing', error('connect ECONNREFUSED', { httpCode: null }), ''],
		[
			'a connection that broke, with what n8n made of it',
			error('x', { httpCode: 'ECONNREFUSED', cause: error('y', { code: 'ECONNRESET' }) }),
			'ECONNRESET',
		],
		[
			'errors that point to each other',
			Object.assign(new Error('loop'), {
				get cause(): unknown {
					return this;
				},
			}),
			'',
		],
	])('%s', (_, thrown, code) => {
		expect(classifyError(thrown)).toEqual({ kind: 'network', code, retry: { kind: 'transient' } });
	});
});

describe('why n8n could not fetch a token', () => {
	const error = (message: string, facts: object = {}) => Object.assign(new Error(message), facts);
	const saying = (code: string) =>
		error('x', { cause: error('y', { code: 'EAUTH', body: { error: code } }) });
	const answering = (status: number, headers: object = {}) =>
		error('x', { cause: error('y', { code: 'ERR_BAD_RESPONSE', response: { status, headers } }) });
	const status = (code: number) => error('x', { cause: error('y', { code: 'ESTATUS', status: code }) });

	it.each<[string, unknown, object, object]>([
		['a refused pair', saying('unauthorized_client'), { refused: true }, { kind: 'final' }],
		['a refused grant', saying('invalid_grant'), { refused: true }, { kind: 'final' }],
		[
			"a refused renewal in n8n's own words",
			error('x', { cause: error('needs to be reconnected', { failure: { cause: 'credential-invalid' } }) }),
			{ refused: true },
			{ kind: 'final' },
		],
		['a 401 in another form', status(401), { refused: true, statusCode: 401 }, { kind: 'final' }],
		['"slow down"', saying('slow_down'), { statusCode: 429 }, { kind: 'rateLimited' }],
		['"too many requests"', saying('too_many_requests'), { statusCode: 429 }, { kind: 'rateLimited' }],
		['"TooManyRequests"', saying('TooManyRequests'), { statusCode: 429 }, { kind: 'rateLimited' }],
		['"rate limit exceeded"', saying('Rate limit exceeded'), { statusCode: 429 }, { kind: 'rateLimited' }],
		['429 in another form', status(429), { statusCode: 429 }, { kind: 'rateLimited' }],
		['"temporarily unavailable"', saying('temporarily_unavailable'), {}, { kind: 'transient', unsent: true }],
		['500 in another form', status(500), { statusCode: 500 }, { kind: 'transient', unsent: true }],
		[
			'503 with a time to wait',
			answering(503, { 'retry-after': '7' }),
			{ statusCode: 503 },
			{ kind: 'transient', unsent: true, retryAfterMs: 7_000 },
		],
		[
			'no connection',
			error('Failed to acquire OAuth2 access token: x', { cause: error('y', { code: 'ECONNREFUSED' }) }),
			{ code: 'ECONNREFUSED' },
			{ kind: 'transient', unsent: true },
		],
		['a wrong address', status(404), { statusCode: 404 }, { kind: 'final' }],
		['an answer without a token', error('Unable to sign without access token'), {}, { kind: 'final' }],
		[
			'an answer that broke off',
			answering(200),
			{ statusCode: 200, code: 'ECONNRESET' },
			{ kind: 'transient', unsent: true },
		],
		['a refusal that broke off', answering(401), { statusCode: 401, refused: true }, { kind: 'final' }],
		['a wrong address whose answer broke off', answering(404), { statusCode: 404 }, { kind: 'final' }],
		['a web page', status(200), { statusCode: 200 }, { kind: 'final' }],
		[
			"an answer in OAuth's form without an error",
			error('x', { cause: error('y', { code: 'EAUTH' }) }),
			{ refused: true },
			{ kind: 'final' },
		],
	])('%s', (_, thrown, facts, retry) => {
		expect(JSON.parse(JSON.stringify(classifyTokenError(thrown, 0)))).toEqual({
			kind: 'token',
			...facts,
			retry,
		});
	});
});

/** n8n-workflow 1.120 leaves out the cause, and @n8n/client-oauth2 0.33 puts texts of its own in place of codes. */
describe('why n8n 1.123 could not fetch a token', () => {
	const thrown = (httpCode: string | null, message: string) =>
		Object.assign(new Error(message), { httpCode });
	const unsent = { kind: 'transient', unsent: true };

	it.each<[string, string]>([
		[
			'invalid_client',
			'Client authentication failed (e.g., unknown client, no client authentication included, or unsupported authentication method).',
		],
		[
			'unauthorized_client',
			'The client is not authorized to request an authorization code using this method.',
		],
		[
			'invalid_grant',
			'The provided authorization grant (e.g., authorization code, resource owner credentials) or refresh token is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
		],
		['another code, with its description', 'Invalid client or Invalid client credentials'],
		['a code that is a number', '503'],
	])('%s is a refused pair', (_, message) => {
		expect(classifyTokenError(thrown('EAUTH', message), 0)).toEqual({
			kind: 'token',
			refused: true,
			retry: { kind: 'final' },
		});
	});

	it.each<[string, Error, object, object]>([
		[
			'401 in another form',
			thrown('401', 'Authorization failed - please check your credentials'),
			{ statusCode: 401, refused: true },
			{ kind: 'final' },
		],
		[
			'403 in another form',
			thrown('403', 'Forbidden - perhaps check your credentials?'),
			{ statusCode: 403, refused: true },
			{ kind: 'final' },
		],
		[
			'429 in another form',
			thrown('429', 'The service is receiving too many requests from you'),
			{ statusCode: 429 },
			{ kind: 'rateLimited' },
		],
		['too_many_requests', thrown('EAUTH', 'too_many_requests'), { statusCode: 429 }, { kind: 'rateLimited' }],
		[
			'too_many_requests, with its description',
			thrown('EAUTH', 'Request limit exceeded, try again in 3 s'),
			{ statusCode: 429 },
			{ kind: 'rateLimited' },
		],
		[
			'temporarily_unavailable',
			thrown(
				'EAUTH',
				'The authorization server is currently unable to handle the request due to a temporary overloading or maintenance of the server.',
			),
			{},
			unsent,
		],
		[
			'server_error',
			thrown(
				'EAUTH',
				'The authorization server encountered an unexpected condition that prevented it from fulfilling the request. (This error code is needed because a 500 Internal Server Error HTTP status code cannot be returned to the client via an HTTP redirect.)',
			),
			{},
			unsent,
		],
		['500', thrown('500', 'The service was not able to process your request'), { statusCode: 500 }, unsent],
		[
			'a refused connection',
			thrown('ECONNREFUSED', 'The service refused the connection - perhaps it is offline'),
			{ code: 'ECONNREFUSED' },
			unsent,
		],
		[
			'a connection that broke',
			thrown('ECONNRESET', 'The connection to the server was closed unexpectedly, perhaps it is offline.'),
			{ code: 'ECONNRESET' },
			unsent,
		],
		[
			'an answer that broke off',
			thrown('200', 'stream has been aborted'),
			{ statusCode: 200, code: 'ECONNRESET' },
			unsent,
		],
		[
			'a web page',
			thrown('200', 'Unsupported content type: text/html'),
			{ statusCode: 200 },
			{ kind: 'final' },
		],
		[
			'a wrong address',
			thrown('404', 'The resource you are requesting could not be found'),
			{ statusCode: 404 },
			{ kind: 'final' },
		],
		[
			'an answer that is not the JSON it is called',
			thrown(null, 'Unexpected end of JSON input'),
			{},
			{ kind: 'final' },
		],
	])('%s', (_, error, facts, retry) => {
		expect(classifyTokenError(error, 0)).toEqual({ kind: 'token', ...facts, retry });
	});
});
