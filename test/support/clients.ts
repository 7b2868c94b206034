import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { connectionOf, issuedTo } from '../../nodes/shared/transport/connection';
import type { TestCredential } from './n8n';
import type { ClientInput } from '../../packages/sandbox/src/client.mts';
import type { Sandbox } from '../../packages/sandbox/test/support/sandbox';

let nextClient = 1;

/**
 * A client of its own for a test: limits are counted by client, so tests do not wait for each other. It brings a
 * token, for the limits of the token address are counted by address: all tests of a file share them.
 */
export async function newClient(
	sandbox: Sandbox,
	wishes: Partial<ClientInput> = {},
): Promise<TestCredential> {
	const credential = await newClientWithoutToken(sandbox, wishes);
	return withToken(credential, await sandbox.issueToken(credential.apiClientId));
}

/** As when a node has fetched the token. */
export function withToken(credential: TestCredential, tokenData: IDataObject): TestCredential {
	return {
		...credential,
		oauthTokenData: issuedTo(connectionOf(credential as ICredentialDataDecryptedObject).identity, tokenData),
	};
}

/** As when the credential has just been saved: its first token is still to be fetched. */
export async function newClientWithoutToken(
	sandbox: Sandbox,
	wishes: Partial<ClientInput> = {},
): Promise<TestCredential> {
	const clientId = `client-${nextClient++}`;
	const clientSecret = `secret-of-${clientId}-f00d`;
	await sandbox.addClient({ clientId, clientSecret, ...wishes });
	return credentialFor({ url: sandbox.url, clientId, clientSecret });
}

/** What is entered in the form for a client of a sandbox, its own unless told. */
export function credentialFor({
	url,
	clientId,
	clientSecret,
}: Pick<Sandbox, 'url' | 'clientId' | 'clientSecret'>): TestCredential {
	return { baseUrl: url, apiClientId: clientId, apiClientSecret: clientSecret };
}

/** Many clients mean many tokens: the limit for the token endpoint counts per IP address. */
export async function allowManyTokens(sandbox: Sandbox): Promise<void> {
	await sandbox.settings({ limits: { token: { second: 1000, minute: 10_000, hour: 100_000 } } });
}
