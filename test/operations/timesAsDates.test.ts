import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PartnerHotelContent } from '../../nodes/PartnerHotelContent/PartnerHotelContent.node';
import { PartnerHotelSearch } from '../../nodes/PartnerHotelSearch/PartnerHotelSearch.node';
import { newClient } from '../support/clients';
import { harness } from '../support/n8n';
import { byId, pmsTests, records } from '../support/pms';

const { sandbox } = pmsTests();

/** 16:30 in London, in summer. */
const moment = new Date('2031-05-20T15:30:00Z');
const ways: Array<[string, unknown]> = [
	['a JavaScript date', moment],
	['its JSON', moment.toJSON()],
	['a luxon date of another zone', DateTime.fromJSDate(moment, { zone: 'Asia/Kathmandu' })],
	['text without an offset', '2031-05-20T16:30:00'],
	['a time', '16:30'],
];

const LONDON = '1024';

async function content(parameters: INodeParameters) {
	return harness(new PartnerHotelContent(), {
		parameters: { resource: 'cancellationRule', propertyId: byId(LONDON), ...parameters },
		credential: await newClient(sandbox()),
		timezone: 'Europe/Berlin',
	});
}

describe.each(ways)('a time given as %s', (_, value) => {
	const input = [{ at: value as IDataObject }];

	it('is a time on the clock of the hotel for a charge', async () => {
		const id = String((await rules('extraStayRule'))?.id);
		const node = harness(new PartnerHotelSearch(), {
			parameters: {
				resource: 'extraStay',
				operation: 'calculateCharge',
				propertyId: byId(LONDON),
				ruleFrom: 'rule',
				extraStayRuleId: byId(id),
				kind: 'lateCheckOut',
				time: '={{ $json.at }}',
				nightPrice: 90,
				currencyCode: 'GBP',
			},
			credential: await newClient(sandbox()),
			timezone: 'Europe/Berlin',
		});
		expect(await records(node, input)).toEqual([expect.objectContaining({ time: '16:30' })]);
	});

	it('is a time on the clock of the hotel for a guest who arrives then', async () => {
		const rule: IDataObject = {
			...(await rules('cancellationRule')),
			referencePointKind: 'GuestArrivalTime',
			penalties: [],
		};
		const body = { cancellationRules: [rule], warnings: null };
		await sandbox().fault({ kind: 'body', body, match: { path: '/cancellation-rules' }, times: 2 });
		const node = await content({
			operation: 'calculatePenalty',
			calculateFor: 'stay',
			cancellationRuleId: byId(String(rule.id)),
			arrivalDate: '2031-05-20',
			departureDate: '2031-05-21',
			nightPrices: '100',
			currency: 'GBP',
			stayDetails: { guestArrivalTime: '={{ $json.at }}' },
		});
		expect(await records(node, input)).toEqual([
			expect.objectContaining({ referencePoint: '2031-05-20T16:30:00' }),
		]);
	});
});

async function rules(resource: string): Promise<IDataObject | undefined> {
	const [rule] = await records(await content({ resource, operation: 'getAll', returnAll: true }));
	return rule;
}
