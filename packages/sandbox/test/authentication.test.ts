import { startSandbox, type Sandbox } from './support/sandbox';
import {
	credentialsOf,
	requestToken,
	signIn,
	type ErrorBody,
	type Partner,
	type PartnerAnswer,
	type TokenAnswer,
} from './partner';

interface TokenError {
	error: string;
	error_description: string;
}

const AREAS = [
	'content',
	'reference_data',
	'reservation_api',
	'search',
	'pms',
	'pms_analytics',
	'pms_integration_storage',
	'reviews',
];
const PROPERTY = 'content/v1/properties/1024';

let sandbox: Sandbox;
let partner: Partner;

beforeAll(async () => {
	sandbox = await startSandbox({ limits: 'off', bookings: 5 });
	partner = await signIn(sandbox);
});

afterAll(async () => {
	await sandbox.stop();
});

function claimsOf(token: string): Record<string, unknown> {
	const [, payload = ''] = token.split('.');
	return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
}

async function askWith(headers: Record<string, string>): Promise<PartnerAnswer<ErrorBody>> {
	return await partner.get<ErrorBody>(PROPERTY, {}, headers);
}

describe('The token endpoint', () => {
	it('answers a right pair with the six published fields', async () => {
		const answer = await requestToken(sandbox, credentialsOf(sandbox));

		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({
			access_token: expect.any(String) as string,
			expires_in: 1800,
			refresh_expires_in: 0,
			token_type: 'Bearer',
			'not-before-policy': 0,
			scope: '',
		});
	});

	it('issues a token with exactly the ten claims of the specification', () => {
		const claims = claimsOf(partner.token);

		expect(Object.keys(claims).sort()).toEqual(
			['api_accesses', 'aud', 'azp', 'exp', 'iat', 'iss', 'jti', 'scope', 'sub', 'typ'].sort(),
		);
		expect(claims).toMatchObject({ typ: 'Bearer', azp: sandbox.clientId, scope: '', api_accesses: AREAS });
	});

	it('lets a token live 15 minutes while it claims 30', () => {
		const { exp, iat } = claimsOf(partner.token);

		expect(Number(exp) - Number(iat)).toBe(900);
	});

	it('gives every token an id of its own', async () => {
		const other = await signIn(sandbox);

		expect(claimsOf(other.token)['jti']).not.toBe(claimsOf(partner.token)['jti']);
	});

	it.each([
		['a wrong secret', { client_secret: 'wrong' }],
		['an unknown client', { client_id: 'nobody' }],
	])('refuses %s with 401 and unauthorized_client', async (_label, wrong) => {
		const answer = await requestToken<TokenError>(sandbox, { ...credentialsOf(sandbox), ...wrong });

		expect(answer.status).toBe(401);
		expect(answer.body).toEqual({
			error: 'unauthorized_client',
			error_description: 'Invalid client or Invalid client credentials',
		});
	});

	it.each([
		['no grant type', { grant_type: '' }, 'invalid_request'],
		['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
		['no client id', { client_id: '' }, 'invalid_request'],
		['no client secret', { client_secret: '' }, 'invalid_request'],
	])('refuses %s with 400', async (_label, wrong, error) => {
		const answer = await requestToken<TokenError>(sandbox, { ...credentialsOf(sandbox), ...wrong });

		expect(answer.status).toBe(400);
		expect(answer.body.error).toBe(error);
	});

	it('refuses a JSON body with 400', async () => {
		const answer = await requestToken<TokenError>(sandbox, JSON.stringify(credentialsOf(sandbox)), {
			'content-type': 'application/json',
		});

		expect(answer.status).toBe(400);
		expect(answer.body.error).toBe('invalid_request');
	});
});

describe('The API areas', () => {
	it('answer 200 to a valid token', async () => {
		expect((await partner.get(PROPERTY)).status).toBe(200);
	});

	it.each<[string, (token: string) => Record<string, string>, string]>([
		['no token', () => ({}), 'TokenMissing'],
		['a token without the word Bearer', (token) => ({ authorization: token }), 'TokenMisplaced'],
		['a token in a header of its own', (token) => ({ 'x-access-token': token }), 'TokenMissing'],
		['basic authentication', () => ({ authorization: 'Basic c2FuZGJveA==' }), 'TokenMisplaced'],
		['a forged signature', (token) => ({ authorization: `Bearer ${forged(token)}` }), 'TokenInvalid'],
		['an unsigned token', (token) => ({ authorization: `Bearer ${unsigned(token)}` }), 'TokenInvalid'],
		['a token that is no JWT', () => ({ authorization: 'Bearer abc' }), 'TokenInvalid'],
	])('answer 401 to %s', async (_label, headersFor, code) => {
		const answer = await askWith(headersFor(partner.token));

		expect(answer.status).toBe(401);
		expect(answer.body).toEqual({
			warnings: [],
			errors: [{ code, message: expect.any(String) as string }],
		});
	});

	it('answer 401 to a token in the query', async () => {
		const answer = await partner.get<ErrorBody>(PROPERTY, { access_token: partner.token }, {});

		expect(answer.status).toBe(401);
		expect(answer.text).not.toContain(partner.token);
	});

	it('answer 401 from the very second the token expires, whatever expires_in says', async () => {
		await sandbox.settings({ tokenLifetimeSeconds: 60, expiresInSeconds: 1800 });
		const shortLived = await signIn(sandbox);
		const before = await shortLived.get(PROPERTY);
		await sandbox.settings({ tokenLifetimeSeconds: 900, clockOffsetMs: 60_000 });
		const after = await shortLived.get<ErrorBody>(PROPERTY);
		await sandbox.settings({ clockOffsetMs: 0 });

		expect(before.status).toBe(200);
		expect(after.status).toBe(401);
		expect(after.body.errors[0]?.code).toBe('TokenExpired');
	});

	it('answer 401 to tokens revoked, and 200 to those issued afterwards', async () => {
		const old = await signIn(sandbox);
		await sandbox.revokeTokens({ accessTokens: true });
		partner = await signIn(sandbox);

		expect((await old.get(PROPERTY)).status).toBe(401);
		expect((await partner.get(PROPERTY)).status).toBe(200);
	});

	it('answer 403 when the token does not name the area, and 200 in the areas it names', async () => {
		await sandbox.addClient({ clientId: 'reader', clientSecret: 's', apiAccesses: ['reservation_api'] });
		const reader = await signIn(sandbox, { client_id: 'reader', client_secret: 's' });
		const content = await reader.get<ErrorBody>(PROPERTY);

		expect(content.status).toBe(403);
		expect(content.body.errors[0]?.code).toBe('Forbidden');
		expect((await reader.get('read-reservation/v1/properties/1024/bookings')).status).toBe(200);
	});

	it('answer 403 for the property of another client and 404 for a property that does not exist', async () => {
		await sandbox.addClient({ clientId: 'one-hotel', clientSecret: 's', propertyIds: ['7291'] });
		const guestHouse = await signIn(sandbox, { client_id: 'one-hotel', client_secret: 's' });

		expect((await guestHouse.get('content/v1/properties/7291')).status).toBe(200);
		expect((await guestHouse.get('content/v1/properties/1024')).status).toBe(403);
		expect((await guestHouse.get('content/v1/properties/999999')).status).toBe(404);
	});

	it('answer 400 to a path that is not encoded rightly', async () => {
		const answer = await partner.get<ErrorBody>('content/v1/properties/%zz');

		expect(answer.status).toBe(400);
		expect(answer.body.errors).toHaveLength(1);
	});

	it('answer 404 to a path that no operation has', async () => {
		const answer = await partner.get<ErrorBody>('content/v1/nowhere');

		expect(answer.status).toBe(404);
		expect(answer.body.errors[0]?.code).toBe('NotFound');
	});
});

describe('The sandbox’s clock', () => {
	it('shows in the Date header and in the token', async () => {
		await sandbox.settings({ clockOffsetMs: 86_400_000 });
		const answer = await requestToken<TokenAnswer>(sandbox, credentialsOf(sandbox));
		await sandbox.settings({ clockOffsetMs: 0 });
		const shown = Date.parse(answer.headers.get('date') ?? '');

		expect(shown - Date.now()).toBeGreaterThan(86_000_000);
		expect(Number(claimsOf(answer.body.access_token)['iat']) * 1000 - shown).toBeLessThanOrEqual(1000);
	});

	it('stands still while it is stopped, and then runs on from the real time', async () => {
		const dateShown = async () => {
			const { headers } = await requestToken<TokenAnswer>(sandbox, credentialsOf(sandbox));
			return Date.parse(headers.get('date') ?? '');
		};
		const { clockStopped } = await sandbox.settings({ clockStopped: true });
		const stopped = await dateShown();
		while (Date.now() < stopped + 2_000) await sandbox.settings();
		expect(await dateShown()).toBe(stopped);
		const started = await sandbox.settings({ clockStopped: false });
		expect(await dateShown()).toBeGreaterThan(stopped);
		expect([clockStopped, started.clockStopped]).toEqual([true, false]);
	});
});

function forged(token: string): string {
	const [head, payload = '', signature] = token.split('.');
	const claims = { ...claimsOf(`.${payload}.`), azp: 'somebody-else' };
	return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}

function unsigned(token: string): string {
	const [, payload] = token.split('.');
	return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
}
