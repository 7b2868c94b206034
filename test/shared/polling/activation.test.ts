import type { INodeExecutionData, INodeParameters, INodeType, IPollFunctions } from 'n8n-workflow';

import { PartnerHotelGuestJourneyTrigger } from '../../../nodes/PartnerHotelGuestJourneyTrigger/PartnerHotelGuestJourneyTrigger.node';
import { PartnerHotelReservationTrigger } from '../../../nodes/PartnerHotelReservationTrigger/PartnerHotelReservationTrigger.node';
import { fetchSearchPage } from '../../../nodes/shared/polling/reservationSearch';
import { createApi } from '../../../nodes/shared/transport/request';
import { FakeApi } from '../../support/fakeApi';
import { moment } from '../../support/journeyTrigger';
import { harness, type TestCredential } from '../../support/n8n';
import { byId } from '../../support/pms';
import '../../support/skippedTime';

const HOTEL = '1024';

let service: FakeApi;
beforeEach(async () => {
	service = await FakeApi.start();
	service.answer = () => ({ body: { reservations: [], properties: [{ id: HOTEL }] } });
});
afterEach(async () => await service.stop());

/** Triggers of the client read until they would have to wait for the next minute. */
async function useUp(credential: TestCredential): Promise<void> {
	async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const api = createApi(this, { readOnly: true, isTrigger: true });
		const read = async () => await fetchSearchPage(api, HOTEL, 'Active', {}, undefined, { maxWaitMs: 2_000 });
		while (await read().then(Boolean, () => false));
		return null;
	}
	await harness(Object.assign(new PartnerHotelReservationTrigger(), { poll }), { credential }).poll();
}

const MOMENTS = { moment: [moment('Eve', 'beforeArrival', 1)] } as unknown as INodeParameters;

it.each<[string, INodeType, INodeParameters]>([
	['reservation', new PartnerHotelReservationTrigger(), {}],
	['reservation (all properties)', new PartnerHotelReservationTrigger(), { propertySelection: 'all' }],
	['guest journey', new PartnerHotelGuestJourneyTrigger(), { moments: MOMENTS }],
])(
	'a %s trigger can be switched on while triggers have used up their part of a minute',
	async (name, type, own) => {
		const credential = {
			baseUrl: service.url,
			apiClientId: `used up by ${name}`,
			apiClientSecret: 'secret',
		};
		await useUp(credential);
		const before = service.apiRequests.length;
		const parameters = { propertyId: byId(HOTEL), ...own };
		const trigger = harness(type, { credential, parameters, isOlder: true });
		expect(await trigger.poll({ activation: 'activate', budgetMs: null })).toBeNull();
		expect(trigger.staticData).not.toEqual({});
		// The rest of the minute is for executions.
		expect(service.apiRequests.length - before).toBeLessThanOrEqual(2);
		expect(before).toBeGreaterThan(100);
	},
);
