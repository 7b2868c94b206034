import type { PropertyRecord, RoomTypeRecord } from '../../content/types.mts';
import { Random } from '../../random.mts';
import type { Booking } from '../types.mts';

const GROUP_SHARE = 0.15;
const LONGEST_STAY_NIGHTS = 9;
const COMES_LATER_SHARE = 0.25;
const COMPLIMENTARY_SHARE = 0.02;

/** What `inventDetail` draws for source, customer and penalty before it comes to the room stays. */
const DRAWS_BEFORE_STAYS = 6;

/** When and where a room stay is: what can be told without inventing the rest of the booking. */
export interface StayOutline {
	/** 0 for the first room stay of a booking. */
	position: number;
	arrivalDay: number;
	nights: number;
	roomType: RoomTypeRecord;
	/** True when the nights cost nothing. */
	complimentary: boolean;
}

export interface OutlineSetting {
	seed: number;
	property: PropertyRecord;
}

/** The room stays of a booking in outline, the same that `inventDetail` fills in. */
export function outlineStays(booking: Booking, setting: OutlineSetting): StayOutline[] {
	const random = new Random(setting.seed, setting.property.id, booking.number);
	random.skip(DRAWS_BEFORE_STAYS);
	return drawOutlines(random, booking, setting).map(({ outline }) => outline);
}

/** Draws the outlines; each comes with the sequence that its room stay goes on with. */
export function drawOutlines(
	random: Random,
	booking: Booking,
	{ seed, property }: OutlineSetting,
): Array<{ outline: StayOutline; own: Random }> {
	const inventedStays = random.chance(GROUP_SHARE) ? random.integer(2, 4) : 1;
	const inventedNights = random.integer(1, LONGEST_STAY_NIGHTS);
	const { wishes } = booking;
	return Array.from({ length: wishes?.roomStays ?? inventedStays }, (_, position) => {
		const own = new Random(seed, property.id, booking.number, 'room stay', position);
		const comesLater = position > 0 && own.chance(COMES_LATER_SHARE) ? 1 : 0;
		const gift = new Random(seed, property.id, booking.number, 'complimentary', position);
		const outline = {
			position,
			arrivalDay: booking.arrivalDay + comesLater,
			nights: wishes?.nights ?? inventedNights,
			roomType: own.pick(property.roomTypes),
			complimentary: wishes?.complimentary ?? gift.chance(COMPLIMENTARY_SHARE),
		};
		return { outline, own };
	});
}
