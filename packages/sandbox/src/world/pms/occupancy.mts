import { rounded } from '../money.mts';
import { toWireDate } from '../time.mts';
import { localDay, toLocalMinute } from '../zone.mts';
import type { PmsView } from './pmsView.mts';
import type { Stay } from './stay.mts';
import { revenueOf, type NightRevenue } from './revenue.mts';

/** The figures of one day (specification, PMS records). */
export interface DailyOccupancy {
	date: string;
	occupancyRate: number;
	closedRoomCount: number;
	occupancyRoomCount: number;
	complimentaryOccupancyRoomCount: number;
	roomRevenue: number;
	revenue: number;
	mealRevenue: number;
	arrivalCount: number;
	guestCount: number;
}

/** Days counted from 1970-01-01, on the property's calendar, both included. */
export interface OccupancyQuery {
	firstDay: number;
	lastDay: number;
	/** Only bookings made on that day, or until it. */
	booked?: { day: number; orBefore: boolean };
}

export function dailyOccupancies(view: PmsView, query: OccupancyQuery): DailyOccupancy[] {
	const counts = countedStays(view, query);
	return Array.from({ length: query.lastDay - query.firstDay + 1 }, (_, index) =>
		figuresOf(view, query.firstDay + index, counts),
	);
}

/** Tells whether a stay counts. */
function countedStays(view: PmsView, { booked }: OccupancyQuery): (stay: Stay) => boolean {
	if (booked === undefined) return () => true;
	return (stay) => {
		const day = localDay(toLocalMinute(view.bookingOf(stay).createdMs, view.content.timeZone.id));
		return booked.orBefore ? day <= booked.day : day === booked.day;
	};
}

function figuresOf(view: PmsView, day: number, counts: (stay: Stay) => boolean): DailyOccupancy {
	const stays = view.pms.calendar.inNight(day).filter(counts);
	const nights = stays.map((stay) => ({
		revenue: revenueOf(view, stay).nights[day - stay.outline.arrivalDay] ?? { room: 0, meals: 0, gross: 0 },
		guests: revenueOf(view, stay).guests,
		complimentary: stay.outline.complimentary,
	}));
	const sum = (part: keyof NightRevenue) => nights.reduce((total, { revenue }) => total + revenue[part], 0);
	const complimentary = nights.filter((night) => night.complimentary).length;
	const occupied = nights.length - complimentary;
	const closed = view.pms.closures.on(day).length;
	const open = view.pms.inventory.rooms.length - closed;
	const money = (amount: number) => rounded(amount, view.content.currency);
	return {
		date: toWireDate(day),
		occupancyRate: open === 0 ? 0 : Math.min(1, Math.round((occupied / open) * 10_000) / 10_000),
		closedRoomCount: closed,
		occupancyRoomCount: occupied,
		complimentaryOccupancyRoomCount: complimentary,
		roomRevenue: money(sum('room')),
		revenue: money(sum('gross')),
		mealRevenue: money(sum('meals')),
		arrivalCount: arrivalsOn(view, day, counts),
		guestCount: nights.reduce((total, { guests }) => total + guests, 0),
	};
}

/** Stays that begin on that day: by the recorded check-in, otherwise by the planned arrival. */
function arrivalsOn(view: PmsView, day: number, counts: (stay: Stay) => boolean): number {
	const planned = view.pms.calendar
		.arrivingOn(day)
		.filter(({ cancelled, written }) => !cancelled && typeof written.checkedIn !== 'string');
	const came = view.pms.checkedInOn(day).filter(({ cancelled }) => !cancelled);
	return [...planned, ...came].filter(counts).length;
}
