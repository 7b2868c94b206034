import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { money } from '../shared/api/response/money';
import { at, recordsAt, textAt } from '../shared/api/response/records';
import { nightsBetween, plusDays } from '../shared/dates/dateRules';
import { OTHER_OF_BOOKING, OTHER_OF_STAY, publishedOf } from './bookingFields';

/** `YYYY-MM-DD`. */
export interface StayDates {
	arrivalDate: string | null;
	departureDate: string | null;
}

/** What is remembered of a booking's details, to say what changed in them. It names no guest. */
export interface BookingFacts extends StayDates {
	/** Of each room stay, in the order of their index. */
	stays: StayDates[];
	/** Fingerprint of the room types, in any order. */
	roomTypes: string;
	adults: number | null;
	children: number | null;
	/** Fingerprint of the children's ages; empty without children. */
	ages: string;
	/** Fingerprint of everything else of the booking as a whole. */
	other: string;
	/** The same of its room stays. */
	otherOfStays: string;
	/** With tax, in the currency of the booking. */
	total: number | null;
}

/** Provider: Booking detail. */
export function factsOf(details: IDataObject): BookingFacts {
	const indexed = recordsAt(details, 'roomStays').map((stay, position) => ({
		stay,
		index: Number(stay.index ?? position),
	}));
	const stays = indexed.sort((one, other) => one.index - other.index).map(({ stay }) => stay);
	const dates = stays.map((stay) => ({
		arrivalDate: dayIn(stay, 'arrivalDateTime'),
		departureDate: dayIn(stay, 'departureDateTime'),
	}));
	const childAges = stays.map((stay) => at(stay, 'guestCount', 'childAges'));
	const ages = childAges.flatMap((one) => (Array.isArray(one) ? one : [])).sort();
	const total = at(details, 'total', 'priceAfterTax') ?? at(details, 'total', 'priceBeforeTax');
	return {
		arrivalDate: dates.flatMap(({ arrivalDate }) => arrivalDate ?? []).sort()[0] ?? null,
		departureDate:
			dates
				.flatMap(({ departureDate }) => departureDate ?? [])
				.sort()
				.at(-1) ?? null,
		stays: dates,
		roomTypes: fingerprint(stays.map((stay) => textAt(stay, 'roomType', 'id') ?? '').sort()),
		adults: sum(stays.map((stay) => at(stay, 'guestCount', 'adultCount'))),
		children: sum(childAges.map((one) => (Array.isArray(one) ? one.length : null))),
		ages: ages.length > 0 ? fingerprint(ages) : '',
		other: fingerprint([publishedOf(details, OTHER_OF_BOOKING)]),
		otherOfStays: fingerprint(stays.map(otherOfStay).sort()),
		total: money(total, at(details, 'currencyCode')),
	};
}

/**
 * The facts in about 22 characters, numbers in base 36: arrival (3, days since 1970), nights (2), rooms, adults and
 * children (1 each, more if there are many), then the fingerprints (3 each), the total in thousandths, and where they
 * differ the nights of each room stay and how many days after the arrival it begins. `-` is unknown.
 */
export function packFacts(facts: BookingFacts): string {
	const { arrivalDate, departureDate, stays } = facts;
	const differ = stays.some(
		(stay) => stay.arrivalDate !== arrivalDate || stay.departureDate !== departureDate,
	);
	return [
		packed(dayNumber(arrivalDate), 3),
		packed(nightsBetween(arrivalDate, departureDate), 2),
		packedCount(stays.length),
		packedCount(facts.adults),
		packedCount(facts.children),
		facts.roomTypes,
		facts.other,
		facts.otherOfStays,
		facts.ages,
		facts.total === null ? '' : Math.round(facts.total * THOUSANDTHS).toString(BASE),
		...(differ ? [STAYS_MARK, ...stays.map((stay) => packedStay(stay, arrivalDate))] : []),
	].join('');
}

/** The facts that were packed. Nights and days beyond what their place can hold are the highest it can. */
export function unpackFacts(text: string): BookingFacts {
	const [head = '', ofStays] = text.split(STAYS_MARK);
	const read = new Reader(head);
	const arrivalDate = dayAfter('1970-01-01', read.number(3));
	const departureDate = dayAfter(arrivalDate, read.number(2));
	const [rooms, adults, children] = [read.count() ?? 0, read.count(), read.count()];
	const roomTypes = read.take(FINGERPRINT_LENGTH);
	const other = read.take(FINGERPRINT_LENGTH);
	const otherOfStays = read.take(FINGERPRINT_LENGTH);
	const ages = children ? read.take(FINGERPRINT_LENGTH) : '';
	const total = read.rest();
	const staysReader = ofStays === undefined ? undefined : new Reader(ofStays);
	const stays = Array.from({ length: rooms }, (): StayDates => {
		if (!staysReader) return { arrivalDate, departureDate };
		const stayArrival = dayAfter(arrivalDate, staysReader.count());
		return { arrivalDate: stayArrival, departureDate: dayAfter(stayArrival, staysReader.count()) };
	});
	return {
		arrivalDate,
		departureDate,
		stays,
		roomTypes,
		adults,
		children,
		ages,
		other,
		otherOfStays,
		total: total === '' ? null : parseInt(total, BASE) / THOUSANDTHS,
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
const STAYS_MARK = ',';
/** Stands before a count of three digits. */
const MANY = '+';
const MANY_LENGTH = 3;

/** Days since 1970; null if there is no date. */
export function dayNumber(date: string | null): number | null {
	return nightsBetween('1970-01-01', date);
}

class Reader {
	private position = 0;

	constructor(private readonly text: string) {}

	take(length: number): string {
		return this.text.slice(this.position, (this.position += length));
	}

	rest(): string {
		return this.text.slice(this.position);
	}

	number(length: number): number | null {
		return unpacked(this.take(length));
	}

	count(): number | null {
		const first = this.take(1);
		return unpacked(first === MANY ? this.take(MANY_LENGTH) : first);
	}
}

function packedStay(stay: StayDates, arrivalDate: string | null): string {
	return (
		packedCount(nightsBetween(arrivalDate, stay.arrivalDate)) +
		packedCount(nightsBetween(stay.arrivalDate, stay.departureDate))
	);
}

function packedCount(value: number | null): string {
	return (value ?? 0) < BASE ? packed(value, 1) : MANY + packed(value, MANY_LENGTH);
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

function dayAfter(date: string | null, days: number | null): string | null {
	return date === null || days === null ? null : plusDays(date, days);
}

function dayIn(stay: IDataObject, field: string): string | null {
	return textAt(stay, 'stayDates', field)?.slice(0, 10) ?? null;
}

/** Times of day are no dates: an earlier hour is something else that changed. */
function otherOfStay(stay: IDataObject): string {
	const times = [
		textAt(stay, 'stayDates', 'arrivalDateTime'),
		textAt(stay, 'stayDates', 'departureDateTime'),
		textAt(stay, 'extraStayCharges', 'earlyArrival', 'overriddenDateTime'),
		textAt(stay, 'extraStayCharges', 'lateDeparture', 'overriddenDateTime'),
	].map((time) => time?.slice(10) ?? '');
	return [...times, publishedOf(stay, OTHER_OF_STAY)].join(' ');
}

function fingerprint(texts: readonly unknown[]): string {
	const hash = createHash('sha256').update(JSON.stringify(texts));
	return hash.digest('base64url').slice(0, FINGERPRINT_LENGTH);
}

function sum(values: unknown[]): number | null {
	const known = values.filter((value): value is number => typeof value === 'number');
	return known.length > 0 ? known.reduce((a, b) => a + b, 0) : null;
}
