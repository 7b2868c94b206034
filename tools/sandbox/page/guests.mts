import type { PersonName } from '../world/bookings/detail/types.mts';
import { guestsOf } from '../world/pms/guestList.mts';
import type { PmsView } from '../world/pms/pmsView.mts';
import type { Stay } from '../world/pms/stay.mts';

const UNKNOWN = 'Name not known';

/** The first guest of a stay, as the PMS knows them. */
export function guestOf(view: PmsView, stay: Stay | undefined): string {
	if (stay === undefined) return UNKNOWN;
	const [guest] = guestsOf(view, stay, () => view.detailOf(stay));
	return guest === undefined ? UNKNOWN : fullName(guest.name);
}

export function lastNameOf(view: PmsView, stay: Stay): string {
	const [guest] = guestsOf(view, stay, () => view.detailOf(stay));
	return guest?.name.lastName ?? guest?.name.firstName ?? UNKNOWN;
}

function fullName({ firstName, lastName }: PersonName): string {
	return [firstName, lastName].filter((part) => part !== null && part !== '').join(' ') || UNKNOWN;
}
