import { FakeApi, type FakeAnswer, type FakeRequest } from './fakeApi';
import { newClient, withToken } from './clients';
import type { TestCredential } from './n8n';
import type { Sandbox } from '../../packages/sandbox/test/support/sandbox';

type Answer = Awaited<ReturnType<FakeApi['answer']>>;

/** A sandbox behind something that a test decides: what is passed on, and what comes back. */
export interface Proxy {
	fake: FakeApi;
	credential: TestCredential;
	/** What the sandbox answers. */
	forward(request: Pick<FakeRequest, 'method' | 'path' | 'query' | 'body'>): Promise<FakeAnswer>;
	/** Instead of passing a request on. */
	between: (request: FakeRequest) => Promise<Answer | undefined> | Answer | undefined;
}

export async function proxyOf(sandbox: Sandbox): Promise<Proxy> {
	const fake = await FakeApi.start('proxy');
	const { apiClientId, apiClientSecret, oauthTokenData } = await newClient(sandbox);
	const credential = { baseUrl: fake.url, apiClientId, apiClientSecret };
	const token = (oauthTokenData as { access_token: string }).access_token;
	fake.issued.push(token);
	const forward: Proxy['forward'] = async ({ method, path, query, body }) => {
		const response = await fetch(`${sandbox.url}${path}${query && `?${query}`}`, {
			method,
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			...(body !== '' && { body }),
		});
		const date = response.headers.get('date') ?? '';
		return { status: response.status, headers: { date }, body: await response.text() };
	};
	const proxy: Proxy = {
		fake,
		credential: withToken(credential, { access_token: token }),
		forward,
		between: () => undefined,
	};
	fake.answer = async (request) => (await proxy.between(request)) ?? (await forward(request));
	return proxy;
}
