import { defineParameter } from '../operation/defineOperation';

export const simplify = defineParameter({
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});
