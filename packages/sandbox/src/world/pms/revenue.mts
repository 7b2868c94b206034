import { divided, rounded } from '../money.mts';
import type { BookingDetail, RoomStay, RoomStayService } from '../bookings/detail/types.mts';
import { commissionOf } from './commission.mts';
import { roomStayOf } from './stayRecord.mts';
import type { PmsView } from './pmsView.mts';
import type { Stay } from './stay.mts';

/** The revenue of one night of a stay, in the property's currency. */
export interface NightRevenue {
	/** Net: without taxes, the channel's commission and the services in the price. */
	room: number;
	/** Without taxes. */
	meals: number;
	/** Everything that the guests pay, with taxes. */
	gross: number;
}

/** The part of a stay that the daily statistics need. */
export interface StayRevenue {
	/** One entry per night. */
	nights: NightRevenue[];
	guests: number;
}

/** Cached by outline: a stay gets a new one with every change of its booking. */
const known = new WeakMap<object, StayRevenue>();

export function revenueOf(view: PmsView, stay: Stay): StayRevenue {
	const cached = known.get(stay.outline);
	if (cached !== undefined) return cached;
	const revenue = computeRevenue(view, stay, view.detailOf(stay));
	known.set(stay.outline, revenue);
	return revenue;
}

/**
 * The revenue of a stay's nights, in whole cents: those of all nights add up to the total of the stay. Services
 * are spread evenly over the nights; those of the whole booking and the early arrival count on the first night,
 * the late departure on the last.
 */
function computeRevenue(view: PmsView, stay: Stay, detail: BookingDetail): StayRevenue {
	const { currency } = view.content;
	const roomStay = roomStayOf(detail, stay);
	const prices = roomStay.dailyRates.map(({ priceBeforeTax }) => priceBeforeTax);
	const services = roomStay.services ?? [];
	const spread = (amount: number) =>
		divided(
			amount,
			prices.map(() => 1),
			currency,
		);
	const net = (chosen: (service: RoomStayService) => boolean) =>
		spread(services.filter(chosen).reduce((sum, { total }) => sum + total.priceBeforeTax, 0));
	const includedMeals = net(({ inclusive, kind }) => inclusive && kind === 'Meal');
	const included = net(({ inclusive }) => inclusive);
	const mealsOnTop = net(({ inclusive, kind }) => !inclusive && kind === 'Meal');
	const onTop = services
		.filter(({ inclusive }) => !inclusive)
		.reduce((sum, { total }) => sum + total.priceAfterTax, 0);
	const { first, last } = chargedOnce(stay, roomStay, detail);
	const extraStays =
		grossOf(roomStay.extraStayCharges?.earlyArrival) + grossOf(roomStay.extraStayCharges?.lateDeparture);
	const rooms = divided(roomStay.total.priceAfterTax - onTop - extraStays, prices, currency);
	const servicesOnTop = spread(onTop);
	const kept = 1 - commissionShare(view, detail);
	return {
		nights: prices.map((price, night) => ({
			room: rounded(Math.max(0, price - at(included, night)) * kept, currency),
			// Included services cost at most the price: free nights include nothing.
			meals: Math.min(price, at(includedMeals, night)) + at(mealsOnTop, night),
			gross:
				at(rooms, night) +
				at(servicesOnTop, night) +
				(night === 0 ? first : 0) +
				(night === prices.length - 1 ? last : 0),
		})),
		guests: roomStay.guestCount.adultCount + (roomStay.guestCount.childAges?.length ?? 0),
	};
}

function at(amounts: readonly number[], night: number): number {
	return amounts[night] ?? 0;
}

function commissionShare(view: PmsView, detail: BookingDetail): number {
	const commission = commissionOf(view, detail);
	const price = detail.total.priceBeforeTax;
	return commission === null || price === 0 ? 0 : commission.amount / price;
}

function chargedOnce(
	{ position }: Stay,
	{ extraStayCharges }: RoomStay,
	{ services }: BookingDetail,
): { first: number; last: number } {
	const shared = position === 0 ? (services ?? []) : [];
	return {
		first:
			shared.reduce((sum, service) => sum + grossOf(service), 0) + grossOf(extraStayCharges?.earlyArrival),
		last: grossOf(extraStayCharges?.lateDeparture),
	};
}

function grossOf(charge: { total: { priceAfterTax: number } } | null | undefined): number {
	return charge?.total.priceAfterTax ?? 0;
}
