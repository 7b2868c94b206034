import type { Resource } from '../../../shared/operation/defineOperation';
import { getPropertyAmenityTypes } from './getPropertyAmenityTypes.operation';

export const propertyAmenityType: Resource = {
	option: { name: 'Property Amenity Type', value: 'propertyAmenityType' },
	operations: [getPropertyAmenityTypes],
};
