import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { money } from '../shared/api/money';
import { at, recordsAt, textAt } from '../shared/api/records';
import { nightsBetween, plusDays } from '../shared/dates/dateRules';

/** What is remembered of a booking's details, to say what changed in them. It names no guest. */
export interface BookingFacts {
	/** First arrival and last departure, `YYYY-MM-DD`. */
	arrivalDate: string | null;
	departureDate: string | null;
	rooms: number | null;
	/** Fingerprint of the room types, in any order. */
	roomTypes: string;
	adults: number | null;
	children: number | null;
	/** With tax, in the currency of the booking. */
	total: number | null;
}

/** Provider: Booking detail. */
export function factsOf(details: IDataObject): BookingFacts {
	const stays = recordsAt(details, 'roomStays');
	const days = (field: string) =>
		stays.flatMap((stay) => textAt(stay, 'stayDates', field)?.slice(0, 10) ?? []).sort();
	const roomTypes = stays.map((stay) => textAt(stay, 'roomType', 'id') ?? '').sort();
	const childAges = stays.map((stay) => at(stay, 'guestCount', 'childAges'));
	const total = at(details, 'total', 'priceAfterTax') ?? at(details, 'total', 'priceBeforeTax');
	return {
		arrivalDate: days('arrivalDateTime')[0] ?? null,
		departureDate: days('departureDateTime').at(-1) ?? null,
		rooms: stays.length,
		roomTypes: fingerprint(JSON.stringify(roomTypes)),
		adults: sum(stays.map((stay) => at(stay, 'guestCount', 'adultCount'))),
		children: sum(childAges.map((ages) => (Array.isArray(ages) ? ages.length : null))),
		total: money(total, at(details, 'currencyCode')),
	};
}

/**
 * The facts in about 16 characters, numbers in base 36 at fixed positions: arrival (3, days since 1970), nights (2),
 * rooms, adults, children (1 each), room types (3), total in thousandths (the rest). `-` is unknown.
 */
export function packFacts({ arrivalDate, departureDate, ...facts }: BookingFacts): string {
	const nights = nightsBetween(arrivalDate, departureDate);
	return [
		packed(dayNumber(arrivalDate), 3),
		packed(nights, 2),
		packed(facts.rooms, 1),
		packed(facts.adults, 1),
		packed(facts.children, 1),
		facts.roomTypes,
		facts.total === null ? '' : Math.round(facts.total * THOUSANDTHS).toString(36),
	].join('');
}

/** The facts that were packed. Numbers beyond what their place can hold are the highest it can. */
export function unpackFacts(text: string): BookingFacts {
	const day = unpacked(text.slice(0, 3));
	const nights = unpacked(text.slice(3, 5));
	const arrivalDate = day === null ? null : plusDays('1970-01-01', day);
	const total = text.slice(11);
	return {
		arrivalDate,
		departureDate: arrivalDate === null || nights === null ? null : plusDays(arrivalDate, nights),
		rooms: unpacked(text.slice(5, 6)),
		adults: unpacked(text.slice(6, 7)),
		children: unpacked(text.slice(7, 8)),
		roomTypes: text.slice(8, 11),
		total: total === '' ? null : parseInt(total, 36) / THOUSANDTHS,
	};
}

/** The day of the last departure, in days since 1970: asked of every remembered booking in every poll. */
export function departureDayOf(text: string): number | null {
	const [day, nights] = [unpacked(text.slice(0, 3)), unpacked(text.slice(3, 5))];
	return day === null || nights === null ? null : day + nights;
}

/** No currency has more than three decimals but one, which is a unit of account. */
const THOUSANDTHS = 1000;
const BASE = 36;
const FINGERPRINT_LENGTH = 3;

/** Days since 1970; null if there is no date. */
export function dayNumber(date: string | null): number | null {
	return nightsBetween('1970-01-01', date);
}

function packed(value: number | null, length: number): string {
	if (value === null || !Number.isInteger(value) || value < 0) return '-'.repeat(length);
	return Math.min(value, BASE ** length - 1)
		.toString(BASE)
		.padStart(length, '0');
}

function unpacked(text: string): number | null {
	return text.includes('-') || text === '' ? null : parseInt(text, BASE);
}

function fingerprint(text: string): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, FINGERPRINT_LENGTH);
}

function sum(values: unknown[]): number | null {
	const known = values.filter((value): value is number => typeof value === 'number');
	return known.length > 0 ? known.reduce((a, b) => a + b, 0) : null;
}
