import { rounded } from '../money.mts';
import { dailyPrice, stayPrice } from '../bookings/detail/prices.mts';
import type { RatePlanRecord, RoomTypeRecord } from '../content/types.mts';
import type { PmsView } from '../pms/pmsView.mts';
import { Random } from '../random.mts';
import { toWireDate } from '../time.mts';

/** The surcharge for everyone in an extra bed. */
const EXTRA_BED_SHARE = 0.2;

/**
 * The price of a night under a rate plan: a function of the seed, the rate plan, the room type and the date,
 * by the rule that also prices the bookings.
 */
export function nightRate(
	{ seed, property }: PmsView,
	ratePlan: RatePlanRecord,
	roomType: RoomTypeRecord,
	day: number,
	extraBeds: number,
): number {
	const { nightPrice, currency } = property.place;
	const usual = new Random(seed, property.id, 'rate', ratePlan.id, roomType.id).fraction();
	const onDay = new Random(seed, property.id, 'rate', ratePlan.id, roomType.id, toWireDate(day)).fraction();
	const price = dailyPrice(stayPrice(nightPrice, usual), onDay);
	return rounded(price * (1 + EXTRA_BED_SHARE * extraBeds), currency);
}
