import type {
	ExtraStayRule,
	PropertyRecord,
	PropertyRules,
	RatePlanRecord,
	RoomTypeRecord,
} from '../../content/types.mts';
import { Random } from '../../random.mts';
import { usualTimes } from '../../rules/extraStay.mts';
import { toWireDate } from '../../time.mts';
import type { Booking } from '../types.mts';

const GROUP_SHARE = 0.15;
const MAX_STAY_NIGHTS = 9;
const COMES_LATER_SHARE = 0.25;
const COMPLIMENTARY_SHARE = 0.02;
const SECOND_RATE_PLAN_SHARE = 0.15;
const LATER_ARRIVAL_SHARE = 0.12;
/** After the usual times of all properties. */
const LATER_TIMES = ['17:30', '18:00', '19:45', '21:15'];

/** What `generateDetail` draws before it comes to the room stays. */
const DRAWS_BEFORE_STAYS = 6;

/** When and where a room stay is: what is known without generating the rest of the booking. */
export interface StayOutline {
	/** 0 for the first room stay of a booking. */
	position: number;
	arrivalDay: number;
	nights: number;
	roomType: RoomTypeRecord;
	/** One, or two when the plan changes half-way. */
	ratePlans: readonly RatePlanRecord[];
	/** Of the plan of the first night and of that of the last one; undefined = no extra stays. */
	arrivalRule: ExtraStayRule | undefined;
	departureRule: ExtraStayRule | undefined;
	/** `HH:mm`, property time: the usual times, or a later arrival that the guests chose. */
	checkInTime: string;
	checkOutTime: string;
	arrivesLater: boolean;
	/** True when the nights cost nothing. */
	complimentary: boolean;
}

export interface OutlineSetting {
	seed: number;
	/** In the property's own language. */
	property: PropertyRecord;
	rules: PropertyRules;
}

/** The planned times of a stay, `YYYY-MM-DDThh:mm`, property time. */
export function plannedTimes({ arrivalDay, nights, checkInTime, checkOutTime }: StayOutline): {
	arrival: string;
	departure: string;
} {
	return {
		arrival: `${toWireDate(arrivalDay)}T${checkInTime}`,
		departure: `${toWireDate(arrivalDay + nights)}T${checkOutTime}`,
	};
}

/** The room stays of a booking in outline, the same that `generateDetail` fills in. */
export function outlineStays(booking: Booking, setting: OutlineSetting): StayOutline[] {
	const random = new Random(setting.seed, setting.property.id, booking.number);
	random.discard(DRAWS_BEFORE_STAYS);
	return drawOutlines(random, booking, setting).map(({ outline }) => outline);
}

/** Draws the outlines; each comes with the random sequence for the rest of its room stay. */
export function drawOutlines(
	random: Random,
	booking: Booking,
	{ seed, property, rules }: OutlineSetting,
): Array<{ outline: StayOutline; own: Random }> {
	const generatedStays = random.chance(GROUP_SHARE) ? random.integer(2, 4) : 1;
	const generatedNights = random.integer(1, MAX_STAY_NIGHTS);
	const { wishes } = booking;
	return Array.from({ length: wishes?.roomStays ?? generatedStays }, (_, position) => {
		const own = new Random(seed, property.id, booking.number, 'room stay', position);
		const drawnLater = position > 0 && own.chance(COMES_LATER_SHARE);
		const comesLater = drawnLater && wishes?.sameDates !== true ? 1 : 0;
		const added = new Random(seed, property.id, booking.number, 'complimentary', position);
		const isGift = added.chance(COMPLIMENTARY_SHARE);
		const arrivesLater = added.chance(LATER_ARRIVAL_SHARE);
		const nights = wishes?.nights ?? generatedNights;
		const roomType = own.pick(property.roomTypes);
		const ratePlans = pickRatePlans(own, property, nights);
		const [arrivalRule, departureRule] = [ratePlans[0], ratePlans.at(-1)].map((ratePlan) =>
			rules.extraStayRules.find(({ id }) => id === ratePlan?.extraStayRuleId),
		);
		const outline = {
			position,
			arrivalDay: booking.arrivalDay + comesLater,
			nights,
			roomType,
			ratePlans,
			arrivalRule,
			departureRule,
			checkInTime: arrivesLater
				? added.pick(LATER_TIMES)
				: usualTimes(arrivalRule, property.policy).checkInTime,
			checkOutTime: usualTimes(departureRule, property.policy).checkOutTime,
			arrivesLater,
			complimentary: wishes?.complimentary ?? isGift,
		};
		return { outline, own };
	});
}

/** One rate plan, or two when a longer stay changes its plan half-way. */
function pickRatePlans(random: Random, property: PropertyRecord, nights: number): RatePlanRecord[] {
	const first = random.pick(property.ratePlans);
	const second = random.pick(property.ratePlans);
	const both = random.chance(SECOND_RATE_PLAN_SHARE) && nights > 1 && second.id !== first.id;
	return both ? [first, second] : [first];
}
