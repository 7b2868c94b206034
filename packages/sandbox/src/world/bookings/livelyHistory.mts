import { Random } from '../random.mts';
import { DAY_MS, dayOf } from '../time.mts';
import { outlineStays, type OutlineSetting, type StayOutline } from './detail/outline.mts';
import { bookingNumber } from './numbers.mts';
import type { Booking } from './types.mts';

/** Thirty rooms: a plan of them fits on a screen. */
export const LIVELY_ROOMS_PER_TYPE = 6;

/** A year, and what compares with the last two months. */
const PAST_DAYS = 430;
const FUTURE_DAYS = 150;
const MAX_LEAD_DAYS = 90;
/** Most stays are short. */
const NIGHTS = [1, 1, 2, 2, 2, 3, 3, 3, 4, 5, 7];
const ROOMS = [1, 1, 1, 1, 1, 1, 1, 1, 2, 3];
/** Sunday first. */
const WEEKDAY_FACTORS = [0.92, 0.97, 1, 1, 1.02, 1.08, 1.08];
const SEASON_SWING = 0.1;
/** How many more rooms are sold than a year before, as a part of those now. */
const YEARLY_GROWTH = 0.07;
/** The middle of the rise from winter to summer, as a day of the year. */
const SEASON_START_DAY = 100;
const YEAR_DAYS = 365.25;
const CHANGED_SHARE = 0.3;
const CANCELLED_SHARE = 0.14;
const UNCONFIRMED_SHARE = 0.04;
const DESK_HOURS = { from: 7, hours: 16 };
/** Guests come every day, as long as there are rooms for them. */
const MIN_ARRIVALS = 4;
const MIN_FREE_ROOMS = 5;
/** A day on which no more bookings fit stays below its aim. */
const TRIES_PER_DAY = 60;

/** The bookings of a hotel that users look at. */
export interface LivelyBookings {
	/** Those made before the anchor, in feed order. */
	history: Booking[];
	/** Those that guests will make after it, in the order in which they do. */
	toCome: Booking[];
}

/**
 * More than a year of a hotel that people look at: about so full on the days around the anchor, fuller at weekends and
 * in summer, less full a year before, with arrivals and departures every day. The further ahead a day, the fewer of its
 * bookings were made yet; the others are still to come.
 * @param occupancy percent of the rooms that are sold in the end, on average
 * @param anchorMs epoch milliseconds of the end of the history
 */
export function generateLivelyBookings(
	setting: OutlineSetting,
	occupancy: number,
	anchorMs: number,
): LivelyBookings {
	const { seed, property } = setting;
	const random = new Random(seed, property.id, 'lively history');
	const house = new House();
	const rooms = property.roomTypes.length * LIVELY_ROOMS_PER_TYPE;
	const today = dayOf(anchorMs);
	const history: Booking[] = [];
	const toCome: Booking[] = [];
	let rank = 0;
	for (let day = today - PAST_DAYS; day < today + FUTURE_DAYS; day += 1) {
		const trend = weekdayFactor(day) * seasonFactor(day) * growthFactor(day - today);
		const aim = Math.round((rooms * occupancy * trend) / 100);
		const most = rooms - MIN_FREE_ROOMS;
		let arrivals = 0;
		for (let tries = 0; tries < TRIES_PER_DAY; tries += 1) {
			const sold = house.soldIn(day);
			if (sold >= aim && (arrivals >= MIN_ARRIVALS || sold >= most)) break;
			const booking = generateBooking(random, property.id, day, rank, anchorMs);
			rank += 1;
			const cancelled = booking.status === 'Cancelled';
			if (!cancelled && !house.take(outlineStays(booking, setting))) continue;
			if (!cancelled) arrivals += 1;
			(booking.modifiedMs < anchorMs ? history : toCome).push(booking);
		}
	}
	history.sort((one, other) => one.modifiedMs - other.modifiedMs || one.createdMs - other.createdMs);
	history.forEach((booking, index) => {
		booking.sequence = index;
	});
	toCome.sort((one, other) => one.createdMs - other.createdMs);
	return { history, toCome };
}

function generateBooking(
	random: Random,
	propertyId: string,
	arrivalDay: number,
	rank: number,
	anchorMs: number,
): Booking {
	const drawnLead = Math.floor(random.fraction() ** 2 * MAX_LEAD_DAYS);
	// The guests of the day on which the history ends have booked before.
	const leadDays = arrivalDay === dayOf(anchorMs) ? Math.max(1, drawnLead) : drawnLead;
	const hour = DESK_HOURS.from + random.fraction() * DESK_HOURS.hours;
	const createdMs = Math.floor((arrivalDay - leadDays) * DAY_MS + (hour * DAY_MS) / 24);
	const untilMs = Math.min(anchorMs, arrivalDay * DAY_MS);
	const cancelled = random.chance(CANCELLED_SHARE);
	const changed = random.chance(CHANGED_SHARE) || cancelled;
	const room = Math.max(0, untilMs - createdMs);
	const modifiedMs = createdMs + (changed ? Math.floor(random.fraction() * room) : 0);
	const unconfirmed = random.chance(UNCONFIRMED_SHARE) && arrivalDay > dayOf(anchorMs);
	const wishes = { nights: random.pick(NIGHTS), roomStays: random.pick(ROOMS) };
	const isCancelled = cancelled && modifiedMs > createdMs;
	return {
		number: bookingNumber(propertyId, arrivalDay, rank),
		createdMs,
		modifiedMs,
		sequence: rank,
		revision: modifiedMs > createdMs ? 1 : 0,
		status: isCancelled ? 'Cancelled' : unconfirmed ? 'Unconfirmed' : 'Active',
		...(isCancelled && { cancelledMs: modifiedMs }),
		arrivalDay,
		wishes,
	};
}

function weekdayFactor(day: number): number {
	return WEEKDAY_FACTORS[new Date(day * DAY_MS).getUTCDay()] ?? 1;
}

function seasonFactor(day: number): number {
	const date = new Date(day * DAY_MS);
	const dayOfYear = day - dayOf(Date.UTC(date.getUTCFullYear(), 0, 1));
	return 1 + SEASON_SWING * Math.sin((2 * Math.PI * (dayOfYear - SEASON_START_DAY)) / YEAR_DAYS);
}

/** @param daysAhead of the anchor; it does not grow further than that */
function growthFactor(daysAhead: number): number {
	return 1 + (YEARLY_GROWTH * Math.min(0, daysAhead)) / YEAR_DAYS;
}

/** What is sold of each room type, night by night. */
class House {
	private readonly sold = new Map<string, number>();
	private readonly total = new Map<number, number>();

	soldIn(day: number): number {
		return this.total.get(day) ?? 0;
	}

	/** Sells the stays, all or none. One room of each type stays free: for repairs, and for guests to come. */
	take(stays: readonly StayOutline[]): boolean {
		const added = new Map<string, number>();
		for (const { roomType, arrivalDay, nights } of stays) {
			for (let day = arrivalDay; day < arrivalDay + nights; day += 1) {
				const key = `${roomType.id} ${day}`;
				added.set(key, (added.get(key) ?? this.sold.get(key) ?? 0) + 1);
			}
		}
		if ([...added.values()].some((count) => count >= LIVELY_ROOMS_PER_TYPE)) return false;
		for (const [key, count] of added) this.sold.set(key, count);
		for (const { arrivalDay, nights } of stays) {
			for (let day = arrivalDay; day < arrivalDay + nights; day += 1) {
				this.total.set(day, this.soldIn(day) + 1);
			}
		}
		return true;
	}
}
