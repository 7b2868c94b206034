import type { IDataObject } from 'n8n-workflow';

import { at, recordsAt, textAt } from '../../../shared/api/response/records';
import { plusDays } from '../../../shared/dates/dateRules';
import type { HotelClock } from '../../../shared/dates/hotelClock';
import { namedPeriod, type DateRange, type NamedPeriod } from '../../../shared/dates/namedPeriods';

interface Choice {
	movement: 'arrivals' | 'departures' | 'inHouse';
	days: NamedPeriod;
	name: string;
	description: string;
}

const ARRIVE = 'checked in or not';
const LEAVE = 'checked out or not';
const THE_6_DAYS = 'today or on the 6 days after';

const CHOICES = {
	arrivalsToday: choice('arrivals', 'today', 'Arrivals Today', `Guests who arrive today, ${ARRIVE}`),
	arrivalsTomorrow: choice('arrivals', 'tomorrow', 'Arrivals Tomorrow', 'Guests who arrive tomorrow'),
	arrivalsNext7Days: choice(
		'arrivals',
		'next7Days',
		'Arrivals Next 7 Days',
		`Guests who arrive ${THE_6_DAYS}, ${ARRIVE}`,
	),
	departuresToday: choice('departures', 'today', 'Departures Today', `Guests who leave today, ${LEAVE}`),
	departuresTomorrow: choice('departures', 'tomorrow', 'Departures Tomorrow', 'Guests who leave tomorrow'),
	departuresNext7Days: choice(
		'departures',
		'next7Days',
		'Departures Next 7 Days',
		`Guests who leave ${THE_6_DAYS}, ${LEAVE}`,
	),
	inHouse: choice('inHouse', 'today', 'In House', 'Guests who are checked in now'),
} as const;

type Value = keyof typeof CHOICES;

function choice(movement: Choice['movement'], days: NamedPeriod, name: string, description: string): Choice {
	return { movement, days, name, description };
}

/** What a front desk asks for: the details of the reservations decide. */
export const guestPeriods = Object.entries(CHOICES).map(([value, { name, description }]) => ({
	name,
	value: value as Value,
	description,
}));

interface GuestPeriod {
	movement: Choice['movement'];
	/** In which the API has to search for the stays. */
	days: DateRange;
}

/** `undefined` for another period. */
export async function guestPeriod(period: string, clock: HotelClock): Promise<GuestPeriod | undefined> {
	if (!Object.hasOwn(CHOICES, period)) return undefined;
	const { movement, days: named } = CHOICES[period as Value];
	const days = namedPeriod(named, await clock.today());
	// Who should have left the day before may still be there.
	return { movement, days: movement === 'inHouse' ? { ...days, first: plusDays(days.first, -1) } : days };
}

export function isReservationIn(reservation: IDataObject, period: GuestPeriod): boolean {
	return recordsAt(reservation, 'roomStays').some((stay) => isStayIn(stay, period));
}

/** Whether a room stay belongs to the period. A cancelled one never does. */
function isStayIn(stay: IDataObject, period: GuestPeriod): boolean {
	return isIn(period, at(stay, 'status'), textAt(stay, 'checkInDateTime'), textAt(stay, 'checkOutDateTime'));
}

/** The same of an item of a room stay; of any other item nothing is known, so it stays. */
export function isItemIn(item: IDataObject, period: GuestPeriod): boolean {
	if (!('roomStayStatus' in item)) return true;
	return isIn(period, item.roomStayStatus, textAt(item, 'arrival'), textAt(item, 'departure'));
}

function isIn({ movement, days }: GuestPeriod, stayStatus: unknown, arrival = '', departure = ''): boolean {
	const status = String(stayStatus).toLowerCase();
	if (movement === 'inHouse') return status === 'checkedin';
	const day = (movement === 'arrivals' ? arrival : departure).slice(0, 10);
	return status !== 'cancelled' && day >= days.first && day <= days.last;
}

/** The first arrival first; reservations without one last. */
export function byArrival(one: IDataObject | undefined, other: IDataObject | undefined): number {
	const [first, second] = [arrivalOf(one), arrivalOf(other)];
	return first === second ? 0 : first < second ? -1 : 1;
}

/** After any date. */
const NEVER = '~';

function arrivalOf(reservation: IDataObject | undefined): string {
	const arrivals = recordsAt(reservation, 'roomStays').flatMap(
		(stay) => textAt(stay, 'checkInDateTime') ?? [],
	);
	return arrivals.sort()[0] ?? NEVER;
}
