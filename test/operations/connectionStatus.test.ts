import type { IDataObject } from 'n8n-workflow';

import { PartnerHotelContent } from '../../nodes/PartnerHotelContent/PartnerHotelContent.node';
import { PartnerHotelSearch } from '../../nodes/PartnerHotelSearch/PartnerHotelSearch.node';
import { packageOfAnotherProcess } from '../support/anotherProcess';
import { allowManyTokens, newClient, newClientWithoutToken, withToken } from '../support/clients';
import { failureOf } from '../support/failures';
import { harness, type NodeHarness, type TestCredential } from '../support/n8n';
import { byId } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';
import { day } from '../support/search';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 31, properties: 1, bookings: 0 });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.clearFaults();
	await sandbox.resetReport();
});

function statusNode(credential: TestCredential): NodeHarness {
	const parameters = { resource: 'apiConnection', operation: 'getStatus' };
	return harness(new PartnerHotelContent(), { parameters, credential });
}

async function status(credential: TestCredential): Promise<IDataObject> {
	const [item] = await statusNode(credential).execute();
	return item?.json as IDataObject;
}

async function readRooms(
	credential: TestCredential,
	times: number,
	Content = PartnerHotelContent,
): Promise<void> {
	const parameters = { resource: 'roomType', operation: 'getAll', propertyId: byId('1024') };
	const rooms = harness(new Content(), { parameters, credential });
	await rooms.execute(Array.from({ length: times }, () => ({})));
}

async function search(credential: TestCredential, times: number): Promise<void> {
	const prices = harness(new PartnerHotelSearch(), {
		parameters: {
			resource: 'roomStay',
			operation: 'findLowestPrices',
			propertyIds: ['1024'],
			arrivalDate: day(20),
			departureDate: day(22),
			adults: 1,
		},
		credential,
	});
	await prices.execute(Array.from({ length: times }, () => ({})));
}

const limitsOf = (item: IDataObject) => item.limits as Record<string, IDataObject>;

describe('the status of an API connection', () => {
	it('takes one request, for the access token, and none when there is one', async () => {
		// The first one at this address asks it without a secret before.
		await statusNode(await newClientWithoutToken(sandbox)).execute();
		await sandbox.resetReport();
		const node = statusNode(await newClientWithoutToken(sandbox));
		await node.execute();
		await node.execute();
		const requests = await sandbox.requests();
		expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /auth/token']);
	});

	it('tells the areas that the token grants, and the names it has for them', async () => {
		const item = await status(await newClient(sandbox, { apiAccesses: ['content', 'pms'] }));
		expect(item.areas).toEqual({
			content: true,
			referenceData: false,
			bookings: false,
			search: false,
			pms: true,
			pmsAnalytics: false,
			pmsIntegrationStorage: false,
			reviews: false,
		});
		expect(item.accesses).toEqual(['content', 'pms']);
	});

	it('tells when the token expires', async () => {
		const item = await status(await newClient(sandbox));
		const seconds = Number(item.tokenExpiresInSeconds);
		expect(seconds).toBeGreaterThan(800);
		expect(seconds).toBeLessThanOrEqual(900);
		const left = Date.parse(String(item.tokenExpiresAt)) - Date.now();
		expect(Math.abs(left - seconds * 1_000)).toBeLessThan(5_000);
	});

	it('fetches a token in place of one that has expired', async () => {
		await sandbox.settings({ clockOffsetMs: -3_600_000 });
		const credential = await newClient(sandbox);
		await sandbox.settings({ clockOffsetMs: 0 });
		const item = await status(credential);
		expect(Number(item.tokenExpiresInSeconds)).toBeGreaterThan(800);
		expect(await sandbox.requests()).toHaveLength(1);
	});

	it('tells nothing of a token that is not readable, but of the limits', async () => {
		const credential = await newClient(sandbox);
		const item = await status(withToken(credential, { access_token: 'opaque' }));
		expect(item).toMatchObject({ accesses: null, tokenExpiresAt: null, tokenExpiresInSeconds: null });
		expect(item.areas).toMatchObject({ content: null, pms: null });
		expect(limitsOf(item).default).toMatchObject({ minute: { limit: 200, left: null } });
	});

	it('says what is wrong with the credential', async () => {
		const credential = await newClientWithoutToken(sandbox);
		const failure = await failureOf(statusNode({ ...credential, apiClientSecret: 'wrong' }).execute());
		expect(failure.message).toBe('The Client ID or Client Secret was not accepted');
	});
});

describe('the limits in the status', () => {
	it('are those of the specification, before an answer has told of them', async () => {
		const limits = limitsOf(await status(await newClient(sandbox)));
		expect(Object.keys(limits)).toHaveLength(9);
		expect(limits.bookingList).toEqual({
			methods: 'booking list',
			second: { limit: 3, left: null },
			minute: { limit: 100, left: null },
			hour: { limit: 3_000, left: null },
			waitSeconds: 0,
			toldAt: null,
		});
	});

	it('say what the answers have told, of this group alone', async () => {
		const credential = await newClient(sandbox);
		const before = Date.now();
		await readRooms(credential, 4);
		const limits = limitsOf(await status(credential));
		expect(limits.default).toMatchObject({
			minute: { limit: 200, left: 196 },
			hour: { limit: 3_000, left: 2_996 },
			waitSeconds: 0,
		});
		expect(Date.parse(String(limits.default?.toldAt))).toBeGreaterThanOrEqual(before - 1_000);
		expect(Date.parse(String(limits.default?.toldAt))).toBeLessThanOrEqual(Date.now() + 1_000);
		expect(limits.bookingList).toMatchObject({ minute: { left: null }, toldAt: null });
	});

	it('count what others have used with the same API connection', async () => {
		const credential = await newClient(sandbox);
		await readRooms(credential, 50, packageOfAnotherProcess().PartnerHotelContent);
		await readRooms(credential, 1);
		const { minute, hour } = limitsOf(await status(credential)).default as Record<string, IDataObject>;
		expect(minute?.left).toBeGreaterThanOrEqual(149);
		expect(minute?.left).toBeLessThan(160);
		expect(hour?.left).toBeGreaterThanOrEqual(2_949);
		expect(hour?.left).toBeLessThan(2_960);
	});

	it('tell how long to wait when a window is used up', async () => {
		const credential = await newClient(sandbox);
		await search(credential, 20);
		const { lowestPriceSearch } = limitsOf(await status(credential));
		expect(lowestPriceSearch).toMatchObject({ minute: { limit: 20, left: 0 } });
		expect(lowestPriceSearch?.waitSeconds).toBeGreaterThan(30);
		expect(lowestPriceSearch?.waitSeconds).toBeLessThanOrEqual(61);
	});

	it('tell how long the service asked to wait', async () => {
		const credential = await newClient(sandbox);
		await sandbox.fault({
			kind: 'status',
			status: 429,
			retryAfterSeconds: 40,
			match: { path: '/properties/1024' },
		});
		const parameters = { resource: 'roomType', operation: 'getAll', propertyId: byId('1024') };
		const options = { options: { maxWaitSeconds: 1 } };
		const rooms = harness(new PartnerHotelContent(), {
			parameters: { ...parameters, ...options },
			credential,
		});
		await failureOf(rooms.execute());
		const { waitSeconds } = limitsOf(await status(credential)).default as IDataObject;
		expect(waitSeconds).toBeGreaterThan(30);
		expect(waitSeconds).toBeLessThanOrEqual(41);
	});

	it('are those of one API connection', async () => {
		await readRooms(await newClient(sandbox), 3);
		const limits = limitsOf(await status(await newClient(sandbox)));
		expect(limits.default).toMatchObject({ minute: { left: null } });
	});
});
