/**
 * The journey as a clerk would reckon it from the table of docs/guestJourney.md: one stay, one moment, one look at the
 * clock. It shares no code with the package: dates are texts, clocks are read with Intl.
 */

export interface ReckonedMoment {
	anchor: string;
	unit: 'days' | 'hours';
	count: number;
	/** `HH:mm` */
	time: string;
}

export interface ReckonedStay {
	cancelled: boolean;
	excluded: boolean;
	bookedAt: number | null;
	arrival: string | null;
	departure: string | null;
	checkedIn: string | null;
	checkedOut: string | null;
	hasArrived: boolean;
	hasLeft: boolean;
	freeUntil: number | null;
	due: number | null;
}

export interface Table {
	zone: string;
	startedAt: number;
	ifLateHours: number;
	ifBookedLater: 'send' | 'skip';
	again: boolean;
	quiet?: { notBefore: string; notAfter: string; move: 'earlier' | 'later' };
}

export type Reckoned = { state: string; dueAt: number | null };

const formats = new Map<string, Intl.DateTimeFormat>();
/** What they have shown: Intl takes most of the time. */
const shown = new Map<string, string>();
const MAX_SHOWN = 100_000;

/** What the clock on the wall shows: `2031-05-20T14:00`. */
export function clockAt(instant: number, zone: string): string {
	const key = `${zone} ${Math.floor(instant / 60)}`;
	const text =
		shown.get(key) ??
		formatOf(zone)
			.format(new Date(instant * 1000))
			.replace(' ', 'T');
	if (shown.size > MAX_SHOWN) shown.clear();
	shown.set(key, text);
	return text;
}

function formatOf(zone: string): Intl.DateTimeFormat {
	const format =
		formats.get(zone) ??
		new Intl.DateTimeFormat('sv-SE', {
			timeZone: zone,
			...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
		});
	formats.set(zone, format);
	return format;
}

const asUtc = (local: string) => Date.parse(`${local}:00Z`) / 1000;

/** The instant of a time on the wall: of two the later one, of none as much later as the clocks skip. */
export function instantOn(local: string, zone: string): number {
	const guess = asUtc(local);
	const around = [-36, 36].map((hours) => guess + hours * 3600);
	const offsets = around.map((instant) => asUtc(clockAt(instant, zone)) - Math.floor(instant / 60) * 60);
	const showing = offsets.map((offset) => guess - offset).filter((at) => clockAt(at, zone) === local);
	return showing.length > 0 ? Math.max(...showing) : guess - (offsets[0] as number);
}

export function addDays(date: string, days: number): string {
	return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

const INFINITE = Infinity;
const IN_ITS_OWN_TIME = {
	before: ['amountDue', 'beforeArrival', 'beforeDeparture', 'beforeFreeCancellationEnds'],
};

export function reckon(
	moment: ReckonedMoment,
	stay: ReckonedStay,
	table: Table,
	sentFor: string | undefined,
	now: number,
): Reckoned {
	const { zone } = table;
	const instant = (local: string | null) => (local === null ? INFINITE : instantOn(local, zone));
	const arrived = Math.min(instant(stay.arrival), instant(stay.checkedIn));
	const left = Math.min(instant(stay.departure), instant(stay.checkedOut));

	// What the moment is counted from, as a date and as an instant, and when it makes no sense any more.
	let from: string | null;
	let at: number | null;
	let end = INFINITE;
	let possible = true;
	switch (moment.anchor) {
		case 'afterBooking':
			at = stay.bookedAt;
			from = at === null ? null : clockAt(at, zone);
			end = left;
			break;
		case 'beforeFreeCancellationEnds':
			at = stay.freeUntil;
			from = at === null ? null : clockAt(at, zone);
			end = at === null ? INFINITE : at + 1;
			break;
		case 'afterCheckIn':
			from = stay.checkedIn;
			end = left;
			break;
		case 'afterCheckOut':
			from = stay.checkedOut;
			break;
		case 'beforeArrival':
		case 'amountDue':
			from = stay.arrival;
			end = arrived;
			possible = !(stay.hasArrived && stay.checkedIn === null);
			if (moment.anchor === 'amountDue' && !(stay.due !== null && stay.due > 0)) possible = false;
			break;
		case 'afterArrival':
		case 'duringStay':
			from = stay.arrival;
			end = left;
			break;
		case 'notArrived':
			from = stay.arrival;
			end = left;
			possible = !stay.hasArrived && !stay.hasLeft;
			break;
		case 'beforeDeparture':
			from = stay.departure;
			end = left;
			possible = !(stay.hasLeft && stay.checkedOut === null);
			break;
		case 'afterDeparture':
			from = stay.departure;
			break;
		case 'notDeparted':
			from = stay.departure;
			possible = stay.hasArrived && !stay.hasLeft;
			break;
		default:
			throw new Error(moment.anchor);
	}
	if (from === null || !possible) return { state: 'never', dueAt: null };
	const anchor = at! ?? instant(from);
	const isBefore = IN_ITS_OWN_TIME.before.includes(moment.anchor);
	const dateOf = from.slice(0, 10);

	// Its dates: one, or each n-th of the stay.
	const dates: Array<{ date: string; due: number }> = [];
	if (moment.unit === 'hours') {
		const due = anchor + (isBefore ? -1 : 1) * moment.count * 3600;
		dates.push({ date: clockAt(due, zone).slice(0, 10), due });
	} else if (moment.anchor === 'duringStay') {
		for (let day = moment.count; day <= 366; day += moment.count) {
			const date = addDays(dateOf, day);
			const due = instantOn(`${date}T${moment.time}`, zone);
			if (due >= end) break;
			dates.push({ date: clockAt(due, zone).slice(0, 10), due });
		}
		if (dates.length === 0) return { state: 'never', dueAt: null };
	} else {
		const date = addDays(dateOf, (isBefore ? -1 : 1) * moment.count);
		const due = instantOn(`${date}T${moment.time}`, zone);
		dates.push({ date: clockAt(due, zone).slice(0, 10), due });
	}

	const all = dates.map(({ date, due }): Reckoned => {
		const isLaterBooked = stay.bookedAt !== null && stay.bookedAt > due;
		const start = isLaterBooked ? stay.bookedAt! : due;
		const notBefore = Math.max(isBefore ? -INFINITE : Math.min(due, anchor), stay.bookedAt ?? -INFINITE);
		const moved = intoHours(start, notBefore, end, table);
		const dueAt = moved ?? start;
		const isSent =
			sentFor !== undefined &&
			(moment.anchor === 'duringStay' ? date <= sentFor : !table.again || date === sentFor);
		if (isSent) return { state: 'sent', dueAt };
		if (stay.cancelled || stay.excluded) return { state: 'never', dueAt };
		if (isLaterBooked && table.ifBookedLater === 'skip') return { state: 'never', dueAt: start };
		if (start >= end || moved === null) return { state: 'never', dueAt: start };
		if (dueAt < table.startedAt) return { state: 'never', dueAt };
		if (now < dueAt) return { state: 'waits', dueAt };
		const nextHour = inHours(now, table) ? now : firstAfter(now, table);
		if (nextHour >= end || nextHour > dueAt + table.ifLateHours * 3600) return { state: 'missed', dueAt };
		return { state: nextHour === now ? 'now' : 'waits', dueAt };
	});
	const last = (state: string) => all.filter((one) => one.state === state).at(-1);
	return last('now') ?? all.find(({ state }) => state === 'waits') ?? last('sent') ?? all.at(-1)!;
}

function inHours(instant: number, { zone, quiet }: Table): boolean {
	if (!quiet) return true;
	const clock = clockAt(instant, zone).slice(11);
	const { notBefore, notAfter } = quiet;
	const isNight = notBefore > notAfter;
	return isNight ? clock >= notBefore || clock <= notAfter : clock >= notBefore && clock <= notAfter;
}

function firstAfter(instant: number, { zone, quiet }: Table): number {
	const today = clockAt(instant, zone).slice(0, 10);
	const mornings = [0, 1, 2].map((day) => instantOn(`${addDays(today, day)}T${quiet!.notBefore}`, zone));
	return mornings.find((at) => at >= instant)!;
}

function lastBefore(instant: number, { zone, quiet }: Table): number {
	const today = clockAt(instant, zone).slice(0, 10);
	const evenings = [0, -1, -2].map((day) => instantOn(`${addDays(today, day)}T${quiet!.notAfter}`, zone));
	return evenings.find((at) => at <= instant)!;
}

/** Moved as the user chose, otherwise the other way; null where neither lies within its time. */
function intoHours(due: number, from: number, end: number, table: Table): number | null {
	if (inHours(due, table)) return due;
	const [morning, evening] = [firstAfter(due, table), lastBefore(due, table)];
	const ways = table.quiet!.move === 'later' ? [morning, evening] : [evening, morning];
	return ways.find((at) => at >= from && at < end && inHours(at, table)) ?? null;
}
