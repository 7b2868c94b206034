import { createHash, randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { API_AREAS, type ApiArea, type Client } from '../world/clients.mts';
import { hash } from '../world/random.mts';

const ISSUER = 'https://auth.partner-hotel.example/realms/partners';
const AUDIENCE = 'account';

/** What decides whether a token of this sandbox is valid. */
export interface TokenContext {
	seed: number;
	/** Incremented by a revocation. */
	generation: number;
	/** Epoch milliseconds of real time: a hotel's clock that is moved ages no token. */
	nowMs: number;
}

export type TokenReading =
	| { kind: 'valid'; clientId: string; apiAccesses: ApiArea[] }
	| { kind: 'expired' }
	| { kind: 'invalid' };

/** Issues an access token with the ten claims of the specification (Authentication, 6). */
export async function issueAccessToken(
	client: Client,
	lifetimeSeconds: number,
	setting: TokenContext,
): Promise<string> {
	const issuedAt = Math.floor(setting.nowMs / 1000);
	const claims = { typ: 'Bearer', azp: client.clientId, scope: '', api_accesses: client.apiAccesses };
	return await new SignJWT(claims)
		.setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
		.setIssuedAt(issuedAt)
		.setExpirationTime(issuedAt + lifetimeSeconds)
		.setJti(randomUUID())
		.setIssuer(ISSUER)
		.setAudience(AUDIENCE)
		.setSubject(subjectOf(client.clientId))
		.sign(secretOf(setting));
}

export async function readAccessToken(token: string, setting: TokenContext): Promise<TokenReading> {
	const { nowMs } = setting;
	try {
		const { exp = 0, azp, api_accesses: granted } = await claimsOf(token, setting);
		if (exp <= Math.floor(nowMs / 1000)) return { kind: 'expired' };
		const accesses = Array.isArray(granted) ? granted : [];
		return {
			kind: 'valid',
			clientId: String(azp),
			apiAccesses: API_AREAS.filter((area) => accesses.includes(area)),
		};
	} catch (error) {
		return { kind: error instanceof errors.JWTExpired ? 'expired' : 'invalid' };
	}
}

/** Tokens whose signature was verified before: the same token comes with many requests. */
const verified = new Map<string, JWTPayload>();
const MAX_CACHED_TOKENS = 1_000;

async function claimsOf(token: string, setting: TokenContext): Promise<JWTPayload> {
	const key = `${setting.seed} ${setting.generation} ${token}`;
	const known = verified.get(key);
	if (known) return known;
	const { payload } = await jwtVerify(token, secretOf(setting), {
		algorithms: ['HS256'],
		audience: AUDIENCE,
		issuer: ISSUER,
		currentDate: new Date(setting.nowMs),
	});
	verified.set(key, payload);
	const [oldest] = verified.keys();
	if (verified.size > MAX_CACHED_TOKENS && oldest !== undefined) verified.delete(oldest);
	return payload;
}

/** The same for the same seed, so that tokens outlive a restart. */
function secretOf({ seed, generation }: TokenContext): Uint8Array {
	return createHash('sha256').update(`sandbox access tokens ${seed} ${generation}`).digest();
}

function subjectOf(clientId: string): string {
	const digits = [0, 1, 2, 3]
		.map((part) => hash(`${part} ${clientId}`).toString(16).padStart(8, '0'))
		.join('');
	return [0, 8, 12, 16, 20]
		.map((start, index, starts) => digits.slice(start, starts[index + 1] ?? 32))
		.join('-');
}
