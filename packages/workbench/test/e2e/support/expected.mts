/** What must come out, computed from the API's answers alone and not with the workflows' expressions. */

type Row = Record<string, unknown>;

interface Person {
	firstName?: string | null;
	lastName?: string | null;
}

export interface Booking {
	number: string;
	propertyId: string;
	status: string;
	createdDateTime: string;
	modifiedDateTime: string;
	currencyCode: string;
	customer: Person | null;
	source?: { type?: string };
	cancellation: { penaltyAmount: number | null; cancelledDateTime: string } | null;
	total: { priceBeforeTax: number };
	roomStays: Array<{
		index: number;
		stayDates: { arrivalDateTime: string; departureDateTime: string };
		ratePlans?: Array<{ id: string; name: string }>;
		roomType: { id: string; name: string };
		guestCount: { adultCount: number; childAges: number[] | null };
		guests?: Person[] | null;
		total: { priceBeforeTax: number; priceAfterTax: number };
	}>;
}

export interface OccupancyDay {
	date: string;
	closedRoomCount: number;
	occupancyRoomCount: number;
	complimentaryOccupancyRoomCount: number;
	roomRevenue: number;
	revenue: number;
	mealRevenue: number;
	arrivalCount: number;
	guestCount: number;
}

export interface Occupancy {
	currencyCode: string;
	propertyRoomCount: number;
	dailyOccupancies: OccupancyDay[];
}

const DAY_MS = 86_400_000;

export function nightsOf({ stayDates }: Booking['roomStays'][number]): number {
	const day = (text: string) => Date.parse(`${text.slice(0, 10)}T00:00Z`) / DAY_MS;
	return day(stayDates.departureDateTime) - day(stayDates.arrivalDateTime);
}

/** The rows of a booking in the table `hotel_room_stays`, without `saved_at`. */
export function expectedRows(booking: Booking): Row[] {
	return booking.roomStays.map((stay) => ({
		property_id: booking.propertyId,
		booking_number: booking.number,
		stay_index: stay.index,
		status: booking.status,
		created_at: booking.createdDateTime,
		modified_at: booking.modifiedDateTime,
		cancelled_at: booking.cancellation?.cancelledDateTime ?? null,
		booking_penalty: booking.cancellation?.penaltyAmount ?? null,
		source_type: booking.source?.type ?? null,
		customer_name: nameOf(booking.customer),
		currency: booking.currencyCode,
		arrival: stay.stayDates.arrivalDateTime,
		departure: stay.stayDates.departureDateTime,
		nights: nightsOf(stay),
		room_type_id: stay.roomType.id,
		room_type: stay.roomType.name,
		rate_plan_id: stay.ratePlans?.[0]?.id ?? null,
		rate_plan: stay.ratePlans?.[0]?.name ?? null,
		adults: stay.guestCount.adultCount,
		children: stay.guestCount.childAges?.length ?? null,
		guest_names: (stay.guests ?? []).flatMap((guest) => nameOf(guest) ?? []).join(', ') || null,
		revenue_before_tax: stay.total.priceBeforeTax,
		revenue_after_tax: stay.total.priceAfterTax,
	}));
}

function nameOf(person: Person | null): string | null {
	const shown = [person?.firstName, person?.lastName].filter((part) => part && part !== '*');
	return shown.length > 0 ? shown.join(' ') : null;
}

type Sums = Omit<OccupancyDay, 'date'> & { rooms: number };

/** The lines of the occupancy report, the totals last; `earlier` has the days of the year before, in the same order. */
export function expectedReport(now: Occupancy, earlier: Occupancy): Row[] {
	const [days, before] = [now, earlier].map(({ propertyRoomCount, dailyOccupancies }) =>
		dailyOccupancies.map((day) => ({ ...day, rooms: propertyRoomCount })),
	) as [Array<OccupancyDay & Sums>, Array<OccupancyDay & Sums>];
	const lines = days.map((day, index) => lineOf(day.date, day, before[index] as Sums));
	return [...lines, lineOf('Total', summed(days), summed(before))].map((line) => ({
		...line,
		Currency: now.currencyCode,
	}));
}

function lineOf(title: string, sums: Sums, before: Sums): Row {
	const [now, then] = [kpisOf(sums), kpisOf(before)];
	return {
		Date: title,
		Rooms: sums.rooms,
		'Out of service': sums.closedRoomCount,
		Available: sums.rooms - sums.closedRoomCount,
		Sold: sums.occupancyRoomCount,
		Complimentary: sums.complimentaryOccupancyRoomCount,
		Occupancy: now.occupancy,
		ADR: now.adr,
		RevPAR: now.revPar,
		TRevPAR: ratio(sums.revenue, sums.rooms - sums.closedRoomCount, 2),
		'Room revenue': sums.roomRevenue,
		'Meal revenue': sums.mealRevenue,
		'Total revenue': sums.revenue,
		Arrivals: sums.arrivalCount,
		Guests: sums.guestCount,
		'Guests per room': ratio(
			sums.guestCount,
			sums.occupancyRoomCount + sums.complimentaryOccupancyRoomCount,
			2,
		),
		'Occupancy a year before': then.occupancy,
		'ADR a year before': then.adr,
		'RevPAR a year before': then.revPar,
		'Room revenue a year before': then.roomRevenue,
		'Change of occupancy': change(now.occupancy, then.occupancy),
		'Change of ADR': change(now.adr, then.adr),
		'Change of RevPAR': change(now.revPar, then.revPar),
		'Change of room revenue': change(now.roomRevenue, then.roomRevenue),
	};
}

function kpisOf(sums: Sums) {
	const available = sums.rooms - sums.closedRoomCount;
	return {
		occupancy: ratio(sums.occupancyRoomCount, available, 4),
		adr: ratio(sums.roomRevenue, sums.occupancyRoomCount, 2),
		revPar: ratio(sums.roomRevenue, available, 2),
		roomRevenue: sums.roomRevenue,
	};
}

/** In percent. */
function change(now: number | null, then: number | null): number | null {
	return now === null || !then ? null : rounded(((now - then) / then) * 100, 2);
}

function summed(days: readonly Sums[]): Sums {
	const sum = (field: keyof Sums) =>
		rounded(
			days.reduce((total, day) => total + day[field], 0),
			2,
		);
	return {
		rooms: sum('rooms'),
		closedRoomCount: sum('closedRoomCount'),
		occupancyRoomCount: sum('occupancyRoomCount'),
		complimentaryOccupancyRoomCount: sum('complimentaryOccupancyRoomCount'),
		roomRevenue: sum('roomRevenue'),
		mealRevenue: sum('mealRevenue'),
		revenue: sum('revenue'),
		arrivalCount: sum('arrivalCount'),
		guestCount: sum('guestCount'),
	};
}

function ratio(above: number, below: number, digits: number): number | null {
	return below === 0 ? null : rounded(above / below, digits);
}

export function rounded(value: number, digits: number): number {
	return Math.round(value * 10 ** digits) / 10 ** digits;
}

/** `2026-12-08T15:00` as `Tue 8 Dec 2026`. */
export function dayInWords(dateTime: string): string {
	const text = new Date(`${dateTime.slice(0, 10)}T00:00Z`).toUTCString().slice(0, 16);
	return text.replace(', ', ' ').replace(' 0', ' ');
}

export function pick(row: Row, fields: readonly string[]): Row {
	return Object.fromEntries(fields.map((field) => [field, row[field]]));
}
