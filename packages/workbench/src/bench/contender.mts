import { CREDENTIAL_TYPE } from '../n8n/n8nClient.mts';
import { byId, hotelNode, node } from '../n8n/workflows.mts';
import type { CredentialReference, WorkflowNode } from '../n8n/types.mts';
import type { Batching } from './minimum.mts';

/** One way to send requests to the API from a workflow. */
export interface Contender {
	name: string;
	/** The node that sends the requests, then those that convert the responses to the common form. */
	nodes(credential: CredentialReference, apiUrl: string): readonly WorkflowNode[];
}

export const OURS = 'This package';

/** A node of this package. */
export function ours(
	area: 'Bookings' | 'Content' | 'Pms' | 'Search',
	parameters: Record<string, unknown>,
	name = OURS,
): Contender {
	return {
		name,
		nodes: (credential) => [
			hotelNode(area, credential, parameters, { name, onError: 'continueRegularOutput' }),
		],
	};
}

export interface HttpRequestPlan {
	method?: 'GET' | 'POST';
	/** Below the address of the API; may hold expressions. */
	path: string;
	query?: Record<string, string>;
	/** JSON; may hold expressions. */
	body?: string;
	/** Default: all items at once. */
	batching?: Batching;
	/** How it pages. */
	pagination?: Record<string, unknown>;
	/** The field of the response whose entries become items. */
	splitOut?: string;
}

/** n8n's own HTTP Request node with the same credential. */
export function httpRequest(name: string, plan: HttpRequestPlan): Contender {
	return {
		name,
		nodes: (credential, apiUrl) => [
			node({
				name,
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.5,
				parameters: httpParameters(plan, apiUrl),
				credentials: { [CREDENTIAL_TYPE]: credential },
				onError: 'continueRegularOutput',
			}),
			...(plan.splitOut === undefined ? [] : [splitOutNode(plan.splitOut)]),
		],
	};
}

function httpParameters(plan: HttpRequestPlan, apiUrl: string): Record<string, unknown> {
	const { method = 'GET', path, query = {}, body, batching, pagination } = plan;
	const queryParameters = Object.entries(query).map(([name, value]) => ({ name, value }));
	return {
		method,
		url: `=${apiUrl}${path}`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: CREDENTIAL_TYPE,
		...(queryParameters.length > 0 && { sendQuery: true, queryParameters: { parameters: queryParameters } }),
		...(body !== undefined && { sendBody: true, specifyBody: 'json', jsonBody: `=${body}` }),
		options: {
			...(batching && {
				batching: { batch: { batchSize: batching.size, batchInterval: batching.intervalMs } },
			}),
			...(pagination && { pagination: { pagination } }),
		},
	};
}

export function batchingInWords({ size, intervalMs }: Batching): string {
	return `HTTP Request, batches of ${size} every ${intervalMs / 1000} s`;
}

/** One item for each value, in the field `value`. */
export function itemNodes(values: readonly string[]): readonly WorkflowNode[] {
	const list = { id: 'values', name: 'value', type: 'array', value: JSON.stringify(values) };
	return [
		node({
			name: 'Values',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { assignments: { assignments: [list] }, options: {} },
		}),
		splitOutNode('value'),
	];
}

function splitOutNode(fieldToSplitOut: string): WorkflowNode {
	return node({
		name: `Split out ${fieldToSplitOut}`,
		type: 'n8n-nodes-base.splitOut',
		parameters: { fieldToSplitOut, options: {} },
	});
}

/** A request of the contender in a window that is not measured, to get the access token. */
export function readsFeed(propertyId: string): Contender {
	return ours('Bookings', {
		resource: 'booking',
		operation: 'getPage',
		propertyId: byId(propertyId),
		pageSize: 1,
	});
}

export function readsProperty(propertyId: string): Contender {
	return ours('Content', { resource: 'property', operation: 'get', propertyId: byId(propertyId) });
}
