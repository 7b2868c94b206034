import { createHash } from 'node:crypto';
import type { PostingAction } from './account.mts';
import type { Phrase } from './phrases.mts';

export interface PaymentSystem {
	/** Opaque. */
	id: string;
	name: Phrase;
}

const NAMES: Record<PostingAction, readonly Phrase[]> = {
	Payment: ['cash', 'card', 'legalTransfer', 'privateTransfer', 'voucher', 'deposit'],
	Refund: ['cash', 'card', 'legalTransfer'],
};
const ID_BYTES = 9;

/** The ways to pay or to refund at a property, in a fixed order. */
export function paymentSystemsOf(seed: number, propertyId: string, action: PostingAction): PaymentSystem[] {
	return NAMES[action].map((name) => ({ name, id: idOf([seed, propertyId, action, name].join(' ')) }));
}

/** Looks like the published sample, which is not quite base64. */
function idOf(text: string): string {
	const digest = createHash('sha256').update(`payment system ${text}`).digest();
	return `${digest.subarray(0, ID_BYTES).toString('base64')}==`;
}
