import type { IDataObject } from 'n8n-workflow';

import { currencyDecimals, money } from '../../../shared/api/response/money';
import { at, textAt } from '../../../shared/api/response/records';
import type { Seen } from '../../../shared/writes/readBack';
import type { PaymentAction } from '../../listSearch';
import { stayIn } from '../stayReadBack';

/** What a room stay still owes and what it can have back (provider: Pms.TotalPrice); absent if the API does not return it. */
export interface Account {
	payAmount?: number;
	refundAmount?: number;
	/** Of the room stay, or of its reservation. */
	currencyCode?: string;
}

export interface Total {
	value: number;
	currencyCode: string;
}

export function accountOf(reservation: IDataObject, pmsRoomStayId: string): Account {
	const stay = stayIn(reservation, pmsRoomStayId);
	const currencyCode =
		textAt(stay, 'totalPrice', 'amount', 'currencyCode') ?? textAt(reservation, 'currencyCode');
	const amount = (key: 'payAmount' | 'refundAmount') => {
		const value = money(at(stay, 'totalPrice', key, 'value'), currencyCode);
		return value === null ? {} : { [key]: value };
	};
	return { ...amount('payAmount'), ...amount('refundAmount'), ...(currencyCode && { currencyCode }) };
}

/** The most that can be moved. */
export function dueOf(action: PaymentAction, account: Account): number | undefined {
	return action === 'Payment' ? account.payAmount : account.refundAmount;
}

/** "100.00 EUR", with the decimals of the currency. */
export function totalText({ value, currencyCode }: Total): string {
	const decimals = currencyCode === '' ? 2 : currencyDecimals(currencyCode);
	return `${value.toFixed(decimals)} ${currencyCode}`.trim();
}

/**
 * Whether the account moved by the amount. A payment makes `payAmount` smaller and `refundAmount` larger, a refund
 * the reverse; either may move by less, because neither falls below zero. That nothing moved says that nothing was
 * made only if the amount that becomes smaller was large enough to show it.
 */
export function seenAccount(action: PaymentAction, total: Total, before: Account, now: Account): Seen {
	const unknown: Seen = { outcome: 'unknown', figures: `Before: ${inWords(before)}. Now: ${inWords(now)}.` };
	if ([before, now].some(({ currencyCode }) => currencyCode !== total.currencyCode)) return unknown;
	const [smaller, larger] =
		action === 'Payment'
			? (['payAmount', 'refundAmount'] as const)
			: (['refundAmount', 'payAmount'] as const);
	const less = difference(before[smaller], now[smaller], total.currencyCode);
	const more = difference(now[larger], before[larger], total.currencyCode);
	const moved = [less, more].filter((one) => one !== undefined);
	if (moved.includes(total.value) && moved.every((one) => one >= 0 && one <= total.value)) {
		return { outcome: 'done' };
	}
	const wouldShow = (before[smaller] ?? 0) >= total.value;
	return wouldShow && less === 0 && moved.every((one) => one === 0) ? { outcome: 'notDone' } : unknown;
}

/** `undefined` if one of them is unknown. */
function difference(from = NaN, to = NaN, currency: string): number | undefined {
	return money(from - to, currency) ?? undefined;
}

function inWords({ payAmount, refundAmount, currencyCode = '' }: Account): string {
	const text = (value: number | undefined) =>
		value === undefined ? 'an unknown amount' : totalText({ value, currencyCode });
	return `${text(payAmount)} payable and ${text(refundAmount)} refundable`;
}
