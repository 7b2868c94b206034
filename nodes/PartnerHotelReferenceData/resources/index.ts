import type { Resource } from '../../shared/operation/defineOperation';
import { corporateClient } from './corporateClient';
import { paymentMethod } from './paymentMethod';
import { propertyAmenityType } from './propertyAmenityType';
import { propertyKind } from './propertyKind';

export const resources: readonly Resource[] = [
	corporateClient,
	paymentMethod,
	propertyAmenityType,
	propertyKind,
];
