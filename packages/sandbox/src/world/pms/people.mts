import type { BookingDetail } from '../bookings/detail/types.mts';
import { guestsOf, isKnown } from './guestList.mts';
import { CUSTOMER_PLACE, idInBlock, locateId } from './ids.mts';
import { describePerson, describeRegular, generatedName, type Person } from './person.mts';
import type { PmsView } from './pmsView.mts';
import type { Stay } from './stay.mts';

/** The person who booked; null when unknown. Hidden names are known to the PMS. */
export function customerOf(view: PmsView, firstStay: Stay | undefined, detail: BookingDetail): Person | null {
	if (detail.customer === null || firstStay === undefined) return null;
	const id = idInBlock(firstStay.id, CUSTOMER_PLACE);
	return describePerson(view, id, isKnown(detail.customer) ? detail.customer : generatedName(view, id));
}

/** A guest or customer by id; undefined when there is none. */
export function findPerson(view: PmsView, pmsPersonId: string): Person | undefined {
	const place = locateId(pmsPersonId);
	if (place === undefined) return undefined;
	if (view.pms.regularIds.includes(pmsPersonId)) return describeRegular(view, pmsPersonId);
	const stay = view.pms.stay(place.recordId);
	if (stay === undefined) return undefined;
	if (place.place === CUSTOMER_PLACE) {
		return stay.position === 0 ? (customerOf(view, stay, view.detailOf(stay)) ?? undefined) : undefined;
	}
	const guest = guestsOf(view, stay, () => view.detailOf(stay)).find(({ id }) => id === pmsPersonId);
	return guest === undefined ? undefined : describePerson(view, guest.id, guest.name);
}

/** The stays of a guest, in the order of their arrivals. */
export function staysOfGuest(view: PmsView, { id }: Person): Stay[] {
	const place = locateId(id);
	const own = place === undefined ? undefined : view.pms.stay(place.recordId);
	const candidates =
		own === undefined ? view.pms.calendar.all().filter(({ regularId }) => regularId === id) : [own];
	return candidates.filter((stay) =>
		guestsOf(view, stay, () => view.detailOf(stay)).some((guest) => guest.id === id),
	);
}
