import type { BookingDetail, RoomStay, RoomStayService } from '../bookings/detail/types.mts';
import { commissionOf, roomStayOf } from './reservation.mts';
import type { Desk } from './desk.mts';
import type { Stay } from './stay.mts';

/** What one night of a stay brings in, before tax, in the property's currency. */
export interface NightTakings {
	room: number;
	meals: number;
	other: number;
}

/** What is needed of a stay for the statistics of its nights. */
export interface StayTakings {
	/** One entry per night. */
	nights: NightTakings[];
	guests: number;
}

/** Kept per outline and revision: a stay gets a new outline with every change of its booking. */
const known = new WeakMap<object, StayTakings>();

export function takingsOf(desk: Desk, stay: Stay): StayTakings {
	const remembered = known.get(stay.outline);
	if (remembered !== undefined) return remembered;
	const takings = workOut(desk, stay, desk.detailOf(stay));
	known.set(stay.outline, takings);
	return takings;
}

/**
 * The takings of a stay's nights. The room's part is the night's price without the services that the rate
 * plan includes and without the sales channel's commission. Services of the stay are spread over its nights;
 * those of the whole booking and the early arrival count on the first night, the late departure on the last.
 */
function workOut(desk: Desk, stay: Stay, detail: BookingDetail): StayTakings {
	const roomStay = roomStayOf(detail, stay);
	const nights = roomStay.dailyRates.length;
	const services = roomStay.services ?? [];
	const perNight = (chosen: (service: RoomStayService) => boolean) =>
		services.filter(chosen).reduce((sum, { total }) => sum + total.priceBeforeTax, 0) / nights;
	const included = perNight(({ inclusive }) => inclusive);
	const meals = perNight(({ kind }) => kind === 'Meal');
	const other = perNight(({ kind }) => kind !== 'Meal');
	const kept = 1 - commissionShare(desk, detail);
	const once = chargesOnce(stay, roomStay, detail);
	return {
		nights: roomStay.dailyRates.map(({ priceBeforeTax }, night) => ({
			room: Math.max(0, priceBeforeTax - included) * kept,
			meals,
			other: other + (night === 0 ? once.first : 0) + (night === nights - 1 ? once.last : 0),
		})),
		guests: roomStay.guestCount.adultCount + (roomStay.guestCount.childAges?.length ?? 0),
	};
}

function commissionShare(desk: Desk, detail: BookingDetail): number {
	const commission = commissionOf(desk, detail);
	const price = detail.total.priceBeforeTax;
	return commission === null || price === 0 ? 0 : commission.amount / price;
}

function chargesOnce(
	{ position }: Stay,
	{ extraStayCharges }: RoomStay,
	{ services }: BookingDetail,
): { first: number; last: number } {
	const shared = position === 0 ? (services ?? []) : [];
	return {
		first:
			shared.reduce((sum, { total }) => sum + total.priceBeforeTax, 0) +
			(extraStayCharges?.earlyArrival?.total.priceBeforeTax ?? 0),
		last: extraStayCharges?.lateDeparture?.total.priceBeforeTax ?? 0,
	};
}
