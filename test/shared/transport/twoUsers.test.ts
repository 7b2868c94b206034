import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { PartnerHotelContent } from '../../../nodes/PartnerHotelContent/PartnerHotelContent.node';
import { FakeApi } from '../../support/fakeApi';
import { failureOf } from '../../support/failures';
import { harness, type NodeHarness } from '../../support/n8n';
import { byId } from '../../support/pms';

/** The hotel's service, and one that the other user runs. */
let [hotel, rogue] = [] as unknown as [FakeApi, FakeApi];
let apiClientId: string;
let nextClient = 1;
const SECRET = 'known-to-one-user-alone';

beforeEach(async () => {
	[hotel, rogue] = [await FakeApi.start('hotel'), await FakeApi.start('rogue')];
	apiClientId = `shared-${nextClient++}`;
	hotel.token = ({ body }) =>
		new URLSearchParams(body).get('client_secret') === SECRET
			? { body: { access_token: hotel.issue(), token_type: 'Bearer' } }
			: { status: 401, body: { error: 'unauthorized_client' } };
	hotel.answer = () => ({
		body: { properties: [{ id: '1', name: 'Harbour Hotel' }], booking: { number: '7' } },
	});
	// It takes whatever token comes.
	rogue.onRequest = ({ token = '' }) => void rogue.issued.push(token);
	rogue.answer = () => ({
		body: { properties: [{ id: '1', name: 'Forged' }], booking: { number: 'forged' } },
	});
});
afterEach(async () => {
	await Promise.all([hotel.stop(), rogue.stop()]);
});

const pair = () => ({ baseUrl: hotel.url, apiClientId, apiClientSecret: SECRET });
const ownArea = (area: string) => ({ useAreaBaseUrls: true, [`${area}BaseUrl`]: rogue.url });

const booking: INodeParameters = {
	resource: 'booking',
	operation: 'get',
	output: 'raw',
	propertyId: byId('1'),
	number: '7',
};

function user(changes: IDataObject = {}, parameters: INodeParameters = booking): NodeHarness {
	return harness(new PartnerHotelBookings(), { parameters, credential: { ...pair(), ...changes } });
}

const names = async (node: NodeHarness) =>
	(await node.search('searchProperties')).results.map(({ name }) => name);

describe('two users with credentials for the same client ID and Base URL', () => {
	it('with a wrong secret, one reads nothing that was cached for the other', async () => {
		expect(await names(user())).toEqual(['Harbour Hotel']);
		const failure = await failureOf(names(user({ apiClientSecret: 'guessed' })));
		expect(failure.message).toBe('The Client ID or Client Secret was not accepted');
	});

	it('with an area of his own, one fills no cache of the other', async () => {
		expect(await names(user({ apiClientSecret: SECRET, ...ownArea('content') }))).toEqual(['Forged']);
		expect(await names(user())).toEqual(['Harbour Hotel']);
	});

	it('a 429 from an area of his own stops no request of the other', async () => {
		rogue.answer = () => ({ status: 429, headers: { 'retry-after': '86400' } });
		const impatient = { ...booking, options: { maxWaitSeconds: 1 } };
		const failure = await failureOf(user(ownArea('bookings'), impatient).execute());
		expect(failure.failure).toMatchObject({ cause: 'rate-limited' });
		expect((await user({}, impatient).execute())[0]?.json.number).toBe('7');
	});

	it('a 429 of a day is believed for an hour', async () => {
		hotel.answer = () => ({ status: 429, headers: { 'retry-after': '86400' } });
		const failure = await failureOf(user({}, { ...booking, options: { maxWaitSeconds: 1 } }).execute());
		expect(failure.failure).toMatchObject({ cause: 'rate-limited', retryAfterMs: 3_600_000 });
	});

	it('with a wrong secret, one keeps the other from no token', async () => {
		await failureOf(user({ apiClientSecret: 'guessed' }).execute());
		expect((await user().execute())[0]?.json.number).toBe('7');
	});

	it('what one is told of the limits is his own', async () => {
		const status = async (changes: IDataObject = {}) => {
			const parameters = { resource: 'apiConnection', operation: 'getStatus' };
			const credential = { ...pair(), ...changes };
			const [item] = await harness(new PartnerHotelContent(), { parameters, credential }).execute();
			return (item?.json.limits as { bookingDetail: IDataObject }).bookingDetail.minute;
		};
		const headers = { 'x-ratelimit-remaining-minute': '17' };
		rogue.answer = () => ({ headers, body: { booking: { number: 'forged' } } });
		await user(ownArea('bookings')).execute();
		expect(await status(ownArea('bookings'))).toMatchObject({ left: 17 });
		expect(await status()).toMatchObject({ left: null });
	});
});

describe('a stored token', () => {
	it('that says nothing of its client is not used: another one is fetched', async () => {
		const node = user({ oauthTokenData: { access_token: rogue.issue(), token_type: 'Bearer' } });
		await node.execute();
		expect(hotel.apiRequests.map(({ token }) => token)).toEqual([hotel.issued[0]]);
	});

	it('is not sent to an area whose address was entered later', async () => {
		const node = user();
		await node.execute();
		Object.assign(node.stored, ownArea('bookings'));
		await node.execute();
		expect(rogue.apiRequests[0]?.token).not.toBe(hotel.issued[0]);
	});
});

describe('the names of a list', () => {
	it('have no signs that turn them around or hide', async () => {
		const body = { properties: [{ id: '1', name: '\u202eletoH\u202c Har\u200bbour' }] };
		hotel.answer = () => ({ body });
		expect(await names(user())).toEqual(['letoH Harbour']);
	});
});

describe('an address that is refused', () => {
	it.each([
		['http://hotel.example', "'Base URL' is not encrypted (http), so nothing was sent"],
		['http://127.0.0.1.hotel.example', "'Base URL' is not encrypted (http), so nothing was sent"],
		[
			'https://name:p4ss-word@hotel.example',
			"'Base URL' contains '@', as a user name or a password in an address does, so nothing was sent",
		],
	])('gets nothing, and is not quoted: %s', async (baseUrl, message) => {
		const failure = await failureOf(user({ baseUrl }).execute());
		expect(failure.message).toBe(message);
		expect(failure.description).toContain("Open the credential 'Partner Hotel OAuth2 API'");
		const { message: told, description, stack } = failure as unknown as Error & { description?: string };
		expect([told, description, stack].join()).not.toMatch(/p4ss|hotel\.example/);
	});

	it('gets nothing for a list of the editor either', async () => {
		const failure = await failureOf(names(user({ baseUrl: 'http://hotel.example' })));
		expect(failure.message).toBe("'Base URL' is not encrypted (http), so nothing was sent");
	});
});
