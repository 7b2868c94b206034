import type { BookingDetail, PersonName } from '../world/bookings/detail/types.mts';
import { guestsOf, isKnown } from '../world/pms/guestList.mts';
import type { PmsView } from '../world/pms/pmsView.mts';
import type { Stay } from '../world/pms/stay.mts';

const UNKNOWN = 'Name not known';

/** The first guest of a stay, as the PMS knows them. */
export function guestOf(view: PmsView, stay: Stay | undefined): string {
	if (stay === undefined) return UNKNOWN;
	const [guest] = guestsOf(view, stay, () => view.detailOf(stay));
	return guest === undefined ? UNKNOWN : fullName(guest.name);
}

/** The person who booked, if the API names them and they are not that guest; null = nobody else. */
export function bookerOf({ customer }: BookingDetail, guest: string): string | null {
	if (customer === null || !isKnown(customer)) return null;
	const booker = fullName(customer);
	return booker === guest ? null : booker;
}

export function lastNameOf(view: PmsView, stay: Stay): string {
	const [guest] = guestsOf(view, stay, () => view.detailOf(stay));
	return guest?.name.lastName ?? guest?.name.firstName ?? UNKNOWN;
}

function fullName({ firstName, lastName }: PersonName): string {
	return [firstName, lastName].filter((part) => part !== null && part !== '').join(' ') || UNKNOWN;
}
