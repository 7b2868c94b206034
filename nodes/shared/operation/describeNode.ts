import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { AnyOperation, Resource } from './defineOperation';
import { withRequestOptions } from './requestOptions';

/** The "Resource" and "Operation" selects, and each operation's parameters, in the order they are listed. */
export function nodeProperties(resources: readonly Resource[], defaultResource?: string): INodeProperties[] {
	return [resourceSelect(resources, defaultResource), ...resources.flatMap(operationProperties)];
}

/** The subtitle of a node on the canvas, in the words of its panel: "Booking: Get Many". */
export function nodeSubtitle(resources: readonly Resource[]): string {
	const labels = resources.flatMap(({ option, operations }) =>
		operations.map((operation) => [
			`${option.value}:${operation.option.value}`,
			`${option.name}: ${operation.option.name}`,
		]),
	);
	const chosen = '$parameter["resource"] + ":" + $parameter["operation"]';
	return `={{ (${JSON.stringify(Object.fromEntries(labels))})[${chosen}] }}`;
}

function resourceSelect(resources: readonly Resource[], defaultResource?: string): INodeProperties {
	const first = defaultResource ?? resources[0]?.option.value ?? '';
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ option }) => option),
		default: first,
	};
}

function operationProperties(resource: Resource): INodeProperties[] {
	return [
		operationSelect(resource),
		...resource.operations.flatMap((operation) => shownParameters(resource, operation)),
	];
}

function operationSelect({ option, operations, defaultOperation }: Resource): INodeProperties {
	const first = defaultOperation ?? operations[0]?.option.value ?? '';
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [option.value] } },
		options: operations.map(described),
		default: first,
	};
}

/** Applies to all operations that change data: earlierTries.ts. */
const SENT_ONCE =
	"Sent only once per item, even with 'Retry On Fail'. Retrying a past execution sends it a second time.";

function described({ option, readOnly }: AnyOperation): INodePropertyOptions {
	return readOnly ? option : { ...option, description: `${option.description} ${SENT_ONCE}` };
}

function shownParameters(resource: Resource, operation: AnyOperation): INodeProperties[] {
	const place = { resource: [resource.option.value], operation: [operation.option.value] };
	return withRequestOptions(operation).map((parameter) => ({
		...parameter,
		displayOptions: {
			...parameter.displayOptions,
			show: { ...place, ...parameter.displayOptions?.show },
		},
	}));
}
