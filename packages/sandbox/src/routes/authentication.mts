import { TokenError } from '../http/apiError.mts';
import type { ApiResponse, ApiCall, Route } from '../http/route.mts';
import { issueAccessToken } from '../http/accessToken.mts';
import type { Sandbox } from '../sandbox.mts';
import type { Client } from '../world/clients.mts';

const FORM = 'application/x-www-form-urlencoded';

type TokenCall = Pick<ApiCall, 'sandbox' | 'text' | 'contentType'>;

/** The token request (specification, Authentication). */
export const authenticationRoutes: readonly Route[] = [
	{ method: 'POST', path: '/auth/token', area: 'authentication', scope: 'token', onAnyone: tokenResponse },
];

async function tokenResponse(call: TokenCall): Promise<ApiResponse> {
	const { sandbox } = call;
	const { world, settings, report } = sandbox;
	const accessToken = await accessTokenFor(sandbox, readClient(call, world.clients));
	report.tokenIssued();
	return {
		status: 200,
		headers: { 'cache-control': 'no-store' },
		body: {
			access_token: accessToken,
			expires_in: settings.expiresInSeconds,
			refresh_expires_in: 0,
			token_type: 'Bearer',
			'not-before-policy': 0,
			scope: '',
		},
	};
}

/** A token as it is issued to the client now. */
export async function accessTokenFor({ world, clock, settings }: Sandbox, client: Client): Promise<string> {
	return await issueAccessToken(client, settings.tokenLifetimeSeconds, {
		seed: world.plan.seed,
		generation: world.tokenGeneration.access,
		nowMs: clock.realNow(),
	});
}

function readClient(call: TokenCall, clients: ReadonlyMap<string, Client>): Client {
	if (call.contentType !== FORM) {
		throw new TokenError(400, 'invalid_request', `The request body must have the content type ${FORM}`);
	}
	const form = new URLSearchParams(call.text);
	const grantType = requiredField(form, 'grant_type');
	if (grantType !== 'client_credentials') {
		throw new TokenError(400, 'unsupported_grant_type', 'Only grant_type client_credentials is supported');
	}
	const client = clients.get(requiredField(form, 'client_id'));
	const secret = requiredField(form, 'client_secret');
	if (client === undefined || client.clientSecret !== secret) {
		throw new TokenError(401, 'unauthorized_client', 'Invalid client or Invalid client credentials');
	}
	return client;
}

function requiredField(form: URLSearchParams, name: string): string {
	const value = form.get(name);
	if (value === null || value === '') {
		throw new TokenError(400, 'invalid_request', `Missing form parameter: ${name}`);
	}
	return value;
}
