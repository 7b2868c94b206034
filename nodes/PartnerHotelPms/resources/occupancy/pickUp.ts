import { money } from '../../../shared/api/response/money';
import { plusDays } from '../../../shared/dates/dateRules';
import type { PropertyDay } from './dailyOccupancy';
import { ratio, sum } from './kpis';

/** How the API reads `otbDate`: bookings created on that day (specification), or until it (published scenarios). */
export type BookedOnReading = 'thatDay' | 'untilThatDay';

/** The values of `otbDate` to ask for, to know what was booked at the end of the day `since`. */
export function bookedOnDates(reading: BookedOnReading, since: string, today: string): string[] {
	if (reading === 'untilThatDay') return [since];
	const dates: string[] = [];
	for (let date = plusDays(since, 1); date <= today; date = plusDays(date, 1)) dates.push(date);
	return dates;
}

interface Books {
	sold: number | null;
	roomRevenue: number | null;
}

/** What is on the books for a day now, and what was then. */
export interface DayOnTheBooks {
	then: Books;
	now: Books;
}

/** @param responses the same day, as the API returns it for each of `bookedOnDates` */
export function onTheBooks(
	now: PropertyDay,
	responses: readonly PropertyDay[],
	reading: BookedOnReading,
): DayOnTheBooks {
	const parts = responses.map(({ figures, currencyCode }) =>
		currencyCode === now.currencyCode ? figures : { ...figures, roomRevenue: null },
	);
	const then = (valueOf: (books: Books) => number | null) => {
		const values = [now.figures, ...parts].map(valueOf);
		if (values.includes(null)) return null;
		const [current = 0, ...booked] = values as number[];
		const total = booked.reduce((a, b) => a + b, 0);
		return reading === 'untilThatDay' ? total : current - total;
	};
	return {
		now: { sold: now.figures.sold, roomRevenue: now.figures.roomRevenue },
		then: {
			sold: then(({ sold }) => sold),
			roomRevenue: money(
				then(({ roomRevenue }) => roomRevenue),
				now.currencyCode,
			),
		},
	};
}

interface PickUpValue {
	then: number | null;
	now: number | null;
	/** Now minus then. */
	pickUp: number | null;
}

interface PickUp {
	roomsSold: PickUpValue;
	roomRevenue: PickUpValue;
	adr: PickUpValue;
}

/** The pick-up of some days, over those that are known both then and now. */
export function pickUpOf(days: readonly DayOnTheBooks[], currencyCode: string | null): PickUp {
	const amount = (value: number | null) => money(value, currencyCode);
	const sold = days.filter(({ then, now }) => then.sold !== null && now.sold !== null);
	const earned = sold.filter(({ then, now }) => then.roomRevenue !== null && now.roomRevenue !== null);
	const values = (valueOf: (when: 'then' | 'now') => number | null): PickUpValue => {
		const [then, now] = [valueOf('then'), valueOf('now')];
		return { then, now, pickUp: then === null || now === null ? null : amount(now - then) };
	};
	return {
		roomsSold: values((when) => sum(sold, (day) => day[when].sold)),
		roomRevenue: values((when) => amount(sum(earned, (day) => day[when].roomRevenue))),
		adr: values((when) =>
			amount(
				ratio(
					earned,
					(day) => day[when].roomRevenue,
					(day) => day[when].sold,
				),
			),
		),
	};
}

/** Fewer than no rooms: the API reads `otbDate` in the other way. */
export function isImpossible({ then }: DayOnTheBooks): boolean {
	return (then.sold ?? 0) < 0;
}
