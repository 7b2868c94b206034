import { money, withoutNoise } from '../api/response/money';
import type { CancellableStay, HotelTimes } from './cancellableStay';
import type { CancellationTerm } from './cancellationRule';
import { sellsNights } from './stayUnit';

export interface Penalty {
	/** In the decimals of the currency; null if unknown. */
	amount: number | null;
	/** That it is not free, where the amount is unknown. */
	isCharged?: true;
	/** What it is: "50 % of the first night (120 EUR)". */
	basis: string;
}

/** What a term charges (specification, `penaltyCalculationMethod`), rounded once, a half up. */
export function penaltyAmount(term: CancellationTerm, stay: CancellableStay, hotel: HotelTimes): Penalty {
	const penalty = chargedBy(term, stay);
	const { stayUnitKind } = hotel;
	if (sellsNights(stayUnitKind) || penalty.amount === null || !dependsOnNights(term, stay)) return penalty;
	// Also where a night is another part of the stay, or what is rounded to nothing.
	const isCharged = stay.nights.every((price) => {
		const { amount } = chargedBy(term, { ...stay, nights: [price] });
		return amount !== null && amount > 0;
	});
	const reason = `the property sells no nights (stayUnitKind ${stayUnitKind}), so what one costs is not known`;
	return { amount: null, ...(isCharged && { isCharged }), basis: `${nightsInWords(term)}: ${reason}` };
}

/** Whether the penalty would be another one if a night had another price. */
function dependsOnNights(
	{ method, penaltyValue = 0 }: CancellationTerm,
	{ nights }: CancellableStay,
): boolean {
	const isOfNights = ['FirstNightPercent', 'FirstNights', 'Percent'].includes(method);
	const value = method === 'FirstNights' ? Math.floor(penaltyValue) : penaltyValue;
	return isOfNights && value > 0 && nights.some((price) => price !== 0);
}

function nightsInWords({ method, penaltyValue }: CancellationTerm): string {
	if (method === 'FirstNights') return `the first nights, ${penaltyValue} in number`;
	return `${penaltyValue} % of ${method === 'Percent' ? 'all nights' : 'the first night'}`;
}

function chargedBy(term: CancellationTerm, stay: CancellableStay): Penalty {
	const { method, penaltyValue, penaltyCurrency } = term;
	const { currency, nights, prepaid } = stay;
	if (method === 'NoPenalty') return { amount: 0, basis: 'no penalty' };
	if (penaltyValue === undefined) return { amount: null, basis: `${method} without a value` };
	if (penaltyValue < 0) return { amount: null, basis: `${method} with the value ${penaltyValue}` };
	const rounded = (value: number | null) => (value === null ? null : money(withoutNoise(value), currency));
	const percentOf = (base: number | null, name: string): Penalty => ({
		amount: penaltyValue === 0 ? 0 : rounded(base === null ? null : (base * penaltyValue) / 100),
		basis: `${penaltyValue} % of ${name} (${inWords(base, currency)})`,
	});
	switch (method) {
		case 'FirstNightPercent':
			return percentOf(nights[0] ?? null, 'the first night');
		case 'PrepaymentPercent':
			return percentOf(prepaid, 'the prepayment');
		case 'Percent':
			return percentOf(sumOf(nights), 'all nights');
		case 'FirstNights': {
			const count = Math.floor(penaltyValue);
			const amount = count === 0 ? 0 : rounded(sumOf(nights.slice(0, count)));
			return { amount, basis: `the first ${Math.min(count, nights.length)} of ${nights.length} nights` };
		}
		case 'Fixed': {
			const isOther = penaltyCurrency !== undefined && penaltyCurrency !== currency;
			const basis = `a fixed amount of ${inWords(penaltyValue, penaltyCurrency ?? currency)}`;
			return isOther && penaltyValue > 0
				? { amount: null, isCharged: true, basis: `${basis}, which is not known in ${currency}` }
				: { amount: rounded(penaltyValue), basis };
		}
		default:
			return { amount: null, basis: `the unknown method '${method}'` };
	}
}

/** Null where there are no nights, or one of them has no price. */
function sumOf(nights: ReadonlyArray<number | null>): number | null {
	return nights.length === 0
		? null
		: nights.reduce<number | null>((sum, night) => (sum === null || night === null ? null : sum + night), 0);
}

function inWords(value: number | null, currency: string): string {
	return value === null ? 'not known' : `${money(withoutNoise(value), currency)} ${currency}`;
}
