import { Random } from '../random.mts';
import { locateId } from './ids.mts';
import type { Person } from './person.mts';
import type { PmsView } from './pmsView.mts';

export interface LoyaltyCard {
	programId: string;
	cardNumber: string;
}

/** The loyalty cards of a guest; the card of a booking belongs to the first guest of its first stay. */
export function loyaltyCardsOf(view: PmsView, { id }: Person): LoyaltyCard[] {
	const random = new Random(view.seed, view.property.id, id, 'loyalty');
	const own = Array.from({ length: random.integer(0, 2) }, () => ({
		programId: String(random.integer(1_000_000, 1_000_003)),
		cardNumber: String(random.integer(1_000_000, 9_999_999)),
	}));
	return [...own, ...cardsOfBooking(view, id)];
}

function cardsOfBooking(view: PmsView, personId: string): LoyaltyCard[] {
	const place = locateId(personId);
	const stay = place?.place === 1 ? view.pms.stay(place.recordId) : undefined;
	if (stay === undefined || stay.position > 0) return [];
	return (view.detailOf(stay).guaranteeInfo.loyalty?.cards ?? []).flatMap(
		({ cardNumber, loyaltySystemId }) =>
			cardNumber === null ? [] : [{ programId: loyaltySystemId ?? '', cardNumber }],
	);
}
