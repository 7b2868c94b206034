import { ApiError } from '../../http/apiError.mts';
import { bodyOf, type Body } from '../../http/fields.mts';
import { textOf } from '../../http/query.mts';
import type { Answer, Query } from '../../http/route.mts';
import { accountOf, POSTING_ACTIONS, type PostingAction } from '../../world/pms/account.mts';
import { paymentSystemsOf } from '../../world/pms/paymentSystems.mts';
import { inLanguage } from '../../world/pms/phrases.mts';
import { roomStayOf } from '../../world/pms/reservation.mts';
import { requireLocalMinute } from './dates.mts';
import { languageOf } from './language.mts';
import { answerPage } from './lists.mts';
import { candidatesOf, numericKey } from './paging.mts';
import { stayOf, write, type PmsCall } from './pmsCall.mts';

export function listPaymentSystems(call: PmsCall): Answer {
	const { view } = call;
	stayOf(call);
	return answerPage(call, {
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

/** Both unless told. */
function actionsOf(query: Query): readonly PostingAction[] {
	const text = textOf(query, 'action');
	const actions = POSTING_ACTIONS.filter((one) => text === undefined || one === text);
	if (actions.length > 0) return actions;
	throw new ApiError(400, 'InvalidAction', `action must be ${POSTING_ACTIONS.join(' or ')}`);
}

export function processPayment(call: PmsCall): Answer {
	return post(call, 'Payment');
}

export function processRefund(call: PmsCall): Answer {
	return post(call, 'Refund');
}

function post(call: PmsCall, action: PostingAction): Answer {
	const { view } = call;
	const stay = stayOf(call);
	const fields = bodyOf(call);
	const actionDateTime = requireLocalMinute(fields.text('actionDateTime'));
	const pmsPaymentSystemId = fields.requiredText('pmsPaymentSystemId');
	const systems = paymentSystemsOf(view.seed, view.property.id, action);
	if (systems.every(({ id }) => id !== pmsPaymentSystemId)) {
		throw fields.refusal('pmsPaymentSystemId', `is not a payment system for the action ${action}`);
	}
	const detail = view.detailOf(stay);
	const { value, currencyCode } = amountOf(fields.requiredObject('total'), detail.currencyCode);
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
			comment: fields.text('comment') ?? null,
			actionDateTime,
		},
	});
}

/** The published scenario sends the value as text, the schema says number. */
function amountOf(total: Body, wantedCurrency: string): { value: number; currencyCode: string } {
	const given = total.raw('value');
	const isNumeric = typeof given === 'string' && /^\d{1,15}(\.\d{1,10})?$/.test(given);
	const value = isNumeric ? Number(given) : given;
	if (typeof value !== 'number' || !(value > 0) || !Number.isFinite(value)) {
		throw total.refusal('value', 'must be a number over 0');
	}
	if (total.text('currencyCode') !== wantedCurrency) {
		throw total.refusal('currencyCode', `must be ${wantedCurrency}, the currency of the reservation`);
	}
	return { value, currencyCode: wantedCurrency };
}
