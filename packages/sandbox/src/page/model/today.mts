import type { PmsView } from '../../world/pms/pmsView.mts';
import { nightsOf } from '../../world/pms/stay.mts';
import { localDay } from '../../world/zone.mts';
import { stayLine, type StayLine } from './stayLine.mts';

/** A property's day. */
export interface Today {
	/** Days since 1970-01-01, on the property's calendar. */
	day: number;
	arrivals: StayLine[];
	departures: StayLine[];
	/** Guests who have arrived and not left, overdue departures included. */
	inHouse: StayLine[];
	/** Rooms sold for the coming night, and all there are. */
	sold: number;
	rooms: number;
}

/** Guests whose departure is this long past are no longer looked for. */
const OVERDUE_DAYS = 30;

export function todayOf(view: PmsView): Today {
	const day = localDay(view.now);
	const stays = view.pms.calendar.between(day - OVERDUE_DAYS, day).filter(({ cancelled }) => !cancelled);
	const lines = (list: typeof stays, due?: StayLine['status']) =>
		list
			.map((stay) => stayLine(view, stay, day))
			.sort((one, other) => rank(one, due) - rank(other, due) || one.guest.localeCompare(other.guest, 'en'));
	return {
		day,
		arrivals: lines(
			stays.filter((stay) => nightsOf(stay).fromDay === day),
			'New',
		),
		departures: lines(
			stays.filter((stay) => nightsOf(stay).untilDay === day),
			'CheckedIn',
		),
		inHouse: lines(stays.filter((stay) => view.stateOf(stay).status === 'CheckedIn')),
		sold: view.pms.calendar.inNight(day).length,
		rooms: view.pms.inventory.rooms.length,
	};
}

/** Open tasks come first. */
function rank({ status }: StayLine, due: StayLine['status'] | undefined): number {
	return due === undefined || status === due ? 0 : 1;
}
