import type { SandboxAccess } from '../../../sandbox/src/access.mts';
import type { CredentialData } from './types.mts';

/** The values of the credential's form for the client of a sandbox. */
export function credentialFor({
	url,
	clientId,
	clientSecret,
}: Pick<SandboxAccess, 'url' | 'clientId' | 'clientSecret'>): CredentialData {
	return { baseUrl: url, apiClientId: clientId, apiClientSecret: clientSecret };
}
