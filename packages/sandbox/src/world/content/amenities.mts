import { Random } from '../random.mts';
import type { PropertyAmenity } from './types.mts';

const ALWAYS_THERE: readonly PropertyAmenity[] = [
	{ code: 'swimming_pool', displayName: 'Indoor swimming pool', chargeType: 'free' },
	{ code: 'swimming_pool', displayName: 'Outdoor swimming pool', chargeType: 'chargeable' },
	{ code: 'restaurant', displayName: 'Restaurant', chargeType: 'none' },
	{ code: 'restaurant', displayName: 'Rooftop restaurant', chargeType: 'none' },
	{ code: 'parking', displayName: 'Paid parking', chargeType: 'chargeable' },
];

const SOMETIMES_THERE: readonly PropertyAmenity[] = [
	{ code: 'wifi', displayName: 'Wi-Fi in public areas', chargeType: 'free' },
	{ code: 'lift', displayName: 'Lift', chargeType: 'none' },
	{ code: 'gym', displayName: 'Gym', chargeType: 'free' },
	{ code: 'sauna', displayName: 'Sauna', chargeType: 'chargeable' },
	{ code: 'laundry', displayName: 'Laundry', chargeType: 'chargeable' },
	{ code: 'pets_allowed', displayName: 'Pets allowed', chargeType: 'chargeable' },
];

/** Amenities of a property; pools and restaurants appear more than once (specification, Property). */
export function propertyAmenities(seed: number, propertyId: string): PropertyAmenity[] {
	const random = new Random(seed, propertyId, 'amenities');
	return [...ALWAYS_THERE, ...random.some(SOMETIMES_THERE, 0.6)];
}
