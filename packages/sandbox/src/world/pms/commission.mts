import type { BookingDetail } from '../bookings/detail/types.mts';
import { rounded } from '../money.mts';
import { Random } from '../random.mts';
import type { PmsView } from './pmsView.mts';

export interface AgentCommission {
	/** Only when the PMS works it out. */
	percent: number | null;
	calculationSource: 'Pms' | 'Ota';
	amount: number;
	discount: number | null;
}

const COMMISSION_PERCENTS = [10, 12.5, 15, 18];

/** The commission of a sales channel; null unless a channel sold the booking. */
export function commissionOf(
	{ seed, property }: Pick<PmsView, 'seed' | 'property'>,
	detail: BookingDetail,
): AgentCommission | null {
	if (detail.source.type !== 'Channel') return null;
	const random = new Random(seed, property.id, detail.number, 'commission');
	const percent = random.pick(COMMISSION_PERCENTS);
	const calculationSource = random.pick(['Pms', 'Ota'] as const);
	const share = (part: number) => rounded(detail.total.priceBeforeTax * part, detail.currencyCode);
	return {
		percent: calculationSource === 'Pms' ? percent : null,
		calculationSource,
		amount: share(percent / 100),
		discount: random.chance(0.2) ? share(0.05) : null,
	};
}
