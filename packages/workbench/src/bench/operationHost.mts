import { randomUUID } from 'node:crypto';
import { credentialFor } from '../n8n/credential.mts';
import type { RunningSandbox } from '../processes/sandboxProcess.mts';

/** A booking as the feed lists it. */
export interface Summary {
	number: string;
	modifiedDateTime: string;
	[field: string]: unknown;
}

interface FeedPage {
	bookingSummaries: Summary[];
	continueToken: string;
	hasMoreData: boolean;
}

interface HttpRequest {
	url: string;
	qs?: Record<string, unknown>;
	headers?: Record<string, string>;
}

/** The part of n8n that a read of this package uses, to measure an operation alone. */
export type Host = Awaited<ReturnType<typeof hostOf>>;

/**
 * The host of a new API client, with fresh limits.
 * @param parameters of the node, as they are, without expressions
 */
export async function hostOf(
	sandbox: RunningSandbox,
	items: readonly object[],
	parameters: Record<string, unknown>,
) {
	const pair = { clientId: `bench-${randomUUID()}`, clientSecret: 'bench-secret' };
	await sandbox.control.addClient(pair);
	const credential = credentialFor({ url: sandbox.url, ...pair });
	const oauthTokenData = await sandbox.control.issueToken(pair.clientId);
	const authorization = `Bearer ${oauthTokenData.access_token}`;
	const inputs = items.map((json) => ({ json }));
	const node = { name: 'Measured', type: 'measured', typeVersion: 1, parameters };
	const httpRequestWithAuthentication = async (_: string, request: HttpRequest) => {
		const response = await fetch(withQuery(request), { headers: { ...request.headers, authorization } });
		const headers = Object.fromEntries(response.headers);
		return { statusCode: response.status, headers, body: await response.json() };
	};
	return {
		logger: { info: () => undefined, warn: () => undefined, debug: () => undefined, error: () => undefined },
		getNode: () => node,
		getWorkflow: () => ({ id: 'measured', name: 'Measured', active: false }),
		getTimezone: () => 'UTC',
		getMode: () => 'manual',
		getCredentials: async () => await Promise.resolve({ ...credential, oauthTokenData }),
		getInputData: () => inputs,
		getExecutionCancelSignal: () => undefined,
		continueOnFail: () => false,
		getNodeParameter: (name: string, _: number, fallback: unknown) => parameters[name] ?? fallback,
		addExecutionHints: () => undefined,
		helpers: { httpRequestWithAuthentication },
	};
}

function withQuery({ url, qs = {} }: HttpRequest): URL {
	const whole = new URL(url);
	for (const [name, value] of Object.entries(qs)) {
		if (value !== undefined) whole.searchParams.set(name, String(value));
	}
	return whole;
}

/** All bookings of the first property. */
export async function feedOf(sandbox: RunningSandbox): Promise<Summary[]> {
	const { access_token: token } = await sandbox.control.issueToken(sandbox.clientId);
	const headers = { authorization: `Bearer ${token}` };
	const feed = `${sandbox.url}/api/read-reservation/v1/properties/${sandbox.properties[0]?.id}/bookings`;
	const summaries: Summary[] = [];
	let continueToken: string | undefined;
	for (let more = true; more; ) {
		const response = await fetch(withQuery({ url: feed, qs: { continueToken } }), { headers });
		const page = (await response.json()) as FeedPage;
		summaries.push(...page.bookingSummaries);
		({ continueToken, hasMoreData: more } = page);
	}
	return summaries;
}
