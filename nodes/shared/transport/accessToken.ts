/**
 * The areas an access token grants: its claim `api_accesses` (specification, Authentication 6).
 * `undefined` when the token is missing or cannot be read.
 */
export function grantedAccesses(accessToken: unknown): string[] | undefined {
	if (typeof accessToken !== 'string') return undefined;
	const payload = accessToken.split('.')[1];
	if (payload === undefined) return undefined;
	try {
		const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
		const accesses = (claims as { api_accesses?: unknown } | null)?.api_accesses;
		return Array.isArray(accesses) ? accesses.filter((access) => typeof access === 'string') : undefined;
	} catch {
		return undefined;
	}
}
