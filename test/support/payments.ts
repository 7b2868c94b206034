import type { INodeParameters } from 'n8n-workflow';

import { byId, pmsNode, records, reservations, type StayFacts } from './pms';
import type { Sandbox } from '../../packages/sandbox/test/support/sandbox';

/** A room stay that owes money, and the parameters that move some. */
export interface Payable {
	number: string;
	stay: StayFacts;
	currency: string;
	payAmount: number;
	refundAmount: number;
	parameters(amount: unknown, changes?: INodeParameters): INodeParameters;
}

/** Room stays of 1024 that owe at least 50, each once: what one test moves does not reach the next. */
export class Payables {
	private all?: Array<Pick<Payable, 'number' | 'stay'>>;
	private used = 0;

	constructor(private readonly sandbox: Sandbox) {}

	async next(action: 'Payment' | 'Refund' = 'Payment'): Promise<Payable> {
		this.all ??= (await reservations(this.sandbox)).flatMap(({ number, roomStays }) =>
			roomStays.filter(({ status }) => status === 'New').map((stay) => ({ number, stay })),
		);
		for (;;) {
			const found = this.all[this.used++];
			if (!found) throw new Error('There is no further room stay that owes anything');
			const payable = await this.about(found.number, found.stay, action);
			if (payable.payAmount >= 50) return payable;
		}
	}

	/** A room stay as it is now. */
	async about(number: string, stay: StayFacts, action: string): Promise<Payable> {
		const about = { resource: 'roomStay', number, pmsRoomStayId: byId(stay.pmsRoomStayId) };
		const get = { resource: 'reservation', operation: 'get', number, output: 'raw' };
		const [reservation] = await records(await pmsNode(this.sandbox, get));
		const systems = { ...about, operation: 'getPaymentSystems', paymentAction: action };
		const [system] = await records(await pmsNode(this.sandbox, systems));
		const stays = reservation?.roomStays as Array<{
			pmsRoomStayId: string;
			totalPrice: Record<'payAmount' | 'refundAmount', { value: number }>;
		}>;
		const own = stays.find(({ pmsRoomStayId }) => pmsRoomStayId === stay.pmsRoomStayId);
		return {
			number,
			stay,
			currency: String(reservation?.currencyCode),
			payAmount: own?.totalPrice.payAmount.value ?? 0,
			refundAmount: own?.totalPrice.refundAmount.value ?? 0,
			parameters: (amount, changes = {}) =>
				({
					...about,
					propertyId: byId('1024'),
					operation: `process${action}`,
					pmsPaymentSystemId: byId(String(system?.pmsPaymentSystemId)),
					amount,
					currencyCode: '',
					actionDateTime: '2026-11-20T14:00',
					options: {},
					...changes,
				}) as INodeParameters,
		};
	}
}
