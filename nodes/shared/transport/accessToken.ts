/** No header is longer. */
const MAX_LENGTH = 100_000;

/**
 * The areas an access token grants: its claim `api_accesses` (specification, Authentication 6).
 * `undefined` when the token is missing or cannot be read.
 */
export function grantedAccesses(accessToken: unknown): string[] | undefined {
	const accesses = claimsOf(accessToken)?.api_accesses;
	return Array.isArray(accesses) ? accesses.filter((access) => typeof access === 'string') : undefined;
}

/** When the token expires, in milliseconds: its claim `exp`; `undefined` as above. */
export function expiryOf(accessToken: unknown): number | undefined {
	const seconds = claimsOf(accessToken)?.exp;
	return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds * 1_000 : undefined;
}

function claimsOf(accessToken: unknown): Record<string, unknown> | undefined {
	if (typeof accessToken !== 'string' || accessToken.length > MAX_LENGTH) return undefined;
	const payload = accessToken.split('.', 2)[1];
	if (payload === undefined) return undefined;
	try {
		const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
		return (claims as Record<string, unknown> | null) ?? undefined;
	} catch {
		return undefined;
	}
}
