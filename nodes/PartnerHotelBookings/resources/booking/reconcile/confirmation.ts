import { findBooking } from '../../../../shared/api/bookings/bookingsFeed';
import { absenceOf } from '../../../../shared/api/property/propertyCache';
import type { Api } from '../../../../shared/transport/types';
import { textIn } from '../../../../shared/util/json';
import { mapConcurrently, REQUESTS_AT_ONCE } from '../../../../shared/util/mapConcurrently';
import { hasLetters } from './comparison';
import { hotelBooking, numberKey, type HotelBooking } from './hotelBooking';
import type { OwnBooking } from './ownBookings';

/** An own booking that the feed does not list. */
export interface Unlisted {
	propertyId: string;
	own: OwnBooking;
	/** How its number may be written at the hotel, the most likely way first. */
	spellings: readonly string[];
}

/** The hotel has it; said that it has not; or was not asked, or gave no clear response. */
export type Confirmation = HotelBooking | 'open' | 'unknown';

/** A number is looked up by its exact letters. @param isSpelledAlike its spelling is known to be that of the hotel */
export function spellingsOf(number: string, isSpelledAlike: boolean): string[] {
	if (isSpelledAlike || !hasLetters(number)) return [number];
	return [...new Set([number, number.toUpperCase(), number.toLowerCase()])];
}

/**
 * Asks the hotel for bookings by their numbers, in their order. After a response that is neither a booking nor "not
 * found", it is asked for no more.
 * @param maxRequests at most so many are sent
 * @returns why there was no clear response to some request, in words
 */
export async function confirm(
	api: Api,
	unlisted: readonly Unlisted[],
	maxRequests: number,
): Promise<{ confirmations: Confirmation[]; failure?: string }> {
	let left = maxRequests;
	let failure: string | undefined;
	const ask = async (propertyId: string, number: string): Promise<Confirmation> => {
		if (left === 0 || failure !== undefined) return 'open';
		left -= 1;
		const found = findBooking(api, propertyId, number).then((record): Confirmation => {
			if (record === undefined) return 'unknown';
			const named = textIn(record, 'number');
			if (named !== undefined && numberKey(named) === numberKey(number)) return hotelBooking(record, named);
			failure ??= 'The partner API returned another booking than the one it was asked for';
			return 'open';
		});
		return await found.catch((error) => {
			if (absenceOf(error) === undefined) throw error;
			failure ??= (error as Error).message;
			return 'open';
		});
	};
	const confirmations = await mapConcurrently(
		unlisted,
		REQUESTS_AT_ONCE,
		async ({ propertyId, spellings }) => {
			for (const number of spellings) {
				const response = await ask(propertyId, number);
				if (response !== 'unknown') return response;
			}
			return 'unknown';
		},
	);
	return { confirmations, failure };
}
