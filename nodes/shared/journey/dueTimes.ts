import { DAY_SECONDS, instantOfWall, secondsOfDay, wallMidnight, wallOfInstant } from '../dates/wallClock';
import type { Anchor, Moment } from './moment';
import type { Stay } from './stay';

/** When a moment is due, and the time in which it makes sense, in seconds since 1970 UTC. */
export interface DueTime {
	dueAt: number;
	/** It is not moved before this. */
	opensAt: number;
	/** At this time and later it is not sent. */
	closesAt: number;
	/** What has happened by then, in words. */
	closedBy: string;
}

/** What moments are counted from. */
interface Base extends Pick<DueTime, 'closesAt' | 'closedBy'> {
	at: number;
	/** The same on the hotel's clock. */
	wall: number;
	isBefore?: true;
}

const HOUR_SECONDS = 3_600;
const NEVER_CLOSES = { closesAt: Infinity, closedBy: '' };

/**
 * All times at which a moment of a stay is due, in order: one, or during the stay one for each day.
 * @returns why there is none, in words
 */
export function dueTimes(moment: Moment, stay: Stay, zone: string): DueTime[] | string {
	const base = BASES[moment.anchor](stay, zone);
	if (typeof base === 'string') return base;
	const { at, closesAt, closedBy, isBefore } = base;
	const counts = moment.anchor === 'duringStay' ? countsDuring(moment.count, base) : [moment.count];
	const all = counts.map((count): DueTime => {
		const dueAt = timeOf(moment, base, count, zone);
		return { dueAt, opensAt: isBefore ? -Infinity : Math.min(dueAt, at), closesAt, closedBy };
	});
	if (moment.anchor !== 'duringStay') return all;
	const during = all.filter(({ dueAt }) => dueAt < closesAt);
	return during.length > 0 ? during : 'The stay is too short';
}

function timeOf({ unit, time }: Moment, { at, wall, isBefore }: Base, count: number, zone: string): number {
	const signed = isBefore ? -count : count;
	if (unit === 'hours') return at + signed * HOUR_SECONDS;
	const midnight = Math.floor(wall / DAY_SECONDS) * DAY_SECONDS;
	return instantOfWall(midnight + signed * DAY_SECONDS + time, zone);
}

/** A stay longer than a year has no more messages. */
const MAX_DAYS = 366;

function countsDuring(every: number, { at, closesAt }: Base): number[] {
	const days = Math.min(Math.ceil((closesAt - at) / DAY_SECONDS) + 1, MAX_DAYS);
	return Array.from({ length: Math.max(Math.floor(days / every), 0) }, (_, index) => (index + 1) * every);
}

const BASES: Readonly<Record<Anchor, (stay: Stay, zone: string) => Base | string>> = {
	afterArrival: (stay, zone) => ofArrival(stay, zone, untilDeparture),
	afterBooking: (stay, zone) => {
		if (stay.bookedAt === null) return 'When it was booked is not known';
		const wall = wallOfInstant(stay.bookedAt, zone);
		return { at: stay.bookedAt, wall, ...untilDeparture(stay, zone) };
	},
	afterCheckIn: (stay, zone) =>
		recorded(stay.checkedIn, zone, untilDeparture(stay, zone)) ??
		(stay.hasArrived ? 'No time of the check-in is recorded' : 'Not checked in'),
	afterCheckOut: (stay, zone) =>
		recorded(stay.checkedOut, zone, NEVER_CLOSES) ??
		(stay.hasLeft ? 'No time of the check-out is recorded' : 'Not checked out'),
	afterDeparture: (stay, zone) => ofDeparture(stay, zone, () => NEVER_CLOSES),
	amountDue: (stay, zone) => {
		if (stay.due === null) return 'The amount due is not known';
		return stay.due > 0 ? beforeArrival(stay, zone) : 'No amount is due';
	},
	beforeArrival: (stay, zone) => beforeArrival(stay, zone),
	beforeDeparture: (stay, zone) => {
		if (stay.hasLeft && stay.checkedOut === null) return 'The guest has left';
		const base = ofDeparture(stay, zone, untilDeparture);
		return typeof base === 'string' ? base : { ...base, isBefore: true };
	},
	beforeFreeCancellationEnds: ({ freeUntil }, zone) => {
		if (freeUntil === null) return 'No end of a free cancellation is known';
		const closes = { closesAt: freeUntil + 1, closedBy: 'The free cancellation has ended' };
		return { at: freeUntil, wall: wallOfInstant(freeUntil, zone), isBefore: true, ...closes };
	},
	duringStay: (stay, zone) => ofArrival(stay, zone, untilDeparture),
	notArrived: (stay, zone) => {
		if (stay.hasArrived || stay.hasLeft) return 'The guest has arrived';
		return ofArrival(stay, zone, untilDeparture);
	},
	notDeparted: (stay, zone) => {
		if (stay.hasLeft) return 'The guest has left';
		return stay.hasArrived ? ofDeparture(stay, zone, () => NEVER_CLOSES) : 'The guest has not arrived';
	},
};

type Closing = (stay: Stay, zone: string) => Pick<DueTime, 'closesAt' | 'closedBy'>;

function beforeArrival(stay: Stay, zone: string): Base | string {
	if (stay.hasArrived && stay.checkedIn === null) return 'The guest has arrived';
	const base = ofArrival(stay, zone, untilArrival);
	return typeof base === 'string' ? base : { ...base, isBefore: true };
}

function ofArrival(stay: Stay, zone: string, closing: Closing): Base | string {
	return recorded(stay.arrival, zone, closing(stay, zone)) ?? 'The time of arrival is not known';
}

function ofDeparture(stay: Stay, zone: string, closing: Closing): Base | string {
	return recorded(stay.departure, zone, closing(stay, zone)) ?? 'The time of departure is not known';
}

function recorded(
	local: string | null,
	zone: string,
	closes: Pick<DueTime, 'closesAt' | 'closedBy'>,
): Base | undefined {
	const wall = wallOfLocal(local);
	return wall === undefined ? undefined : { at: instantOfWall(wall, zone), wall, ...closes };
}

/** The planned arrival, or the check-in if that comes first. */
function untilArrival({ arrival, checkedIn }: Stay, zone: string) {
	return { closesAt: earliest([arrival, checkedIn], zone), closedBy: 'The guest has arrived' };
}

function untilDeparture({ departure, checkedOut }: Stay, zone: string) {
	return { closesAt: earliest([departure, checkedOut], zone), closedBy: 'The guest has left' };
}

function earliest(locals: ReadonlyArray<string | null>, zone: string): number {
	const instants = locals.flatMap((local) => {
		const wall = wallOfLocal(local);
		return wall === undefined ? [] : [instantOfWall(wall, zone)];
	});
	return Math.min(...instants);
}

/** `2031-05-20T14:00` on the hotel's clock; `undefined` if it is none. */
function wallOfLocal(local: string | null): number | undefined {
	const midnight = wallMidnight((local ?? '').slice(0, 10));
	const seconds = secondsOfDay((local ?? '').slice(11, 16));
	return midnight === undefined || seconds === undefined ? undefined : midnight + seconds;
}
