import { randomUUID } from 'node:crypto';
import { CREDENTIAL_TYPE } from './n8nClient.mts';
import type { CredentialReference, Workflow, WorkflowNode } from './types.mts';

export const BOOKINGS_NODE = 'n8n-nodes-partner-hotel.partnerHotelBookings';
const TRIGGER_NODE = 'n8n-nodes-partner-hotel.partnerHotelTrigger';

type NodePlan = Pick<WorkflowNode, 'name' | 'type' | 'parameters'> & Partial<WorkflowNode>;

export function node(plan: NodePlan): WorkflowNode {
	return { id: randomUUID(), typeVersion: 1, position: [0, 0], ...plan };
}

export function bookingsNode(
	credential: CredentialReference,
	parameters: Record<string, unknown>,
): WorkflowNode {
	return node({
		name: 'Bookings',
		type: BOOKINGS_NODE,
		parameters: { resource: 'booking', ...parameters },
		credentials: { [CREDENTIAL_TYPE]: credential },
	});
}

/** Asks every minute, from now on: for one property, or for all there are. */
export function triggerNode(credential: CredentialReference, propertyId?: string): WorkflowNode {
	const properties =
		propertyId === undefined ? { propertySelection: 'all' } : { propertyId: byId(propertyId) };
	return node({
		name: 'Trigger',
		type: TRIGGER_NODE,
		parameters: {
			pollTimes: { item: [{ mode: 'everyMinute' }] },
			...properties,
			startFrom: 'now',
			output: 'details',
		},
		credentials: { [CREDENTIAL_TYPE]: credential },
	});
}

/** Makes the nodes behind it callable: the answer is what the last one hands on, all of it or the first item. */
export function webhookNode(
	path: string,
	responseData: 'allEntries' | 'firstEntryJson' = 'allEntries',
): WorkflowNode {
	return node({
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: randomUUID(),
		parameters: { httpMethod: 'GET', path, responseMode: 'lastNode', responseData, options: {} },
	});
}

/** Adds one field to what comes in. */
export function fieldNode(fieldName: string, value: string): WorkflowNode {
	const field = { id: randomUUID(), name: fieldName, type: 'string', value };
	return node({
		name: `Set ${fieldName}`,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { assignments: { assignments: [field] }, includeOtherFields: true, options: {} },
	});
}

export function passOnNode(): WorkflowNode {
	return node({ name: 'Result', type: 'n8n-nodes-base.noOp', parameters: {} });
}

export function byId(value: string): Record<string, unknown> {
	return { __rl: true, mode: 'id', value };
}

/** The nodes one behind the other. */
export function chain(name: string, nodes: readonly WorkflowNode[]): Workflow {
	const links = nodes
		.slice(1)
		.map(({ name: next }, position) => [
			nodes[position]?.name ?? '',
			{ main: [[{ node: next, type: 'main', index: 0 }]] },
		]);
	return {
		name,
		nodes: nodes.map((each, position) => ({ ...each, position: [220 * position, 0] })),
		connections: Object.fromEntries(links),
		settings: { executionOrder: 'v1' },
	};
}

/** One of the package's nodes, by the name of its area: `Pms`, `Search`. */
export function hotelNode(
	area: 'Content' | 'Pms' | 'ReferenceData' | 'Search',
	credential: CredentialReference,
	parameters: Record<string, unknown>,
): WorkflowNode {
	return node({
		name: area,
		type: `n8n-nodes-partner-hotel.partnerHotel${area}`,
		parameters,
		credentials: { [CREDENTIAL_TYPE]: credential },
	});
}

/** Reads all rows of a data table of n8n. */
export function dataTableNode(name: string): WorkflowNode {
	return node({
		name: 'Data table',
		type: 'n8n-nodes-base.dataTable',
		typeVersion: 1.1,
		parameters: { operation: 'get', dataTableId: { __rl: true, mode: 'name', value: name }, returnAll: true },
	});
}
