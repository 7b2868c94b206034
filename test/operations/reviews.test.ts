import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PartnerHotelContent } from '../../nodes/PartnerHotelContent/PartnerHotelContent.node';
import { connectionOf, limitedClient } from '../../nodes/shared/transport/connection';
import { rateScopeOf, rateScopes } from '../../nodes/shared/transport/rateScopes';
import { newClient, withToken } from '../support/clients';
import { FakeApi } from '../support/fakeApi';
import { failureOf } from '../support/failures';
import { harness, type TestCredential } from '../support/n8n';
import { byId } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

const REVIEWS = '/api/reputation-public-reviews/v1/properties/1024/reviews';

async function run(
	credential: TestCredential,
	operation: string,
	entered: INodeParameters = {},
): Promise<IDataObject[]> {
	const parameters = { resource: 'review', operation, propertyId: byId('1024'), ...entered };
	const items = await harness(new PartnerHotelContent(), { parameters, credential }).execute();
	return items.map(({ json }) => json);
}

describe('Review → Get Many, page by page', () => {
	let api: FakeApi;
	let credential: TestCredential;
	let nextClient = 1;
	const asked = () => api.requests.filter(({ path }) => path === REVIEWS).map(({ query }) => query);

	beforeAll(async () => (api = await FakeApi.start()));
	afterAll(async () => await api.stop());
	beforeEach(() => {
		api.requests.length = 0;
		const client = { baseUrl: api.url, apiClientId: `reviews-${nextClient++}`, apiClientSecret: 'secret' };
		credential = withToken(client, { access_token: api.issue() });
	});

	/** Each page leads to the next by a token of its own. */
	function pages(...dates: string[][]): void {
		api.answer = ({ query }) => {
			const page = Number(new URLSearchParams(query).get('nextPageToken')?.slice(1) ?? 0);
			const reviews = (dates[page] ?? []).map((publishDate) => ({ id: publishDate, publishDate, rating: 9 }));
			return { body: { reviews, ...(page + 1 < dates.length && { nextPageToken: `p${page + 1}` }) } };
		};
	}

	const DATES = [
		['2027-03-05T10:00:00Z', '2027-03-04T10:00:00Z'],
		['2027-03-03T10:00:00Z', '2027-03-02T10:00:00Z'],
		['2027-03-01T10:00:00Z'],
	];

	it('reads all pages with Return All, by their tokens', async () => {
		pages(...DATES);
		const found = await run(credential, 'getAll', { returnAll: true });
		expect(found.map(({ publishDate }) => publishDate)).toEqual(DATES.flat());
		expect(asked()).toEqual(['', 'nextPageToken=p1', 'nextPageToken=p2']);
	});

	it('reads no more pages than Limit needs', async () => {
		pages(...DATES);
		expect(await run(credential, 'getAll', { limit: 3 })).toHaveLength(3);
		expect(asked()).toHaveLength(2);
	});

	it.each([
		['2027-03-03T10:00:00Z', 3, 2],
		['2027-03-03T10:00:01Z', 2, 2],
		['2027-03-04T10:00:00Z', 2, 2],
		['2027-03-06T00:00:00Z', 0, 1],
		// In the time zone of the workflow.
		['2027-03-03T05:00:00', 3, 2],
		['2020-01-01T00:00:00Z', 5, 3],
	])('since %s: %i reviews of %i pages', async (since, count, requests) => {
		pages(...DATES);
		const found = await run(credential, 'getAll', { returnAll: true, filters: { since } });
		expect(found.map(({ publishDate }) => publishDate)).toEqual(DATES.flat().slice(0, count));
		expect(asked()).toHaveLength(requests);
	});

	it('keeps what was published without a time or an offset as long as it can be meant', async () => {
		pages(['2027-03-04', '2027-03-03', '2027-03-02T22:00:00', '2027-03-01', 'last spring']);
		const filters = { since: '2027-03-03T08:00:00Z' };
		const found = await run(credential, 'getAll', { returnAll: true, filters });
		expect(found.map(({ publishDate }) => publishDate)).toEqual([
			'2027-03-04',
			'2027-03-03',
			// Still the second of March in the last time zone.
			'2027-03-02T22:00:00',
			'last spring',
		]);
	});

	it('goes on when one review on a page stands in the wrong place', async () => {
		pages(['2027-03-05T10:00:00Z', '2026-01-01T00:00:00Z', '2027-03-04T10:00:00Z'], ['2027-03-03T10:00:00Z']);
		const filters = { since: '2027-03-03T00:00:00Z' };
		expect(await run(credential, 'getAll', { returnAll: true, filters })).toHaveLength(3);
	});

	it('ends with an error when the same token comes twice', async () => {
		api.answer = () => ({ body: { reviews: [], nextPageToken: 'again' } });
		const failure = await failureOf(run(credential, 'getAll', { returnAll: true }));
		expect(failure.message).toContain('same page token twice');
	});

	it.each([
		['1', 'Booking.com'],
		['27', 'Guest Messages'],
		[12, 'Google'],
		['31', 'Source 31'],
		['constructor', 'Source constructor'],
		[null, null],
	])('names the source %p: %p', async (sourceId, source) => {
		api.answer = () => ({ body: { reviews: [{ id: 7, sourceId, originalText: 'Fine', rating: 8.5 }] } });
		const [found] = await run(credential, 'getAll');
		expect(found).toEqual({
			publishDate: null,
			rating: 8.5,
			source,
			authorName: null,
			text: 'Fine',
			id: 7,
			sourceId,
		});
	});

	it.each([[null], [[]]])('returns no item for the list %j', async (reviews) => {
		api.answer = () => ({ body: { reviews } });
		expect(await run(credential, 'getAll')).toEqual([]);
	});

	it('names the field when Since is no time', async () => {
		const failure = await failureOf(run(credential, 'getAll', { filters: { since: 'yesterday' } }));
		expect(failure.message).toContain("Since 'yesterday' is not a date and time");
		expect(asked()).toEqual([]);
	});
});

describe('reviews of the sandbox', () => {
	let sandbox: Sandbox;
	beforeAll(async () => (sandbox = await startSandbox({ properties: 2, bookings: 400, limits: 'off' })));
	afterAll(async () => await sandbox.stop());

	it('are those of guests who left, the newest first, each once, and Get Statistics has their average', async () => {
		const credential = await newClient(sandbox);
		const all = await run(credential, 'getAll', { returnAll: true, simplify: false });
		const published = all.map(({ publishDate }) => Date.parse(String(publishDate)));
		expect(all.length).toBeGreaterThan(5);
		expect(published).toEqual([...published].sort((one, other) => other - one));
		expect(published[0]).toBeLessThanOrEqual(Date.now());
		expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
		const mean = all.reduce((sum, { rating }) => sum + Number(rating), 0) / all.length;
		const [statistics] = await run(credential, 'getStatistics');
		expect(statistics).toEqual({ averageRating: expect.closeTo(mean, 1), reviewsCount: all.length });
	});

	it('include one that was just written, and leave the other hotel alone', async () => {
		const credential = await newClient(sandbox);
		const id = await sandbox.writeReview('1024', { rating: 2, text: 'Cold.', authorName: 'Ada Example' });
		const since = new Date(Date.now() - 60_000).toISOString();
		const found = await run(credential, 'getAll', { returnAll: true, filters: { since } });
		expect(found).toContainEqual(
			expect.objectContaining({
				id,
				rating: 2,
				text: 'Cold.',
				authorName: 'Ada Example',
				source: 'Booking.com',
			}),
		);
		const [, other] = await sandbox.propertySummaries();
		const propertyId = byId(String(other?.id));
		const elsewhere = await run(credential, 'getAll', { propertyId, returnAll: true });
		expect(elsewhere.map(({ text }) => text)).not.toContain('Cold.');
	});

	it('without personal data: neither author nor text', async () => {
		const options = { leaveOutPersonalData: true };
		const [found = {}] = await run(await newClient(sandbox), 'getAll', { options });
		expect(Object.keys(found)).toEqual(['publishDate', 'rating', 'source', 'id', 'sourceId']);
	});

	it('need access to the area, and the error names it', async () => {
		const credential = await newClient(sandbox, { apiAccesses: ['content'] });
		const failure = await failureOf(run(credential, 'getAll'));
		expect(failure.message).toContain('Reviews');
	});

	it('count per address: two clients share the limits of a host, and of no other', () => {
		const [one, other, elsewhere] = ['https://one.example', 'https://one.example', 'https://two.example'].map(
			(baseUrl, index) => {
				const connection = connectionOf({
					baseUrl,
					apiClientId: `client-${index}`,
					apiClientSecret: 'secret',
				});
				return limitedClient(connection, 'reviews');
			},
		);
		expect(other).toBe(one);
		expect(elsewhere).not.toBe(one);
		const request = { area: 'reviews', method: 'GET', path: '/v1/properties/{propertyId}/reviews' } as const;
		expect(rateScopeOf(request)).toBe(rateScopes.reviews);
	});
});
