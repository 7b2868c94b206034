import type { PropertyRecord } from '../../content/types.mts';
import { Random } from '../../random.mts';
import { toWireInstant } from '../../time.mts';
import type { Booking } from '../types.mts';
import { inventGuarantee } from './guarantee.mts';
import { rounded, sumOfTotals, TAXES } from './money.mts';
import { drawOutlines } from './outline.mts';
import { inventCustomer } from './people.mts';
import { inventRoomStay } from './roomStay.mts';
import { inventBookingServices } from './services.mts';
import { inventSource } from './source.mts';
import type { BookingDetail, RoomStay } from './types.mts';

const PRICE_STEP_PER_REVISION = 0.03;

/** Where a booking belongs. */
export interface DetailSetting {
	seed: number;
	/** In the property's own language. */
	property: PropertyRecord;
	/** A usual price of one night, in the property's currency. */
	nightPrice: number;
}

/**
 * Invents the detail of a booking. It depends only on the seed, the number, the revision and what was wished
 * for, so it need not be kept. A new revision changes prices and the services of the booking; people, source
 * and rooms stay.
 */
export function inventDetail(booking: Booking, setting: DetailSetting): BookingDetail {
	const { seed, property } = setting;
	const random = new Random(seed, property.id, booking.number);
	const source = inventSource(random, property.id, booking.wishes?.source);
	const customer = inventCustomer(random);
	const penaltyShare = random.pick([null, 0, 0.5, 1]);
	const roomStays = inventRoomStays(random, booking, setting);
	const later = new Random(seed, property.id, booking.number, booking.revision);
	const services = inventBookingServices(later, property, setting.nightPrice);
	const parts = [...roomStays, ...services].map((part) => part.total);
	const total = sumOfTotals(parts, property.currency);
	const penaltyAmount =
		penaltyShare === null ? null : rounded(total.priceBeforeTax * penaltyShare, property.currency);
	return {
		propertyId: property.id,
		number: booking.number,
		status: booking.status,
		createdDateTime: toWireInstant(booking.createdMs),
		modifiedDateTime: toWireInstant(booking.modifiedMs),
		guaranteeInfo: inventGuarantee(random, total.priceAfterTax, property.currency),
		currencyCode: property.currency,
		roomStays,
		services: services.length === 0 && random.chance(0.3) ? null : services,
		total,
		taxes: TAXES.map(({ index, name, description }) => ({ index, name, description })),
		cancellation:
			booking.cancelledMs === undefined
				? null
				: { penaltyAmount, cancelledDateTime: toWireInstant(booking.cancelledMs) },
		source,
		customer,
	};
}

function inventRoomStays(random: Random, booking: Booking, setting: DetailSetting): RoomStay[] {
	return drawOutlines(random, booking, setting).map(({ outline, own }) =>
		inventRoomStay(own, {
			property: setting.property,
			nightPrice: setting.nightPrice,
			outline,
			priceFactor: outline.complimentary ? 0 : 1 + PRICE_STEP_PER_REVISION * booking.revision,
		}),
	);
}
