import { Random } from '../../random.mts';
import { toWireInstant } from '../../time.mts';
import type { Booking } from '../types.mts';
import { generateGuarantee } from './guarantee.mts';
import { cancellationOf, requiredPrepaymentOf } from './cancellation.mts';
import { sumOfTotals, TAXES } from './totals.mts';
import { drawOutlines, type OutlineSetting } from './outline.mts';
import { enteredName, generateCustomer } from './people.mts';
import { generateRoomStay } from './roomStay.mts';
import { generateBookingServices } from './services.mts';
import { generateSource } from './source.mts';
import type { BookingDetail } from './types.mts';

const PRICE_STEP_PER_REVISION = 0.03;

/** Where a booking belongs. */
export interface DetailSetting extends OutlineSetting {
	/** A usual price of one night, in the property's currency. */
	nightPrice: number;
	/** Whether all names are in Latin letters. */
	latinNames?: boolean;
}

/**
 * Generates the detail of a booking. It depends only on the seed, the number, the revision and the requested values, so
 * it need not be stored. A new revision changes prices and the services of the booking, but not people, source and
 * rooms.
 */
export function generateDetail(booking: Booking, setting: DetailSetting): BookingDetail {
	const { seed, property, latinNames } = setting;
	const guest = booking.wishes?.guest === undefined ? undefined : enteredName(booking.wishes.guest);
	const random = new Random(seed, property.id, booking.number);
	const source = generateSource(random, property.id, booking.wishes?.source);
	const generated = generateCustomer(random, latinNames);
	const customer = guest ?? generated;
	// Unused, but without this draw every seed would give other bookings, and state files refer to their stays.
	random.discard(1);
	const roomStays = drawOutlines(random, booking, setting).map(({ outline, own }) =>
		generateRoomStay(own, {
			property,
			nightPrice: setting.nightPrice,
			outline,
			...(latinNames !== undefined && { latinNames }),
			...(guest !== undefined && outline.position === 0 && { guest }),
			priceFactor: outline.complimentary ? 0 : 1 + PRICE_STEP_PER_REVISION * booking.revision,
		}),
	);
	const later = new Random(seed, property.id, booking.number, booking.revision);
	const services = generateBookingServices(later, property, setting.nightPrice);
	const parts = [...roomStays, ...services].map((part) => part.total);
	const total = sumOfTotals(parts, property.currency);
	const basis = { ...setting, roomStays };
	const prepayments = { required: requiredPrepaymentOf(basis), everything: total.priceAfterTax };
	const guaranteeInfo = generateGuarantee(random, prepayments, property.currency);
	return {
		propertyId: property.id,
		number: booking.number,
		status: booking.status,
		createdDateTime: toWireInstant(booking.createdMs),
		modifiedDateTime: toWireInstant(booking.modifiedMs),
		guaranteeInfo,
		currencyCode: property.currency,
		roomStays,
		services: services.length === 0 && random.chance(0.3) ? null : services,
		total,
		taxes: TAXES.map(({ index, name, description }) => ({ index, name, description })),
		cancellation: cancellationOf(booking, guaranteeInfo.totalPrepaid, basis),
		source,
		customer,
	};
}
