import type { Random } from '../../random.mts';
import type { PropertyRecord, RatePlanRecord, ServiceRecord } from '../../content/types.mts';
import { serviceTotal } from './totals.mts';
import { servicePrice } from './prices.mts';
import type { BookingService, RoomStayService } from './types.mts';

const EXTRA_SERVICE_SHARE = 0.25;
const BOOKING_SERVICE_SHARE = 0.2;

/**
 * The services of a room stay: those the rate plan includes, and some that the guest chose on top.
 * @param nightPrice a usual price of one night, in the property's currency
 */
export function generateRoomStayServices(
	random: Random,
	property: PropertyRecord,
	ratePlan: RatePlanRecord,
	nightPrice: number,
	nights: number,
): RoomStayService[] | null {
	const services = (ratePlan.availableServices ?? []).flatMap(({ id, included }) => {
		const chosen = random.chance(EXTRA_SERVICE_SHARE);
		const price = servicePrice(nightPrice, random.fraction()) * nights;
		const service = property.services.find((candidate) => candidate.id === String(id));
		if (service === undefined || !(included || chosen)) return [];
		return [
			{
				...naming(service),
				total: serviceTotal(price, property.currency),
				inclusive: included,
				kind: service.kind,
				mealPlanCode: service.mealPlanCode,
			},
		];
	});
	return services.length === 0 && random.chance(0.5) ? null : services;
}

/** Services charged once for the whole booking. */
export function generateBookingServices(
	random: Random,
	property: PropertyRecord,
	nightPrice: number,
): BookingService[] {
	return property.services
		.filter(({ kind, status }) => kind === 'Common' && status === 'Active')
		.filter(() => random.chance(BOOKING_SERVICE_SHARE))
		.map((service) => ({
			...naming(service),
			total: serviceTotal(servicePrice(nightPrice, random.fraction()), property.currency),
		}));
}

function naming(service: ServiceRecord): { id: string; name: string; description: string } {
	return { id: service.id, name: service.name, description: service.description ?? service.name };
}
