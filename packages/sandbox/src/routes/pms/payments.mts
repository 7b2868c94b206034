import { ApiError } from '../../http/apiError.mts';
import { bodyOf, type BodyFields } from '../../http/bodyFields.mts';
import { nonEmptyText, oneOf, text, type FieldType } from '../../http/fieldTypes.mts';
import { QueryFields } from '../../http/queryFields.mts';
import type { ApiResponse, Query } from '../../http/route.mts';
import { accountOf, POSTING_ACTIONS, type PostingAction } from '../../world/pms/account.mts';
import { paymentSystemsOf } from '../../world/pms/paymentSystems.mts';
import { inLanguage } from '../../world/pms/phrases.mts';
import { roomStayOf } from '../../world/pms/stayRecord.mts';
import { requireLocalMinute } from './dates.mts';
import { languageOf } from './language.mts';
import { pageResponse } from './lists.mts';
import { candidatesOf, numericKey } from './paging.mts';
import { stayOf, write, type PmsCall } from './pmsCall.mts';

const ACTION = oneOf(POSTING_ACTIONS, `must be ${POSTING_ACTIONS.join(' or ')}`);

/** The published scenario sends the value as text, the schema says number. */
const AMOUNT: FieldType<number> = {
	rule: 'must be a number over 0',
	read: (given) => {
		const isNumeric = typeof given === 'string' && /^\d{1,15}(\.\d{1,10})?$/.test(given);
		const value = isNumeric ? Number(given) : given;
		return typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : undefined;
	},
};

export function listPaymentSystems(call: PmsCall): ApiResponse {
	const { view } = call;
	stayOf(call);
	return pageResponse(call, {
		name: 'paymentSystems',
		candidates: (query) => {
			languageOf(query);
			const systems = actionsOf(query).flatMap((action) =>
				paymentSystemsOf(view.seed, view.property.id, action),
			);
			return candidatesOf(systems, (_system, index) => numericKey(index));
		},
		serialize: ({ id, name }, query) => ({
			pmsPaymentSystemId: id,
			displayName: inLanguage(name, languageOf(query)),
		}),
	});
}

/** Both unless one is named. */
function actionsOf(query: Query): readonly PostingAction[] {
	const action = new QueryFields(query).read('action', ACTION);
	return action === undefined ? POSTING_ACTIONS : [action];
}

export function processPayment(call: PmsCall): ApiResponse {
	return post(call, 'Payment');
}

export function processRefund(call: PmsCall): ApiResponse {
	return post(call, 'Refund');
}

function post(call: PmsCall, action: PostingAction): ApiResponse {
	const { view } = call;
	const stay = stayOf(call);
	const fields = bodyOf(call);
	const actionDateTime = requireLocalMinute(fields.read('actionDateTime', text));
	const pmsPaymentSystemId = fields.require('pmsPaymentSystemId', nonEmptyText);
	const systems = paymentSystemsOf(view.seed, view.property.id, action);
	if (systems.every(({ id }) => id !== pmsPaymentSystemId)) {
		throw fields.error('pmsPaymentSystemId', `is not a payment system for the action ${action}`);
	}
	const detail = view.detailOf(stay);
	const { value, currencyCode } = amountOf(fields.requireFieldsOf('total'), detail.currencyCode);
	const price = roomStayOf(detail, stay).total.priceBeforeTax;
	const { refundAmount } = accountOf(stay, view.stateOf(stay), price, currencyCode);
	if (action === 'Refund' && value > refundAmount) {
		throw new ApiError(400, 'RefundTooLarge', `At most ${refundAmount} ${currencyCode} can be refunded`);
	}
	return write(call, {
		kind: 'posted',
		pmsRoomStayId: stay.id,
		posting: {
			action,
			pmsPaymentSystemId,
			value,
			currencyCode,
			comment: fields.read('comment', text) ?? null,
			actionDateTime,
		},
	});
}

function amountOf(total: BodyFields, currency: string): { value: number; currencyCode: string } {
	const rule = `must be ${currency}, the currency of the reservation`;
	return {
		value: total.require('value', AMOUNT),
		currencyCode: total.require('currencyCode', oneOf([currency], rule)),
	};
}
