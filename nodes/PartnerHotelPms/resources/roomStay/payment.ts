import type { IDataObject } from 'n8n-workflow';

import { recordIn, textIn } from '../../../shared/util/json';
import { requireCurrency, requireText } from '../../../shared/parameters/checks';
import { pmsList, readList } from '../../../shared/api/lists';
import { exactAmount } from '../../../shared/api/money';
import { recordsAt, textAt } from '../../../shared/api/records';
import { defineParameter } from '../../../shared/operation/defineOperation';
import { overrideErrors, postOverrides, withOverrides, type Overrides } from '../../../shared/pms/overrides';
import { ParameterError } from '../../../shared/util/parameterError';
import { locator } from '../../../shared/parameters/locator';
import { propertyId } from '../../../shared/parameters/property';
import type { Api } from '../../../shared/transport/types';
import { paymentSystemsRequest, type PaymentAction } from '../../listSearch';
import { number, pmsRoomStayId, timeZone } from '../../parameters';
import {
	sendWrite,
	pmsRequest,
	RESERVATION,
	reservationErrors,
	ROOM_STAY,
	roomStayErrors,
	roomStayNotFound,
} from '../../../shared/pms/pmsRequests';
import { hotelMinute } from './actualTimes';
import { actualTime } from './actualTimeParameter';

/** Parameters of payments and refunds (provider: payment body). */
const pmsPaymentSystemId = locator({
	displayName: 'Payment System',
	name: 'pmsPaymentSystemId',
	required: true,
	searchListMethod: 'searchPaymentSystems',
	description: 'Payment system to use. Only those that the API offers for this room stay are accepted.',
	example: '0oHjfSIZS0ng==',
	dependsOn: ['propertyId.value', 'number.value', 'pmsRoomStayId.value', 'operation'],
});

const amount = defineParameter({
	displayName: 'Amount',
	name: 'amount',
	type: 'number',
	typeOptions: { minValue: 0 },
	required: true,
	default: 0,
	description:
		'Amount in the currency below. Must be more than zero and have no more decimals than the currency.',
});

const currencyCode = defineParameter({
	displayName: 'Currency',
	name: 'currencyCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. EUR',
	description: 'Currency of the amount (ISO 4217). If empty, it is that of the room stay.',
});

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Comment',
			name: 'comment',
			type: 'string',
			typeOptions: { mayBeEmpty: true },
			default: '',
			placeholder: 'e.g. Paid at the front desk',
			description: 'Comment to store with the payment',
		},
		...postOverrides,
		timeZone,
	],
});

export const paymentParameters = [
	propertyId,
	number,
	pmsRoomStayId,
	pmsPaymentSystemId,
	amount,
	currencyCode,
	actualTime('actionDateTime', 'Date and Time'),
	options,
] as const;

interface PaymentValues {
	propertyId: string;
	number: string;
	pmsRoomStayId: string;
	pmsPaymentSystemId: string;
	amount: number;
	currencyCode: string;
	actionDateTime: string;
	options: Overrides & { comment?: string; timeZone?: string };
}

const PATHS: Record<PaymentAction, string> = { Payment: 'process-payment', Refund: 'process-refund' };

/**
 * Moves money once. The payment system must be one that the API offers; the request is not repeated unless the
 * service said that it did not process it.
 */
export async function postPayment(
	api: Api,
	action: PaymentAction,
	values: PaymentValues,
): Promise<IDataObject[]> {
	const currency = await currencyOf(api, values);
	const total = { value: positive(exactAmount('amount', values.amount, currency)), currencyCode: currency };
	requireText('pmsPaymentSystemId', values.pmsPaymentSystemId);
	const actionDateTime = await hotelMinute(
		api,
		values.propertyId,
		'actionDateTime',
		values.actionDateTime,
		values.options.timeZone,
	);
	await requireOffered(api, action, values);
	const body = {
		actionDateTime,
		pmsPaymentSystemId: values.pmsPaymentSystemId,
		total,
		...(values.options.comment !== undefined && { comment: values.options.comment }),
	};
	const request = withOverrides(
		pmsRequest('POST', `${ROOM_STAY}/${PATHS[action]}`, values, { body }),
		values.options,
	);
	const [done = {}] = await sendWrite(api, request, values, {
		errors: overrideErrors(roomStayNotFound(values)),
		howToCheck:
			"Read the reservation with 'Reservation → Get' and compare payAmount and refundAmount, or check in the hotel system, before you repeat it.",
	});
	return [{ ...done, action, ...total, actionDateTime, pmsPaymentSystemId: values.pmsPaymentSystemId }];
}

/** The currency that was entered, or that of the room stay or its reservation. */
async function currencyOf(api: Api, values: PaymentValues): Promise<string> {
	if (values.currencyCode !== '') return requireCurrency('currencyCode', values.currencyCode);
	const { body } = await api.send(pmsRequest('GET', RESERVATION, values), {
		errors: reservationErrors(values),
	});
	const reservation = recordIn(body, 'reservation');
	const stay = recordsAt(reservation, 'roomStays').find(
		(one) => textIn(one, 'pmsRoomStayId') === values.pmsRoomStayId,
	);
	const currency =
		textAt(stay, 'totalPrice', 'amount', 'currencyCode') ?? textAt(reservation, 'currencyCode');
	if (currency !== undefined) return requireCurrency('currencyCode', currency);
	throw new ParameterError(
		'currencyCode',
		'',
		'is empty, and the reservation has none',
		'Enter three letters, like EUR.',
	);
}

function positive(value: number): number {
	if (value > 0) return value;
	throw new ParameterError('amount', value, 'is not more than zero', 'Enter an amount above zero.');
}

async function requireOffered(api: Api, action: PaymentAction, values: PaymentValues): Promise<void> {
	const request = paymentSystemsRequest(values, action);
	const systems = await readList(api, request, pmsList('paymentSystems'), Infinity, {
		errors: roomStayErrors(values),
	});
	if (systems.some((system) => textIn(system, 'pmsPaymentSystemId') === values.pmsPaymentSystemId)) return;
	const offered = systems.map((system) => textIn(system, 'displayName') ?? '?').join(', ');
	throw new ParameterError(
		'pmsPaymentSystemId',
		values.pmsPaymentSystemId,
		`is not offered for a ${action.toLowerCase()} of this room stay`,
		systems.length > 0
			? `Choose one from the list: ${offered}.`
			: 'The hotel system offers none at the moment.',
	);
}
