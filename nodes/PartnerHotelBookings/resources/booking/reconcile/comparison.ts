import { inSlices } from '../../../../shared/util/inSlices';
import { isCancelledAtHotel, isSameStatus, type HotelBooking } from './hotelBooking';
import type { HeldBookings, OwnBooking, OwnState } from './ownBookings';
import { concernsBoth, concernsHotel, shouldBeListed, type Window } from './window';

/** What can come of a booking, in the order of the documentation. */
export const RESULTS = [
	'missing',
	'cancelledAbsent',
	'changed',
	'cancelled',
	'unknown',
	'unconfirmed',
	'equal',
] as const;
export type Result = (typeof RESULTS)[number];

/** One booking, compared. */
export interface ComparedBooking {
	result: Result;
	number: string;
	/** As the hotel has it; absent if it does not, or if that is not known. */
	hotel?: HotelBooking;
	/** The items about it; none if it is in no item. */
	states: readonly OwnState[];
	differences: Array<'modifiedDateTime' | 'status'>;
}

export interface Comparison {
	bookings: ComparedBooking[];
	/** Own bookings that the feed should list and does not: whether the hotel knows them is still to be asked. */
	unlisted: OwnBooking[];
	/** Own bookings that neither side changed in the window, or only just now. */
	notCompared: number;
	/** By how many seconds each time in the items is later than that of the hotel. */
	shifts: number[];
	/** Every number with letters is spelled as the hotel spells it, and there is one. */
	spellsAlike: boolean;
}

/** What is compared, and whether states are. */
export interface Rules extends Window {
	comparesStatus: boolean;
}

/**
 * The bookings of one property: what the feed lists (in its order), then own bookings that it does not list although
 * they were modified in the window (in the order of the items).
 * @param listed also from before the window
 */
export async function compareBookings(
	listed: ReadonlyMap<string, HotelBooking>,
	held: HeldBookings,
	rules: Rules,
): Promise<Comparison> {
	const comparison: Omit<Comparison, 'spellsAlike'> = {
		bookings: [],
		unlisted: [],
		notCompared: 0,
		shifts: [],
	};
	const spellings = { alike: false, otherwise: false };
	await inSlices(listed, ([key, hotel]) => {
		const own = held.get(key);
		if (own === undefined) {
			if (concernsHotel(hotel, rules)) comparison.bookings.push(absentBooking(hotel));
			return;
		}
		if (own.number !== hotel.number) spellings.otherwise = true;
		else if (hasLetters(own.number)) spellings.alike = true;
		for (const shift of shiftsOf(hotel, own.states)) comparison.shifts.push(shift);
		if (concernsBoth(hotel, own.states, rules)) {
			comparison.bookings.push(comparedBooking(hotel, own.states, rules));
		} else comparison.notCompared += 1;
	});
	await inSlices(held, ([key, own]) => {
		if (listed.has(key)) return;
		if (shouldBeListed(own.states, rules)) comparison.unlisted.push(own);
		else comparison.notCompared += 1;
	});
	return { ...comparison, spellsAlike: spellings.alike && !spellings.otherwise };
}

/** A system that keeps active bookings only has none that are cancelled, which is no fault of it. */
function absentBooking(hotel: HotelBooking): ComparedBooking {
	const result = isCancelledAtHotel(hotel) ? 'cancelledAbsent' : 'missing';
	return { result, number: hotel.number, hotel, states: [], differences: [] };
}

/** A booking of both sides. */
export function comparedBooking(
	hotel: HotelBooking,
	states: readonly OwnState[],
	{ comparesStatus }: Pick<Rules, 'comparesStatus'>,
): ComparedBooking {
	const otherStatus = comparesStatus && states.some((state) => hasOtherStatus(hotel, state));
	const otherTime = states.some((state) => hasOtherTime(hotel, state));
	const differs = otherStatus || otherTime;
	return {
		result: otherStatus && isCancelledAtHotel(hotel) ? 'cancelled' : differs ? 'changed' : 'equal',
		number: hotel.number,
		hotel,
		states,
		differences: [
			...(otherStatus ? (['status'] as const) : []),
			...(otherTime ? (['modifiedDateTime'] as const) : []),
		],
	};
}

/** An own booking that the hotel does not have, or of which that could not be asked. */
export function unlistedBooking(
	result: 'unconfirmed' | 'unknown',
	{ number, states }: OwnBooking,
): ComparedBooking {
	return { result, number, states, differences: [] };
}

export function hasOtherStatus({ status }: HotelBooking, { meaning }: OwnState): boolean {
	return !isSameStatus(meaning, status);
}

/** Times that neither side has are equal. */
export function hasOtherTime(hotel: HotelBooking, { modifiedSeconds }: OwnState): boolean {
	return !Object.is(modifiedSeconds, hotel.modifiedSeconds);
}

function shiftsOf(hotel: HotelBooking, states: readonly OwnState[]): number[] {
	return states
		.map(({ modifiedSeconds }) => modifiedSeconds - hotel.modifiedSeconds)
		.filter((shift) => !Number.isNaN(shift));
}

export function hasLetters(number: string): boolean {
	return /\p{Cased_Letter}/u.test(number);
}
