/** What a moment of a stay is counted from, and in which direction. */
export type Anchor =
	| 'afterArrival'
	| 'afterBooking'
	| 'afterCheckIn'
	| 'afterCheckOut'
	| 'afterDeparture'
	| 'amountDue'
	| 'beforeArrival'
	| 'beforeDeparture'
	| 'beforeFreeCancellationEnds'
	| 'duringStay'
	| 'notArrived'
	| 'notDeparted';

/** One moment of the journey, as the user describes it. */
export interface Moment {
	/** Items carry it, and what was sent is remembered by it. */
	name: string;
	anchor: Anchor;
	/** Days are dates of the hotel, hours are 60 minutes. */
	unit: 'days' | 'hours';
	/** So many days or hours before or after the anchor; during the stay, each so many days. */
	count: number;
	/** With days: seconds since midnight, on the hotel's clock. */
	time: number;
}

/** Those that only the PMS knows: bookings know no check-in. */
export const OF_RESERVATIONS: readonly Anchor[] = [
	'afterCheckIn',
	'afterCheckOut',
	'notArrived',
	'notDeparted',
];

/** Those that follow something nobody can know in advance: a booking, a check-in, a check-out. */
export const AFTER_EVENTS: readonly Anchor[] = ['afterBooking', 'afterCheckIn', 'afterCheckOut'];

const WORDS: Readonly<Record<Anchor, [before: string, sameDay: string]>> = {
	afterArrival: ['after arrival', 'On the day of arrival'],
	afterBooking: ['after the booking was made', 'On the day of the booking'],
	afterCheckIn: ['after the check-in', 'On the day of the check-in'],
	afterCheckOut: ['after the check-out', 'On the day of the check-out'],
	afterDeparture: ['after departure', 'On the day of departure'],
	amountDue: ['before arrival, if an amount is due', 'On the day of arrival, if an amount is due'],
	beforeArrival: ['before arrival', 'On the day of arrival'],
	beforeDeparture: ['before departure', 'On the day of departure'],
	beforeFreeCancellationEnds: ['before the free cancellation ends', 'On the day the free cancellation ends'],
	duringStay: ['of the stay', ''],
	notArrived: ['after arrival, if not arrived', 'On the day of arrival, if not arrived'],
	notDeparted: ['after departure, if not departed', 'On the day of departure, if not departed'],
};

/** "3 days before arrival, at 10:00" */
export function inWords({ anchor, unit, count, time }: Moment): string {
	const [after, sameDay] = WORDS[anchor];
	const at = `at ${clockText(time)}`;
	if (anchor === 'duringStay') return `Each ${count === 1 ? 'day' : `${ordinal(count)} day`} ${after}, ${at}`;
	if (unit === 'days' && count === 0) return `${sameDay}, ${at}`;
	const length = `${count} ${count === 1 ? unit.slice(0, -1) : unit} ${after}`;
	return unit === 'days' ? `${length}, ${at}` : length;
}

function clockText(seconds: number): string {
	const minutes = Math.floor(seconds / 60);
	return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

function ordinal(count: number): string {
	return `${count}${{ 2: 'nd', 3: 'rd' }[count] ?? 'th'}`;
}
