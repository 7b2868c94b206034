import { PartnerHotelOAuth2Api } from '../../../credentials/PartnerHotelOAuth2Api.credentials';
import { PartnerHotelBookings } from '../../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { redirectAway } from '../../../nodes/shared/transport/tokenAddress';
import { withToken } from '../../support/clients';
import { FakeApi, type FakeAnswer } from '../../support/fakeApi';
import { failureOf } from '../../support/failures';
import { harness, type NodeHarness } from '../../support/n8n';
import { byId } from '../../support/pms';
import '../../support/skippedTime';

const SECRET = 'the-secret-of-nobody-else';
let nextClient = 1;
let [api, other] = [] as unknown as [FakeApi, FakeApi];

beforeEach(async () => {
	[api, other] = [await FakeApi.start(), await FakeApi.start('other')];
});
afterEach(async () => {
	await Promise.all([api.stop(), other.stop()]);
});

/** @param token that the credential has from before */
function node(items = '={{ $json.number }}', isOlder = false, token?: string): NodeHarness {
	const parameters = { resource: 'booking', operation: 'get', propertyId: byId('1024'), number: items };
	const saved = { baseUrl: api.url, apiClientId: `address-${nextClient++}`, apiClientSecret: SECRET };
	const credential = token === undefined ? saved : withToken(saved, { access_token: token });
	return harness(new PartnerHotelBookings(), { parameters, credential, isOlder });
}

/** The token address redirects, whatever it is asked. */
function redirects(status: number, location: string): void {
	const answer: FakeAnswer = { status, headers: { location } };
	[api.token, api.withoutSecret] = [() => answer, () => answer];
}

const secretsAt = (service: FakeApi) => service.requests.filter(({ body }) => body.includes(SECRET));

describe.each([
	['newest', false],
	['older', true],
])('a token address that redirects to another host (host: %s)', (_host, isOlder) => {
	it.each([301, 302, 303, 307, 308])(
		'%i: the secret is sent to neither, and the error says so',
		async (status) => {
			redirects(status, `${other.url}/auth/token`);
			const failure = await failureOf(node('1', isOlder).execute());
			expect(failure.message).toBe(
				`The token address of ${api.url} redirects to another address, so the client secret was not sent`,
			);
			expect(failure.description).toContain(`'${other.url}/auth/token'`);
			expect(failure.description).toContain('enter its address as Base URL');
			expect(failure.failure?.cause).toBe('configuration-invalid');
			expect(other.requests).toEqual([]);
			expect(secretsAt(api)).toEqual([]);
		},
	);

	it('is sent no secret after a 401 that breaks off, which n8n would follow by itself', async () => {
		redirects(307, `${other.url}/auth/token`);
		const answered: FakeAnswer = { status: 401, breaksOff: true };
		api.answer = () => answered;
		const failure = await failureOf(node('1', isOlder, api.issue()).execute());
		expect(api.apiRequests).toHaveLength(1);
		expect(secretsAt(api)).toEqual([]);
		expect(other.requests).toEqual([]);
		expect(failure.message).toContain('so the client secret was not sent');
	});

	it('is not asked again for each item', async () => {
		redirects(307, other.url);
		const failing = node('={{ $json.number }}', isOlder);
		failing.node.onError = 'continueRegularOutput';
		const items = await failing.execute(Array.from({ length: 30 }, (_, number) => ({ number })));
		expect(items.every(({ json }) => String(json.error).includes('the client secret was not sent'))).toBe(
			true,
		);
		expect(api.requests).toHaveLength(1);
	});
});

describe('a token address', () => {
	it('is asked once without a secret, whatever the number of tokens', async () => {
		for (let clients = 0; clients < 3; clients++) await node('1').execute();
		expect(api.tokenRequests).toHaveLength(3);
		const [first, ...others] = api.requests.filter(({ path }) => path === '/auth/token');
		expect(first).toMatchObject({ method: 'POST', body: 'grant_type=client_credentials' });
		expect(others.every(({ body }) => body.includes(SECRET))).toBe(true);
	});

	it('that redirects within the host is used', async () => {
		api.withoutSecret = ({ query }) =>
			query === '' ? { status: 308, headers: { location: '/auth/token?v=2' } } : { status: 400 };
		expect(await node('1').execute()).toHaveLength(1);
	});

	it.each<[string, FakeAnswer]>([
		['429', { status: 429, headers: { 'retry-after': '1' } }],
		['503', { status: 503 }],
	])('that first answers with %s is asked again before the secret is sent', async (_, first) => {
		let asked = 0;
		api.withoutSecret = () => (asked++ === 0 ? first : { status: 400 });
		expect(await node('1').execute()).toHaveLength(1);
		expect(asked).toBe(2);
		expect(api.tokenRequests).toHaveLength(1);
	});

	it('is corrected at once', async () => {
		redirects(307, `${other.url}/auth/token`);
		const failing = node('1');
		await failureOf(failing.execute());
		failing.stored.baseUrl = other.url;
		expect(await failing.execute()).toHaveLength(1);
		expect(other.tokenRequests).toHaveLength(1);
	});

	it('is not followed by the test of the credential', () => {
		expect(new PartnerHotelOAuth2Api().test.request).toMatchObject({ disableFollowRedirect: true });
	});
});

describe('a redirect', () => {
	const away = async (location: string, from = 'https://api.hotel.example') =>
		await redirectAway(
			`${from}/auth/token`,
			async (url) =>
				await Promise.resolve(
					url === `${from}/auth/token`
						? { statusCode: 307, headers: { location } }
						: { statusCode: 400, headers: {} },
				),
		);

	it.each([
		'https://evil.example/auth/token',
		'//evil.example/auth/token',
		'http://api.hotel.example/auth/token',
		'https://api.hotel.example:8443/auth/token',
		'https://api.hotel.example@evil.example/',
		'https://api.hotel.example.evil.example/',
		'ftp://api.hotel.example/',
	])('leads away: %s', async (location) => {
		expect(await away(location)).toBe(location);
	});

	it.each(['/auth/token/', 'token/', '?v=2', 'HTTPS://API.hotel.example:443/auth/v2/token', ''])(
		'stays: %s',
		async (location) => {
			expect(await away(location)).toBeUndefined();
		},
	);

	it('without end leads nowhere', async () => {
		const ask = async () => await Promise.resolve({ statusCode: 308, headers: { location: '/again' } });
		expect(await redirectAway('https://api.hotel.example/auth/token', ask)).toBe(
			'https://api.hotel.example/again',
		);
	});
});
