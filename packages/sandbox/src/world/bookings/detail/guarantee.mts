import type { Random } from '../../random.mts';
import { rounded } from '../../money.mts';
import type { BookingDetail } from './types.mts';

/** Payment methods of bookings (provider enumeration). */
const PAYMENT_METHODS = [
	'Unknown',
	'BankCard',
	'Electronic',
	'Cashless',
	'AtArrival',
	'Offline',
	'IndividualCashless',
	'AtOffice',
	'TravelAgency',
	'Deposit',
	'ExternalSystem',
	'BackOrder',
	'BankCardGuarantee',
	'CreditPayment',
	'Sbp',
	'Bonus',
	'Installment',
	'Voucher',
];

/** Most guests prepay what their rate plans require, some everything. */
const PREPAYMENTS = ['required', 'required', 'required', 'everything'] as const;

export function generateGuarantee(
	random: Random,
	prepayments: Record<(typeof PREPAYMENTS)[number], number>,
	currency: string,
): BookingDetail['guaranteeInfo'] {
	const card = { cardNumber: String(random.integer(1_000_000_000, 9_999_999_999)), loyaltySystemId: 'GOLD' };
	const draw = random.fraction();
	const loyalty = draw < 0.6 ? null : { cards: draw < 0.7 ? null : draw < 0.75 ? [] : [card] };
	const guarantees = Array.from({ length: random.integer(1, 2) }, () => ({
		paymentMethod: random.pick(PAYMENT_METHODS),
	}));
	return {
		loyalty,
		totalPrepaid: rounded(prepayments[random.pick(PREPAYMENTS)], currency),
		guarantees,
	};
}
