import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { PartnerHotelContent } from '../../../nodes/PartnerHotelContent/PartnerHotelContent.node';
import { counted } from '../../../nodes/shared/polling/counted';
import { createApi } from '../../../nodes/shared/transport/request';
import { allowanceOf } from '../../support/allowance';
import { FakeApi } from '../../support/fakeApi';
import { harness } from '../../support/n8n';

let service: FakeApi;
beforeEach(async () => (service = await FakeApi.start()));
afterEach(async () => await service.stop());

it('each attempt counts as a request of the poll, for the service counts it', async () => {
	const statuses = [503, 503];
	service.answer = () => ({ status: statuses.shift() ?? 200, body: {} });
	const allowance = allowanceOf(10);
	async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const api = counted(createApi(this), allowance);
		await api.send({ area: 'content', method: 'GET', path: '/v1/properties' });
		return [[]];
	}
	const credential = { baseUrl: service.url, apiClientId: 'counted', apiClientSecret: 'secret' };
	await harness(Object.assign(new PartnerHotelContent(), { execute }), { credential }).execute();
	expect(service.apiRequests).toHaveLength(3);
	expect(allowance.sent()).toBe(3);
});
