import { randomUUID } from 'node:crypto';
import { CREDENTIAL_TYPE } from './n8nClient.mts';
import type { CredentialReference, Workflow, WorkflowNode } from './types.mts';

const PACKAGE = 'n8n-nodes-partner-hotel';
export const BOOKINGS_NODE = `${PACKAGE}.partnerHotelBookings`;
/** The names of the nodes of `watching`. */
export const TRIGGER_NAME = 'Trigger';
export const RESULT_NAME = 'Result';

type Area =
	| 'Bookings'
	| 'Content'
	| 'GuestJourneyTrigger'
	| 'Pms'
	| 'ReferenceData'
	| 'ReservationTrigger'
	| 'Search'
	| 'Trigger';

type NodePlan = Pick<WorkflowNode, 'name' | 'type' | 'parameters'> & Partial<WorkflowNode>;

export function node(plan: NodePlan): WorkflowNode {
	return { id: randomUUID(), typeVersion: 1, position: [0, 0], ...plan };
}

/** One of the package's nodes, by the name of its area: `Pms`, `Search`. */
export function hotelNode(
	area: Area,
	credential: CredentialReference,
	parameters: Record<string, unknown>,
	settings: Partial<WorkflowNode> = {},
): WorkflowNode {
	return node({
		name: area,
		type: `${PACKAGE}.partnerHotel${area}`,
		parameters,
		credentials: { [CREDENTIAL_TYPE]: credential },
		...settings,
	});
}

export function bookingsNode(
	credential: CredentialReference,
	parameters: Record<string, unknown>,
): WorkflowNode {
	return hotelNode('Bookings', credential, { resource: 'booking', ...parameters });
}

/**
 * A workflow that polls every minute, from now on, and does nothing with the items.
 * @param parameters of the trigger, which override the usual ones: all properties, with details
 */
export function watching(
	name: string,
	credential: CredentialReference,
	parameters: Record<string, unknown> = {},
): Workflow {
	const usual = { propertySelection: 'all', startFrom: 'now', output: 'details' };
	return polling(name, 'Trigger', credential, { ...usual, ...parameters });
}

/** A workflow that starts with events of the reservations of one property. */
export function watchingReservations(
	name: string,
	credential: CredentialReference,
	propertyId: string,
	parameters: Record<string, unknown> = {},
): Workflow {
	const usual = { startFrom: 'now', ...ofProperty(propertyId) };
	return polling(name, 'ReservationTrigger', credential, { ...usual, ...parameters });
}

/** A workflow that starts at moments of the stays of one property. */
export function followingGuests(
	name: string,
	credential: CredentialReference,
	propertyId: string,
	parameters: Record<string, unknown>,
): Workflow {
	const usual = { source: 'reservations', ...ofProperty(propertyId) };
	return polling(name, 'GuestJourneyTrigger', credential, { ...usual, ...parameters });
}

/** A trigger that polls every minute, with no nodes after it. */
function polling(
	name: string,
	area: Area,
	credential: CredentialReference,
	parameters: Record<string, unknown>,
): Workflow {
	const pollTimes = { item: [{ mode: 'everyMinute' }] };
	const trigger = hotelNode(area, credential, { pollTimes, ...parameters }, { name: TRIGGER_NAME });
	return chain(name, [trigger, resultNode()]);
}

function resultNode(): WorkflowNode {
	return node({ name: RESULT_NAME, type: 'n8n-nodes-base.noOp', parameters: {} });
}

/**
 * A workflow that starts with the provider's events and does nothing with them.
 * @returns the workflow and the path of its webhook
 */
export function taking(
	name: string,
	parameters: Record<string, unknown>,
	credentials: Record<string, CredentialReference> = {},
): { workflow: Workflow; path: string } {
	const webhookId = randomUUID();
	const trigger = node({
		name: TRIGGER_NAME,
		type: `${PACKAGE}.partnerHotelEventTrigger`,
		webhookId,
		parameters,
		credentials,
	});
	return { workflow: chain(name, [trigger, resultNode()]), path: `/webhook/${webhookId}/events` };
}

/** Parameters of the trigger that name one property. */
export function ofProperty(propertyId: string): Record<string, unknown> {
	return { propertySelection: 'one', propertyId: byId(propertyId) };
}

/** A webhook that runs the nodes after it and responds with the output of the last one: all items, or the first. */
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

/** Adds a field to each item. */
export function fieldNode(fieldName: string, value: string): WorkflowNode {
	const field = { id: randomUUID(), name: fieldName, type: 'string', value };
	return node({
		name: `Set ${fieldName}`,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { assignments: { assignments: [field] }, includeOtherFields: true, options: {} },
	});
}

export function byId(value: string): Record<string, unknown> {
	return { __rl: true, mode: 'id', value };
}

/** Connects the nodes one after the other. */
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

/** Reads all rows of a data table of n8n, which the locator names. */
export function dataTableNode(dataTableId: Record<string, unknown>): WorkflowNode {
	return node({
		name: 'Data table',
		type: 'n8n-nodes-base.dataTable',
		typeVersion: 1,
		parameters: { operation: 'get', dataTableId, returnAll: true },
	});
}
