import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { credentialFor } from '../support/clients';
import { harness, type TestCredential } from '../support/n8n';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

describe('the credential in use', () => {
	let sandbox: Sandbox;
	beforeAll(async () => (sandbox = await startSandbox({ bookings: 10 })));
	afterAll(async () => await sandbox.stop());

	const parameters = {
		resource: 'booking',
		operation: 'getAll',
		propertyId: { __rl: true, mode: 'id', value: '1024' },
		period: 'everything',
		output: 'summary',
		limit: 1,
	};

	function credential(changes: Partial<TestCredential> = {}): TestCredential {
		return { ...credentialFor(sandbox), ...changes };
	}

	it.each<[string, (url: string) => string]>([
		['as shown', (url) => url],
		['with trailing slashes', (url) => `${url}//`],
		['without a scheme', (url) => url.replace('http://', '')],
		['with the prefix of the operations', (url) => `${url}/api`],
		['with the address of the token', (url) => ` ${url}/auth/token `],
	])('the base URL works %s', async (_, write) => {
		const node = harness(new PartnerHotelBookings(), {
			parameters,
			credential: credential({ baseUrl: write(sandbox.url) }),
		});
		expect(await node.execute()).toHaveLength(1);
	});

	it('white space around ID and secret is not sent', async () => {
		const { clientId, clientSecret } = sandbox;
		const changes = { apiClientId: ` ${clientId}`, apiClientSecret: `${clientSecret}\n` };
		const node = harness(new PartnerHotelBookings(), { parameters, credential: credential(changes) });
		expect(await node.execute()).toHaveLength(1);
		expect((await sandbox.requests({ path: '/auth/token' })).at(-1)).toMatchObject({
			status: 200,
			body: { client_id: clientId },
		});
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
