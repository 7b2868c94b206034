import type { SandboxAccess } from '../../../sandbox/src/access.mts';
import type { CredentialData } from './types.mts';

/** What is entered in the form of the credential for the client of a sandbox. */
export function credentialFor({
	url,
	clientId,
	clientSecret,
}: Pick<SandboxAccess, 'url' | 'clientId' | 'clientSecret'>): CredentialData {
	return { baseUrl: url, apiClientId: clientId, apiClientSecret: clientSecret };
}
