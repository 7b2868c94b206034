import { rounded } from '../money.mts';
import type { Stay, StayState } from './stay.mts';

export const POSTING_ACTIONS = ['Payment', 'Refund'] as const;
export type PostingAction = (typeof POSTING_ACTIONS)[number];

/** A payment or refund recorded through the API. */
export interface Posting {
	action: PostingAction;
	pmsPaymentSystemId: string;
	/** More than 0, in the reservation's currency. */
	value: number;
	currencyCode: string;
	comment: string | null;
	/** `YYYY-MM-DDThh:mm`, property time. */
	actionDateTime: string;
}

/** The price of a stay, the open amount and the refundable amount. */
export interface Account {
	amount: number;
	payAmount: number;
	refundAmount: number;
}

/**
 * The account of a stay. Paid is what was recorded through the API; guests whom the staff checked out have paid
 * everything that was open then.
 * @param amount the price with services and extra stays, before tax
 */
export function accountOf(stay: Stay, state: StayState, amount: number, currency: string): Account {
	const balance = (postings: readonly Posting[]) =>
		postings.reduce((sum, { action, value }) => sum + (action === 'Payment' ? value : -value), 0);
	const { postings } = stay.written;
	const settledAt = state.settled ? (state.actualCheckOut ?? '') : '';
	const before = balance(postings.filter(({ actionDateTime }) => actionDateTime < settledAt));
	const after = balance(postings.filter(({ actionDateTime }) => actionDateTime >= settledAt));
	const paid = after + (state.settled ? Math.max(before, amount) : before);
	return {
		amount,
		payAmount: rounded(Math.max(0, amount - paid), currency),
		refundAmount: rounded(Math.max(0, paid), currency),
	};
}
