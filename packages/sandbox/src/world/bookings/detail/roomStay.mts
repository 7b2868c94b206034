import type { PropertyRecord, RatePlanRecord } from '../../content/types.mts';
import type { Random } from '../../random.mts';
import { toWireDate } from '../../time.mts';
import { generateExtraStays } from './extraStays.mts';
import { rounded } from '../../money.mts';
import { sumOfTotals, total } from './totals.mts';
import { plannedTimes, type StayOutline } from './outline.mts';
import { generateGuests, namedFirst } from './people.mts';
import { dailyPrice, stayPrice } from './prices.mts';
import { generateRoomStayServices } from './services.mts';
import type { Discount, PersonName, RoomStay } from './types.mts';

const DISCOUNT_SHARE = 0.3;

export interface StayBasis {
	property: PropertyRecord;
	/** A usual price of one night, in the property's currency. */
	nightPrice: number;
	outline: StayOutline;
	/** Grows with every change of the booking: 1 = the price as booked, 0 = free of charge. */
	priceFactor: number;
	/** Whether the guests have names in Latin letters. */
	latinNames?: boolean;
	/** The guest of the first place, where the booking named one. */
	guest?: PersonName;
}

/** Generates one room stay. Draws happen in a fixed order, so a changed price leaves everything else alone. */
export function generateRoomStay(random: Random, basis: StayBasis): RoomStay {
	const { property } = basis;
	const { nights, roomType, position, ratePlans } = basis.outline;
	const times = plannedTimes(basis.outline);
	const firstPlan = ratePlans[0] ?? random.pick(property.ratePlans);
	const nightPrice = stayPrice(basis.nightPrice, random.fraction()) * basis.priceFactor;
	const discounts = generateDiscounts(random, nightPrice * nights, property.currency);
	const dailyRates = dailyRatesOf(random, ratePlans, nightPrice, basis);
	const adultCount = random.integer(1, roomType.occupancy.adultBed);
	const services = generateRoomStayServices(random, property, firstPlan, basis.nightPrice, nights);
	const extraStayCharges = generateExtraStays(random, { ...basis, dailyRates, services: services ?? [] });
	const nightsTotal = total(
		dailyRates.reduce((sum, { priceBeforeTax }) => sum + priceBeforeTax, 0),
		discounts,
		property.currency,
	);
	const extras = [extraStayCharges?.earlyArrival?.total, extraStayCharges?.lateDeparture?.total];
	const charged = (services ?? []).filter(({ inclusive }) => !inclusive).map((service) => service.total);
	return {
		index: position + 1,
		stayDates: { arrivalDateTime: times.arrival, departureDateTime: times.departure },
		ratePlans: ratePlans.map(({ id, name }) => ({ id, name })),
		roomType: { id: roomType.id, name: roomType.name },
		guestCount: { adultCount, childAges: generateChildAges(random) },
		guests: namedFirst(generateGuests(random, adultCount, basis.latinNames), basis.guest),
		dailyRates,
		total: sumOfTotals(
			[nightsTotal, ...charged, ...extras.filter((part) => part !== undefined)],
			property.currency,
		),
		services,
		...(extraStayCharges !== undefined && { extraStayCharges }),
	};
}

function dailyRatesOf(
	random: Random,
	ratePlans: readonly RatePlanRecord[],
	nightPrice: number,
	{ property, outline: { arrivalDay, nights } }: StayBasis,
): RoomStay['dailyRates'] {
	const secondPlanFrom = Math.ceil(nights / 2);
	return Array.from({ length: nights }, (_, night) => ({
		ratePlanId: (night < secondPlanFrom ? ratePlans[0] : ratePlans.at(-1))?.id ?? '',
		priceBeforeTax: rounded(dailyPrice(nightPrice, random.fraction()), property.currency),
		date: toWireDate(arrivalDay + night),
	}));
}

/** Discounts already taken off the daily prices. */
function generateDiscounts(random: Random, price: number, currency: string): Discount[] | null {
	const draw = random.fraction();
	const percent = random.pick([5, 10, 12.5, 15]);
	if (draw > DISCOUNT_SHARE || price === 0) return null;
	const name = draw < 0.05 ? null : 'Gold';
	if (draw < 0.2) {
		return [
			{ amount: rounded((price * percent) / 100, currency), discountType: 'Percentage', name, percent },
		];
	}
	return [{ amount: rounded(price / 20, currency), discountType: 'Fixed', name }];
}

function generateChildAges(random: Random): number[] | null {
	const draw = random.fraction();
	const ages = [random.integer(0, 17), random.integer(0, 17)];
	if (draw < 0.1) return null;
	return draw < 0.75 ? [] : ages.slice(0, draw < 0.9 ? 1 : 2);
}
