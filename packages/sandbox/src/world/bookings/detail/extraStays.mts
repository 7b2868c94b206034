import type { PropertyRecord } from '../../content/types.mts';
import type { Random } from '../../random.mts';
import { earlyArrival, lateDeparture, type ExtraStayPrices } from '../../rules/extraStay.mts';
import { rounded } from '../../money.mts';
import { total } from './totals.mts';
import { plannedTimes, type StayOutline } from './outline.mts';
import type { ExtraStayCharges, ExtraStayDetails, RoomStay, RoomStayService } from './types.mts';

/** Share of the guests who ask for other times: some for an early arrival, some for a late departure. */
const EXTRA_STAY_SHARE = 0.45;
const EARLY_SHARE = 0.3;
const LATE_FROM_SHARE = 0.18;
const EARLY_TIMES = ['04:00', '06:15', '08:30', '09:30', '11:00', '12:20'];
const LATE_TIMES = ['12:45', '13:30', '15:00', '16:10', '18:00', '21:30'];

export interface ExtraStayBasis {
	property: PropertyRecord;
	outline: StayOutline;
	dailyRates: RoomStay['dailyRates'];
	services: readonly RoomStayService[];
}

/** The guests ask for other times; the rules decide whether they get them, and at what price. */
export function generateExtraStays(
	random: Random,
	{ property, outline, dailyRates, services }: ExtraStayBasis,
): ExtraStayCharges | undefined {
	const draw = random.fraction();
	const choice = random.fraction();
	if (draw > EXTRA_STAY_SHARE) return undefined;
	const { arrival, departure } = plannedTimes(outline);
	const early = withTime(arrival, EARLY_TIMES, choice);
	const late = withTime(departure, LATE_TIMES, choice);
	const prices = (night: number) => pricesOf(dailyRates.at(night), dailyRates.length, services, property);
	const charges = {
		earlyArrival:
			draw < EARLY_SHARE && early < arrival && !outline.arrivesLater
				? charge(
						early,
						earlyArrival(outline.arrivalRule, property.policy, early.slice(11), prices(0))?.price,
						property,
					)
				: null,
		lateDeparture:
			draw > LATE_FROM_SHARE && late > departure
				? charge(
						late,
						lateDeparture(outline.departureRule, property.policy, late.slice(11), prices(-1))?.price,
						property,
					)
				: null,
	};
	return charges.earlyArrival === null && charges.lateDeparture === null ? undefined : charges;
}

/** The local time with one of the times of day. `draw` is a number from 0 to 1. */
function withTime(local: string, times: readonly string[], draw: number): string {
	return `${local.slice(0, 10)}T${times[Math.floor(draw * times.length)] ?? ''}`;
}

/** @param price undefined = not allowed, null = unspecified */
function charge(
	overriddenDateTime: string,
	price: number | null | undefined,
	{ currency }: PropertyRecord,
): ExtraStayDetails | null {
	return price === undefined || price === null
		? null
		: { overriddenDateTime, total: total(price, null, currency) };
}

/** The nights of a booking do not show the surcharge for extra places. */
function pricesOf(
	rate: RoomStay['dailyRates'][number] | undefined,
	nights: number,
	services: readonly RoomStayService[],
	{ currency }: PropertyRecord,
): ExtraStayPrices {
	const perNight = (isMeal: boolean) =>
		services
			.filter(({ inclusive, kind }) => !inclusive && (kind === 'Meal') === isMeal)
			.reduce((sum, service) => sum + rounded(service.total.priceBeforeTax / nights, currency), 0);
	return {
		currency,
		night: rate?.priceBeforeTax ?? 0,
		extraPlaces: 0,
		meals: perNight(true),
		otherServices: perNight(false),
	};
}
