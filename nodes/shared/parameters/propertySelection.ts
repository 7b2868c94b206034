import { defineParameter } from '../operation/defineOperation';
import { ParameterError } from '../util/parameterError';
import { propertyId as oneProperty, severalProperties } from './property';

/** One, several or all properties: three parameters that go together. */
export const propertySelection = defineParameter({
	displayName: 'Properties',
	name: 'propertySelection',
	type: 'options',
	options: [
		{
			name: 'All Properties',
			value: 'all',
			description: 'All properties this API connection can access, including those added later',
		},
		{ name: 'One Property', value: 'one', description: 'One property, chosen from the list or by ID' },
		{ name: 'Several Properties', value: 'several', description: 'The properties you choose from the list' },
	],
	default: 'one',
	description: 'The properties to work with',
});

export const selectedProperty = defineParameter({
	...oneProperty,
	displayOptions: { show: { propertySelection: ['one'] } },
});

export const selectedProperties = defineParameter({
	...severalProperties,
	displayOptions: { show: { propertySelection: ['several'] } },
});

/**
 * The chosen properties, each once; empty with all properties.
 * @throws ParameterError when several are to be chosen, but none is
 */
export function chosenProperties(
	selection: (typeof propertySelection.options)[number]['value'],
	propertyId: string,
	propertyIds: readonly string[],
): string[] {
	if (selection === 'one') return [propertyId];
	if (selection === 'several' && propertyIds.length === 0) {
		throw new ParameterError(
			'propertyIds',
			'',
			'is empty',
			"Choose at least one property, or set {propertySelection} to 'All Properties'.",
		);
	}
	return selection === 'several' ? [...new Set(propertyIds)] : [];
}
