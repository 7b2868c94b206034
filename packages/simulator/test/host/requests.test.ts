import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { renewToken, sendAuthenticated } from '../../../../nodes/shared/transport/authenticated';
import { connectionOf, readConnection } from '../../../../nodes/shared/transport/connection';
import { classifyError, classifyTokenError } from '../../../../nodes/shared/transport/classifyResponse';
import type { FakeAnswer, FakeRequest, FakeService } from '../../../../test/support/fakeApi';
import { authenticated, inBoth, NOBODY, type Host, type Setting, type Work } from './bothHosts';

interface Told {
	answer?: { statusCode: unknown; body: unknown; headers: IDataObject };
	/** All that this package reads of an error. */
	failure?: object;
}

interface ErrorLink extends IDataObject {
	cause?: ErrorLink;
	response?: IDataObject;
	failure?: IDataObject;
}

const NOW = Date.UTC(2026, 0, 5);

function factsOf(error: ErrorLink): object {
	const links: object[] = [];
	for (let link: ErrorLink | undefined = error; link; link = link.cause) {
		const { code, httpCode, status, body, response, failure, message } = link;
		const words = (code ?? httpCode) === 'EAUTH' && { message };
		const headers = response?.headers as IDataObject | undefined;
		const responded = response && { status: response.status, retryAfter: headers?.['retry-after'] };
		links.push({ code, httpCode, status, body, failure: failure?.cause, ...responded, ...words });
	}
	return { links, thrown: classifyError(error), token: classifyTokenError(error, NOW) };
}

const HEADERS = ['content-type', 'retry-after', 'x-remaining'];

async function tell(host: Host, work: Work<unknown>, setting?: Setting): Promise<Told> {
	try {
		const { statusCode, body, headers } = (await host.run(work, setting)) as IDataObject;
		const kept = HEADERS.map((name) => [name, (headers as IDataObject | undefined)?.[name]]);
		return { answer: { statusCode, body, headers: Object.fromEntries(kept) as IDataObject } };
	} catch (error) {
		return { failure: factsOf(error as ErrorLink) };
	}
}

const pairs = (text: string) => [...new URLSearchParams(text)];

function seen({ method, path, query, body, token, headers }: FakeRequest): object {
	const { 'content-type': contentType, accept } = headers;
	const isForm = contentType?.includes('form') === true;
	return { method, path, query: pairs(query), body: isForm ? pairs(body) : body, token, contentType, accept };
}

function ourIdentity(host: Host): string {
	return connectionOf(host.stored() as ICredentialDataDecryptedObject).identity;
}

/** What is stored, with the time of its end only as far as it is the expected one. */
function storedToken(host: Host): IDataObject | undefined {
	const data = host.stored().oauthTokenData as IDataObject | undefined;
	if (data === undefined) return undefined;
	const { n8n_expires_at: end, issued_to: identity, ...rest } = data;
	const tens = Math.round((Number(end) - Date.now()) / 10_000);
	return {
		...rest,
		...(end !== undefined && { n8n_expires_at: `${typeof end} in ${tens}0 s` }),
		...(identity !== undefined && { issued_to: identity === ourIdentity(host) ? 'this client' : 'another' }),
	};
}

const sees = (host: Host) => ({ requests: host.service.requests.map(seen), stored: storedToken(host) });

const inFull = { returnFullResponse: true, json: true, disableFollowRedirect: true } as const;
const get = (host: Host, more: Partial<IHttpRequestOptions> = {}) =>
	authenticated({ url: `${host.url}/thing`, arrayFormat: 'repeat', ...inFull, ...more });

async function expectSame<T>(trace: (host: Host) => Promise<T>): Promise<T> {
	const [n8n, model] = await inBoth(trace);
	expect(model).toEqual(n8n);
	return n8n;
}

const html = (status: number): FakeAnswer => ({
	status,
	headers: { 'content-type': 'text/html' },
	body: '<html>no</html>',
});

describe('the first token', () => {
	it('is fetched when none is stored, stored with the time of its end, and used from then on', async () => {
		const { stored, requests } = await expectSame(async (host) => {
			const told = [await tell(host, get(host)), await tell(host, get(host))];
			return { told, ...sees(host) };
		});
		expect(stored).toMatchObject({ access_token: 'service-token-1', n8n_expires_at: 'string in 900 s' });
		expect(requests).toHaveLength(3);
	});

	it.each<[string, IDataObject]>([
		['is empty', {}],
		['has an empty token', { access_token: '' }],
		['has no token', { token_type: 'Bearer' }],
	])('is fetched or not as n8n does when what is stored %s', async (_, oauthTokenData) => {
		await expectSame(async (host) => {
			const credential = { baseUrl: host.url, apiClientId: 'c', apiClientSecret: 's', oauthTokenData };
			return { told: await tell(host, get(host), { credential }), ...sees(host) };
		});
	});

	it('is fetched by each of those who ask at the same time', async () => {
		const { requests } = await expectSame(async (host) => {
			await host.run(
				async (context) => await Promise.all([1, 2, 3].map(async () => await get(host)(context))),
			);
			return { requests: host.service.tokenRequests.map(seen) };
		});
		expect(requests).toHaveLength(3);
	});
});

const refusals: Array<[string, FakeAnswer | 'hang' | 'reset']> = [
	...[
		'invalid_request',
		'invalid_client',
		'invalid_grant',
		'unauthorized_client',
		'unsupported_grant_type',
		'invalid_scope',
		'access_denied',
		'server_error',
		'temporarily_unavailable',
		'slow_down',
		'too_many_requests',
	].map((error): [string, FakeAnswer] => [`400 ${error}`, { status: 400, body: { error } }]),
	[
		'400 invalid_client with a description',
		{ status: 400, body: { error: 'invalid_client', error_description: 'Not you' } },
	],
	['400 with a description', { status: 400, body: { error: 'nope', error_description: 'Not you' } }],
	['401 in the form of the other areas', { status: 401, body: { errors: [{ code: '401', message: 'No' }] } }],
	['401 as a page', html(401)],
	['403', { status: 403, body: { error: 'access_denied' } }],
	['403 as a page', html(403)],
	['404 without a body', { status: 404, body: '' }],
	['400 with null', { status: 400, body: 'null' }],
	['429', { status: 429, headers: { 'retry-after': '7' }, body: { message: 'slow' } }],
	['429 as a page', { ...html(429), headers: { 'content-type': 'text/html', 'retry-after': '7' } }],
	['500', { status: 500, headers: { 'retry-after': '3' }, body: { error: 'server_error' } }],
	['500 as a page', html(500)],
	['503', { status: 503, body: { message: 'later' } }],
	['200 as a page', html(200)],
	['200 cut off', { body: '{"access_token":"abc' }],
	['200 without a token', { body: { error: 'surprise' } }],
	[
		'200 in form encoding',
		{ headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'access_token=t&expires_in=9' },
	],
	['a connection that breaks', 'reset'],
	['an answer that breaks off', { breaksOff: true }],
];

describe('a token address that answers', () => {
	it.each(refusals)('%s is told alike when there is no token', async (_, answer) => {
		await expectSame(async (host) => {
			host.service.token = () => answer;
			return { told: await tell(host, get(host)), again: await tell(host, get(host)), ...sees(host) };
		});
	});

	it.each(refusals)('%s is told alike when the token is renewed', async (_, answer) => {
		await expectSame(async (host) => {
			await host.run(get(host));
			host.service.expireToken();
			host.service.token = () => answer;
			return { told: await tell(host, get(host)), ...sees(host) };
		});
	});

	it('cannot be reached: told alike', async () => {
		await expectSame(async (host) => {
			const credential = { baseUrl: NOBODY, apiClientId: 'c', apiClientSecret: 's' };
			return { told: await tell(host, get(host), { credential }), ...sees(host) };
		});
	});
});

describe('a token that is refused', () => {
	const refused = async (host: Host, more: Partial<IHttpRequestOptions>) => {
		await host.run(get(host));
		host.service.expireToken();
		return { told: await tell(host, get(host, more)), ...sees(host) };
	};

	it.each<[string, number, IHttpRequestOptions['ignoreHttpStatusErrors']]>([
		['is renewed, and the request sent again', 2, undefined],
		['is renewed where 401 alone is an error', 2, { ignore: true, except: [401] }],
		['is handed over as an answer where all statuses are', 1, true],
	])('%s', async (_, tokens, ignoreHttpStatusErrors) => {
		const { requests } = await expectSame(async (host) => await refused(host, { ignoreHttpStatusErrors }));
		expect(requests.filter((one) => 'path' in one && one.path === '/auth/token')).toHaveLength(tokens);
	});

	it('once more is an error', async () => {
		await expectSame(async (host) => {
			host.service.onRequest = () => host.service.expireToken();
			return { told: await tell(host, get(host)), ...sees(host) };
		});
	});

	it('is renewed once for all who are refused at the same time', async () => {
		const { requests } = await expectSame(async (host) => {
			await host.run(get(host));
			host.service.expireToken();
			await host.run(
				async (context) => await Promise.all([1, 2, 3].map(async () => await get(host)(context))),
			);
			return sees(host);
		});
		expect(requests).toHaveLength(2 + 3 + 1 + 3);
	});

	it('fails once for all who wait for the renewal', async () => {
		const { requests } = await expectSame(async (host) => {
			await host.run(get(host));
			host.service.expireToken();
			host.service.token = () => ({ status: 400, body: { error: 'invalid_grant' } });
			const told = await host.run(async (context) => {
				const sent = await Promise.allSettled([1, 2, 3].map(async () => await get(host)(context)));
				return sent.map(({ status }) => status);
			});
			return { told, ...sees(host) };
		});
		expect(requests).toHaveLength(2 + 3 + 1);
	});

	it('is not renewed when another one is stored by now', async () => {
		const { tokens } = await expectSame(async (host) => {
			await host.run(get(host));
			const old = await host.run(async (context) => await context.getCredentials('partnerHotelOAuth2Api'));
			host.service.expireToken();
			await host.run(get(host));
			const work: Work<unknown> = async (context) =>
				await get(host)(
					Object.assign(Object.create(context), {
						getCredentials: async () => await Promise.resolve(old),
					}) as IExecuteFunctions,
				);
			const told = await tell(host, work);
			return { told, tokens: host.service.issued, ...sees(host) };
		});
		expect(tokens).toHaveLength(2);
	});

	it('whose stored token is gone by now is told alike', async () => {
		await expectSame(async (host) => {
			await host.run(get(host));
			host.service.expireToken();
			const old = await host.run(async (context) => await context.getCredentials('partnerHotelOAuth2Api'));
			const work: Work<unknown> = async (context) =>
				await get(host)(
					Object.assign(Object.create(context), {
						getCredentials: async () => await Promise.resolve(old),
					}) as IExecuteFunctions,
				);
			const credential = { baseUrl: host.url, apiClientId: 'client', apiClientSecret: 'secret' };
			return { told: await tell(host, work, { credential }), ...sees(host) };
		});
	});

	it('keeps what was stored with it beside the new one', async () => {
		const { stored } = await expectSame(async (host) => {
			const oauthTokenData = { access_token: 'old', note: 'kept', expires_in: 60 };
			const credential = { baseUrl: host.url, apiClientId: 'c', apiClientSecret: 's', oauthTokenData };
			return { told: await tell(host, get(host), { credential }), ...sees(host) };
		});
		expect(stored).toMatchObject({ access_token: 'service-token-1', note: 'kept', expires_in: 900 });
	});
});

describe('what this package has n8n do', () => {
	const signal = new AbortController().signal;

	it('fetches, stores and renews a token with the mark of its client', async () => {
		const { stored } = await expectSame(async (host) => {
			const renew: Work<unknown> = async (context) => {
				await renewToken(context, await readConnection(context), signal);
				return {};
			};
			const marks: unknown[] = [];
			for (let round = 0; round < 2; round += 1) {
				await host.run(renew);
				marks.push(storedToken(host));
			}
			return { marks, ...sees(host) };
		});
		expect(stored).toMatchObject({
			access_token: 'service-token-2',
			issued_to: 'this client',
		});
	});

	it.each([200, 204, 301, 400, 401, 404, 429, 500])('hands over the answer %d', async (status) => {
		await expectSame(async (host) => {
			await host.run(get(host));
			host.service.answer = () => ({
				status,
				headers: { 'x-remaining': '3' },
				body: status === 204 ? '' : { a: 1 },
			});
			const work: Work<unknown> = async (context) =>
				await sendAuthenticated(
					context,
					await readConnection(context),
					{ url: `${host.url}/x`, ...inFull },
					signal,
				);
			return { told: await tell(host, work), ...sees(host) };
		});
	});
});

describe('an answer', () => {
	it.each<[string, FakeAnswer]>([
		['JSON', { body: { a: [1] } }],
		['JSON under another name', { headers: { 'content-type': 'text/plain' }, body: '{"a":1}' }],
		['a number', { body: '17' }],
		['nothing', { body: '' }],
		['a page', html(200)],
		['JSON cut off', { body: '{"a":' }],
	])('%s is read alike', async (_, answer) => {
		await expectSame(async (host) => {
			host.service.answer = () => answer;
			return {
				full: await tell(host, get(host)),
				body: await host.run(get(host, { returnFullResponse: false })),
			};
		});
	});

	it.each([300, 400, 403, 404, 429, 500, 502, 503])(
		'%d is an error alike unless it is to be ignored',
		async (status) => {
			const answer = {
				status,
				headers: { 'retry-after': '5' },
				body: { message: 'no', errors: [{ code: 'x' }] },
			};
			for (const ignoreHttpStatusErrors of [
				undefined,
				false,
				true,
				{ ignore: true, except: [status] },
				{ ignore: false, except: [401] },
			] as const) {
				await expectSame(async (host) => {
					host.service.answer = () => answer;
					return await tell(host, get(host, { ignoreHttpStatusErrors: ignoreHttpStatusErrors as never }));
				});
			}
		},
	);
});

describe('a connection', () => {
	const withToken = async (
		host: Host,
		prepare: (service: FakeService) => void,
		more: Partial<IHttpRequestOptions>,
		setting?: Setting,
	) => {
		await host.run(get(host));
		prepare(host.service);
		return await tell(host, get(host, more), setting);
	};

	it.each<[string, (service: FakeService) => void, Partial<IHttpRequestOptions>]>([
		['that is refused', () => undefined, { url: `${NOBODY}/thing` }],
		['that breaks', (service) => (service.answer = () => 'reset'), {}],
		[
			'that breaks in the middle of the answer',
			(service) => (service.answer = () => ({ breaksOff: true })),
			{},
		],
		['that hangs beyond the timeout', (service) => (service.answer = () => 'hang'), { timeout: 150 }],
	])('%s is told alike', async (_, prepare, more) => {
		const { failure } = await expectSame(async (host) => await withToken(host, prepare, more));
		expect(failure).toBeDefined();
	});

	it.each(['before', 'while'])('is told alike when the run is cancelled %s it is used', async (when) => {
		await expectSame(async (host) => {
			const stop = new AbortController();
			if (when === 'before') stop.abort();
			const prepare = (service: FakeService) => {
				service.onRequest = () => stop.abort();
				service.answer = () => 'hang';
			};
			return await withToken(host, prepare, {}, { signal: stop.signal });
		});
	});
});

describe('a request', () => {
	it.each<[string, Partial<IHttpRequestOptions>]>([
		['a query', { qs: { a: 'x y', b: 1, c: true, d: 'ä&=+/' } }],
		['lists in the query', { qs: { a: ['x', 'y'], b: [], c: [1, null, 2] } }],
		['null and undefined in the query', { qs: { a: null, b: undefined, c: '' } }],
		['an empty query', { qs: {} }],
		['a body', { method: 'POST', body: { a: 1, b: null, c: undefined, d: [1] } }],
		['a body that is a list', { method: 'POST', body: [{ a: 1 }] }],
		['an empty object as its body', { method: 'POST', body: {} }],
		['an empty text as its body', { method: 'POST', body: '' }],
		['text as its body', { method: 'PUT', body: '{"a":1}' }],
		[
			'text of a declared type as its body',
			{ method: 'PUT', body: '{}', headers: { 'content-type': 'application/json' } },
		],
		['no body though it is a POST', { method: 'POST' }],
		['a body though it is a GET', { body: { a: 1 } }],
		[
			'another content type',
			{ method: 'POST', body: { a: 1 }, headers: { 'Content-Type': 'application/x+json' } },
		],
		['another accept header', { headers: { accept: 'text/csv' } }],
		['no item for JSON', { json: false }],
		['DELETE with a body', { method: 'DELETE', body: { a: 1 } }],
	])('with %s is sent alike', async (_, more) => {
		await expectSame(async (host) => {
			await host.run(get(host, more));
			return sees(host);
		});
	});
});
