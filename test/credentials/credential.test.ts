import { PartnerHotelOAuth2Api } from '../../credentials/PartnerHotelOAuth2Api.credentials';
import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { baseUrls } from '../support/baseUrls';
import { harness, type TestCredential } from '../support/n8n';
import { startSandbox, type Sandbox } from '../support/sandbox';

const type = new PartnerHotelOAuth2Api();
const shown = type.properties.filter((property) => property.type !== 'hidden');

describe('the form', () => {
	it('shows what a hotelier can fill in, and nothing else', () => {
		expect(shown.map(({ displayName, type: kind }) => (kind === 'notice' ? 'notice' : displayName))).toEqual([
			'Base URL',
			'Separate Base URLs per API Area',
			'Content Base URL',
			'Reference Data Base URL',
			'Bookings (Read Reservation) Base URL',
			'Search Base URL',
			'PMS Base URL',
			'PMS Analytics Base URL',
			'notice',
		]);
	});

	it("hides every part of n8n's OAuth2 form that has one right value here", () => {
		const hidden = type.properties.filter((property) => property.type === 'hidden');
		expect(Object.fromEntries(hidden.map((property) => [property.name, property.default]))).toMatchObject({
			grantType: 'clientCredentials',
			authentication: 'body',
			scope: '',
			sendAdditionalBodyProperties: false,
			useDynamicClientRegistration: false,
		});
	});

	it('translates the text n8n shows for a wrong pair', () => {
		const notice = shown.find(({ type: kind }) => kind === 'notice');
		expect(notice?.displayName).toContain('not authorized to request an authorization code');
		expect(notice?.displayName).toContain('the Client ID or the Client Secret is wrong');
	});
});

describe('the token address', () => {
	it.each(baseUrls)('%s', async (_, baseUrl, expected) => {
		const credential = { baseUrl, clientId: 'id', clientSecret: 'secret' };
		const decrypted = await harness(new PartnerHotelBookings(), { credential }).decrypted();
		expect(decrypted.accessTokenUrl).toBe(`${expected}/auth/token`);
	});
});

describe('in use', () => {
	let sandbox: Sandbox;
	beforeAll(async () => (sandbox = await startSandbox({ bookings: 10 })));
	afterAll(async () => await sandbox.stop());

	const parameters = {
		resource: 'booking',
		operation: 'getAll',
		propertyId: { __rl: true, mode: 'id', value: '1024' },
		limit: 1,
	};

	function credential(changes: Partial<TestCredential> = {}): TestCredential {
		const { url: baseUrl, clientId, clientSecret } = sandbox;
		return { baseUrl, clientId, clientSecret, ...changes };
	}

	it.each<[string, (url: string) => string]>([
		['as shown', (url) => url],
		['with trailing slashes', (url) => `${url}//`],
		['without a scheme', (url) => url.replace('http://', '')],
	])('the base URL works %s', async (_, write) => {
		const node = harness(new PartnerHotelBookings(), {
			parameters,
			credential: credential({ baseUrl: write(sandbox.url) }),
		});
		expect(await node.execute()).toHaveLength(1);
	});

	it('an area with an address of its own is asked there', async () => {
		const other = await startSandbox({ bookings: 10 });
		const areas = { useAreaBaseUrls: true, bookingsBaseUrl: `${other.url}/` };
		await harness(new PartnerHotelBookings(), { parameters, credential: credential(areas) }).execute();
		expect((await other.requests({ path: '/bookings' })).length).toBe(1);
		await other.stop();
	});

	it('the token is stored with the credential and fetched form-encoded, in the body', async () => {
		const node = harness(new PartnerHotelBookings(), { parameters, credential: credential() });
		await node.execute();
		expect(node.stored.oauthTokenData).toMatchObject({
			access_token: expect.any(String) as string,
			token_type: 'Bearer',
		});
		const requests = await sandbox.requests({ path: '/auth/token' });
		expect(requests.at(-1)?.body).toMatchObject({
			grant_type: 'client_credentials',
			client_id: sandbox.clientId,
		});
	});
});
