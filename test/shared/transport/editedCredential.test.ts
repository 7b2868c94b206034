import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { PartnerHotelTrigger } from '../../../nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';
import { FakeApi } from '../../support/fakeApi';
import { harness, type NodeHarness } from '../../support/n8n';
import { byId } from '../../support/pms';
import '../../support/skippedTime';

let first: FakeApi;
let second: FakeApi;
let nextClient = 1;

beforeEach(async () => {
	first = await FakeApi.start('first');
	second = await FakeApi.start('second');
});
afterEach(async () => {
	await Promise.all([first.stop(), second.stop()]);
});

const credential = () => ({
	baseUrl: first.url,
	apiClientId: `edited-${nextClient++}`,
	apiClientSecret: 'before-the-edit',
});

const trigger = (parameters: INodeParameters = {}) =>
	harness(new PartnerHotelTrigger(), {
		parameters: { propertyId: byId('1024'), startFrom: 'now', ...parameters },
		credential: credential(),
	});

const bookings = (parameters: INodeParameters) =>
	harness(new PartnerHotelBookings(), {
		parameters: {
			resource: 'booking',
			operation: 'get',
			output: 'raw',
			propertyId: byId('1024'),
			...parameters,
		},
		credential: credential(),
	});

/** As n8n saves an edited credential: what was entered anew, and the token that it had. */
function edit(node: NodeHarness, changes: IDataObject): void {
	Object.assign(node.stored, changes);
}

function expectTokensAtHome(): void {
	const foreign = (api: FakeApi) =>
		api.requests.filter(({ token }) => token !== undefined && !api.issued.includes(token));
	expect(foreign(first)).toEqual([]);
	expect(foreign(second)).toEqual([]);
}

describe('after Base URL was edited, the former host gets nothing any more', () => {
	it('of the polls of an active workflow, nor does it get a token of the new host', async () => {
		const node = trigger();
		await node.poll();
		await node.poll();
		const before = first.requests.length;
		expect(before).toBeGreaterThan(1);

		edit(node, { baseUrl: second.url });
		await node.poll();
		second.expireToken();
		await node.poll();
		await node.poll();

		expect(first.requests).toHaveLength(before);
		expect(second.apiRequests.filter(({ token }) => token === second.issued[1])).not.toEqual([]);
		expectTokensAtHome();
	});

	it('of a poll that finds its token expired', async () => {
		const node = trigger();
		await node.poll();
		const before = first.requests.length;
		edit(node, { baseUrl: second.url });
		first.expireToken();
		await node.poll();
		expect(first.requests).toHaveLength(before);
		expectTokensAtHome();
	});

	it('of the same execution', async () => {
		const node = bookings({ number: '={{ $json.number }}' });
		let answered = 0;
		first.answer = () => {
			if (++answered === 3) edit(node, { baseUrl: second.url });
			return { body: { booking: { number: 'first' } } };
		};
		second.answer = () => ({ body: { booking: { number: 'second' } } });
		const items = await node.execute(Array.from({ length: 30 }, (_, index) => ({ number: `n${index}` })));
		const underWay = 20;
		expect(items.filter(({ json }) => json.number === 'second').length).toBeGreaterThanOrEqual(30 - underWay);
		const late = first.apiRequests.length - answered;
		expect(late).toBe(0);
		expectTokensAtHome();
	});

	it('of a request that is sent again', async () => {
		const node = bookings({ number: 'n1' });
		first.answer = () => {
			edit(node, { baseUrl: second.url });
			return { status: 503 };
		};
		second.answer = () => ({ body: { booking: { number: 'second' } } });
		expect((await node.execute())[0]?.json.number).toBe('second');
		expect(first.apiRequests).toHaveLength(1);
		expectTokensAtHome();
	});

	it('of a request that was refused for its token while another one already has the new one', async () => {
		const node = bookings({ number: 'n1' });
		await node.execute();
		const { length: before } = first.requests;
		first.expireToken();
		first.onRequest = async () => {
			edit(node, { baseUrl: second.url });
			await node.execute();
		};
		second.answer = () => ({ body: { booking: { number: 'second' } } });
		expect((await node.execute())[0]?.json.number).toBe('second');
		expect(first.requests).toHaveLength(before + 1);
		expectTokensAtHome();
	});

	it('of the list searches of the editor', async () => {
		const node = bookings({ number: 'n1' });
		const list = (name: string) => () => ({ body: { properties: [{ id: '1', name }] } });
		first.answer = list('First');
		second.answer = list('Second');
		expect((await node.search('searchProperties')).results[0]?.name).toBe('First');
		const before = first.requests.length;
		edit(node, { baseUrl: second.url });
		expect((await node.search('searchProperties')).results[0]?.name).toBe('Second');
		expect(first.requests).toHaveLength(before);
		expectTokensAtHome();
	});

	it('of a trigger for all properties, whose list is read from the new host at once', async () => {
		const node = trigger({ propertySelection: 'all' });
		const listing =
			(id: string) =>
			({ path }: { path: string }) => ({
				body: path.endsWith('/v1/properties')
					? { properties: [{ id }] }
					: { bookingSummaries: [], hasMoreData: false, continueToken: `at-${id}` },
			});
		first.answer = listing('1');
		second.answer = listing('2');
		await node.poll();
		edit(node, { baseUrl: second.url });
		await node.poll();
		expect(second.apiRequests.some(({ path }) => path.includes('/properties/2/'))).toBe(true);
	});
});

describe('a token that was fetched', () => {
	const feed = { operation: 'getAll', period: 'everything', output: 'summary' };

	it('for another client is not used after the Client ID was edited', async () => {
		const node = bookings(feed);
		await node.execute();
		edit(node, {
			apiClientId: `${String(node.stored.apiClientId)}-other`,
			apiClientSecret: 'after-the-edit',
		});
		await node.execute();
		expect(first.tokenRequests).toHaveLength(2);
		expect(first.tokenRequests[1]?.body).toContain('client_secret=after-the-edit');
		expect(first.apiRequests.map(({ token }) => token)).toEqual(first.issued);
	});

	it('is renewed with the secret that is stored by then', async () => {
		const node = trigger();
		await node.poll();
		edit(node, { apiClientSecret: 'after-the-edit' });
		first.expireToken();
		await node.poll();
		expect(first.tokenRequests.at(-1)?.body).toContain('client_secret=after-the-edit');
	});

	it('stays in use while nothing is edited', async () => {
		const node = bookings(feed);
		await node.execute();
		await node.execute();
		expect(first.issued).toHaveLength(1);
	});

	it('and stored while the credential was being edited is not sent to the new host', async () => {
		const node = bookings(feed);
		first.token = () => {
			edit(node, { baseUrl: second.url });
			return { body: { access_token: first.issue(), token_type: 'Bearer' } };
		};
		await node.execute();
		await node.execute();
		expect(first.apiRequests).toHaveLength(0);
		expect(second.apiRequests).toHaveLength(2);
		expectTokensAtHome();
	});
});
