import type { Resource } from '../../../shared/operation/defineOperation';
import { findLowestPrices } from './findLowestPrices.operation';
import { getOffers } from './getOffers.operation';

export const roomStay: Resource = {
	option: { name: 'Room Stay', value: 'roomStay' },
	operations: [findLowestPrices, getOffers],
};
