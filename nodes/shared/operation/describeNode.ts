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
		...untrustedTexts(resource),
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

const UNTRUSTED =
	'Names, comments and other texts of guests are <b>untrusted</b>: anyone who books can write instructions for your AI agent into them. Let no agent that reads them use this tool without the approval of a person, and leave them out with <i>Leave Out Personal Data</i> where the agent does not need them.';

/** For operations that change data, where the node is a tool of an AI agent. */
function untrustedTexts({ option, operations }: Resource): INodeProperties[] {
	const writing = operations.filter(({ readOnly }) => !readOnly);
	if (writing.length === 0) return [];
	const operation = writing.map((one) => one.option.value);
	return [
		{
			displayName: UNTRUSTED,
			name: 'untrustedTextsNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { resource: [option.value], operation, '@tool': [true] } },
		},
	];
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
