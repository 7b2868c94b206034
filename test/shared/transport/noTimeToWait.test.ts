import { PartnerHotelBookings } from '../../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { FakeApi } from '../../support/fakeApi';
import { failureOf } from '../../support/failures';
import { harness } from '../../support/n8n';
import { byId } from '../../support/pms';
import '../../support/skippedTime';

describe('a service that refuses and says that no time is to be waited', () => {
	let api: FakeApi;
	beforeEach(async () => (api = await FakeApi.start()));
	afterEach(async () => await api.stop());

	it.each([
		['429 with 0', () => ({ status: 429, headers: { 'retry-after': '0' } })],
		[
			'429 with a date that is over',
			() => ({ status: 429, headers: { 'retry-after': new Date(0).toUTCString() } }),
		],
		['503 with 0', () => ({ status: 503, headers: { 'retry-after': '0' } })],
	])('is asked again after a while, and ever more rarely: %s', async (_, answer) => {
		const node = harness(new PartnerHotelBookings(), {
			parameters: {
				resource: 'booking',
				operation: 'get',
				propertyId: byId('1024'),
				number: 'n1',
				options: { maxWaitSeconds: 6 },
			},
			credential: { baseUrl: api.url, apiClientId: `zero ${_}`, apiClientSecret: 'the-secret' },
		});
		api.answer = answer;
		await failureOf(node.execute());
		const times = api.apiRequests.map(({ at }) => at);
		const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
		expect(gaps.length).toBeGreaterThanOrEqual(2);
		expect(gaps.length).toBeLessThanOrEqual(4);
		expect(gaps[0]).toBeGreaterThanOrEqual(990);
		expect(gaps.at(-1)).toBeGreaterThan(1.3 * (gaps[0] ?? 0));
	});
});
