import type { Resource } from '../../../shared/operation/defineOperation';
import { getPropertyKinds } from './getPropertyKinds.operation';

export const propertyKind: Resource = {
	option: { name: 'Property Kind', value: 'propertyKind' },
	operations: [getPropertyKinds],
};
