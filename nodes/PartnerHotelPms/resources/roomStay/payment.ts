import type { IDataObject } from 'n8n-workflow';

import { recordIn, textIn } from '../../../shared/util/json';
import { requireCurrency, requireText } from '../../../shared/parameters/checks';
import { idempotencyKey } from '../../../shared/parameters/idempotencyKey';
import { pmsList, readList } from '../../../shared/api/response/lists';
import { exactAmount } from '../../../shared/api/response/money';
import { defineParameter, type Values, type WriteArguments } from '../../../shared/operation/defineOperation';
import { protectedOption } from '../../../shared/operation/protectedOption';
import { overrideErrors, postOverrides, withOverrides } from '../../../shared/pms/overrides';
import { ParameterError } from '../../../shared/util/parameterError';
import { locator } from '../../../shared/parameters/locator';
import { propertyId } from '../../../shared/parameters/property';
import type { Api } from '../../../shared/transport/types';
import { paymentSystemsRequest, type PaymentAction } from '../../listSearch';
import { number, pmsRoomStayId, timeZone } from '../../parameters';
import {
	changed,
	pmsRequest,
	RESERVATION,
	reservationErrors,
	ROOM_STAY,
	roomStayErrors,
	roomStayNotFound,
	type PmsIds,
} from '../../../shared/pms/pmsRequests';
import { roomsOverrides } from '../../../shared/pms/rooms';
import { accountOf, totalText, seenAccount, type Account } from './account';
import { hotelMinute } from './actualTimes';
import { actualTime } from './actualTimeParameter';
import { limitsOf, requireAllowed, requireDue } from './paymentLimits';

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
		{
			displayName: 'Allow More Than Due',
			name: 'allowMoreThanDue',
			type: 'boolean',
			default: false,
			description:
				'Whether to accept a payment above what is payable, or a refund above what is refundable, for this room stay',
		},
		{
			displayName: 'Currencies',
			name: 'currencies',
			type: 'string',
			default: '',
			placeholder: 'e.g. EUR, CHF',
			description: 'The only currencies that are accepted, separated by commas',
		},
		idempotencyKey,
		{
			displayName: 'Max Amount',
			name: 'maxAmount',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'The largest amount that is accepted, in the currency above',
		},
		...postOverrides,
		...roomsOverrides,
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

type PaymentValues = Values<typeof paymentParameters>;

const PATHS: Record<PaymentAction, string> = { Payment: 'process-payment', Refund: 'process-refund' };

const HOW_TO_CHECK = "compare what is due and refundable of the room stay with 'Reservation → Get' first";

/**
 * Moves money once. The payment system must be one that the API offers, and the amount at most what the room stay
 * owes or can have back.
 */
export async function postPayment(
	action: PaymentAction,
	{ values, api, write, saved }: WriteArguments<PaymentValues>,
): Promise<IDataObject[]> {
	const { propertyId, number, pmsRoomStayId, pmsPaymentSystemId, options } = values;
	const key = protectedOption(options, 'idempotencyKey', saved);
	const limits = limitsOf(options, saved);
	const entered = enteredCurrency(values.currencyCode, saved);
	positive(values.amount);
	requireText('pmsPaymentSystemId', pmsPaymentSystemId);
	const actionDateTime = await hotelMinute(
		api,
		propertyId,
		'actionDateTime',
		values.actionDateTime,
		options.timeZone,
	);
	let before = entered === undefined ? await accountNow(api, values) : {};
	const currencyCode = entered ?? stayCurrency(before);
	const value = positive(exactAmount('amount', values.amount, currencyCode));
	const total = { value, currencyCode };
	requireAllowed(total, limits);
	const { comment } = options;
	const body = { actionDateTime, pmsPaymentSystemId, total, ...(comment !== undefined && { comment }) };
	await write({
		subject: `${action} of ${totalText(total)}`,
		request: withOverrides(pmsRequest('POST', `${ROOM_STAY}/${PATHS[action]}`, values, { body }), options),
		errors: overrideErrors(roomStayNotFound(values)),
		howToCheck: HOW_TO_CHECK,
		identity: [action, propertyId, number, pmsRoomStayId, value, currencyCode],
		key,
		permit: async () => {
			requireOffered(action, pmsPaymentSystemId, await offeredSystems(api, action, values));
			// Right before the write: it is compared with what the hotel has afterwards.
			if (entered !== undefined) before = await accountNow(api, values);
			if (!limits.allowMoreThanDue) requireDue(action, total, before);
		},
		readBack: async (reading) => seenAccount(action, total, before, await accountNow(reading, values)),
	});
	return [{ ...changed(values), action, ...total, actionDateTime, pmsPaymentSystemId }];
}

async function accountNow(api: Api, values: PaymentValues): Promise<Account> {
	const { body } = await api.send(pmsRequest('GET', RESERVATION, reservationIds(values)), {
		errors: reservationErrors(values),
	});
	return accountOf(recordIn(body, 'reservation'), values.pmsRoomStayId);
}

function reservationIds({ propertyId, number }: PaymentValues): PmsIds {
	return { propertyId, number };
}

/** @throws ParameterError for an expression without a result: it does not mean the currency of the room stay */
function enteredCurrency(code: string, saved: (path: string) => unknown): string | undefined {
	if (code !== '') return requireCurrency('currencyCode', code);
	const isExpression = String(saved('currencyCode') ?? '').startsWith('=');
	if (!isExpression) return undefined;
	throw new ParameterError(
		'currencyCode',
		'',
		'is empty',
		'Check that the expression returns a currency, or leave the field empty for that of the room stay.',
	);
}

function stayCurrency({ currencyCode }: Account): string {
	if (currencyCode !== undefined) return requireCurrency('currencyCode', currencyCode);
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

async function offeredSystems(
	api: Api,
	action: PaymentAction,
	values: PaymentValues,
): Promise<IDataObject[]> {
	return await readList(api, paymentSystemsRequest(values, action), pmsList('paymentSystems'), Infinity, {
		errors: roomStayErrors(values),
	});
}

function requireOffered(action: PaymentAction, pmsPaymentSystemId: string, systems: IDataObject[]): void {
	if (systems.some((system) => textIn(system, 'pmsPaymentSystemId') === pmsPaymentSystemId)) return;
	const offered = systems.map((system) => textIn(system, 'displayName') ?? '?').join(', ');
	throw new ParameterError(
		'pmsPaymentSystemId',
		pmsPaymentSystemId,
		`is not offered for a ${action.toLowerCase()} of this room stay`,
		systems.length > 0
			? `Choose one from the list: ${offered}.`
			: 'The hotel system offers none at the moment.',
	);
}
