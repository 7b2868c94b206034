import type { StayOutline } from '../bookings/detail/outline.mts';
import type { BookingDetail, PersonName } from '../bookings/detail/types.mts';
import { Random } from '../random.mts';
import { idInBlock } from './ids.mts';
import { generatedName } from './person.mts';
import type { PmsView } from './pmsView.mts';
import type { Stay } from './stay.mts';

/** Who occupies a place of a stay. */
export interface GuestPlace {
	id: string;
	name: PersonName;
}

/** Share of the guests whom the booking does not name and the PMS knows nevertheless. */
const KNOWN_SHARE = 0.7;
const MASK = '*';

/** A stay gets a new outline with every change of its booking. */
const guestLists = new WeakMap<StayOutline, GuestPlace[]>();

/**
 * The known guests of a stay, at most one per adult: those whom the booking names and some of the others, the
 * first one always. A regular guest takes the first place without a name.
 */
export function guestsOf(view: PmsView, stay: Stay, detail: () => BookingDetail): GuestPlace[] {
	const known = guestLists.get(stay.outline);
	if (known !== undefined) return known;
	const guests = listGuests(view, stay, detail());
	guestLists.set(stay.outline, guests);
	return guests;
}

function listGuests(view: PmsView, stay: Stay, detail: BookingDetail): GuestPlace[] {
	const roomStay = detail.roomStays[stay.position];
	const adults = roomStay?.guestCount.adultCount ?? 0;
	let regularId = stay.regularId;
	return Array.from({ length: adults }, (_, index) => index).flatMap((index) => {
		const named = roomStay?.guests?.[index];
		const id = idInBlock(stay.id, index + 1);
		if (isKnown(named)) return [{ id, name: named }];
		if (regularId !== undefined) {
			const regular = { id: regularId, name: generatedName(view, regularId) };
			regularId = undefined;
			return [regular];
		}
		const known = index === 0 || new Random(view.seed, id, 'known').chance(KNOWN_SHARE);
		return known ? [{ id, name: generatedName(view, id) }] : [];
	});
}

/** Whether the booking names the person. */
export function isKnown(name: PersonName | undefined): name is PersonName {
	return name !== undefined && name.lastName !== null && name.lastName !== MASK;
}
