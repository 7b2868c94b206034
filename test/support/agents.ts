import type { INode } from 'n8n-workflow';

import { resources as bookings } from '../../nodes/PartnerHotelBookings/resources';
import { resources as content } from '../../nodes/PartnerHotelContent/resources';
import { resources as pms } from '../../nodes/PartnerHotelPms/resources';
import { resources as referenceData } from '../../nodes/PartnerHotelReferenceData/resources';
import { resources as search } from '../../nodes/PartnerHotelSearch/resources';
import type { Resource } from '../../nodes/shared/operation/defineOperation';
import type { ExampleWorkflow } from './exampleWorkflows';

const OWN = 'n8n-nodes-partner-hotel.';
const NODES: Record<string, readonly Resource[]> = {
	partnerHotelBookings: bookings,
	partnerHotelContent: content,
	partnerHotelPms: pms,
	partnerHotelReferenceData: referenceData,
	partnerHotelSearch: search,
};

/** What guests never write into: prices, rooms, dictionaries and sums. */
const WITHOUT_TEXT_OF_GUESTS = [
	...[
		'apiConnection',
		'extraStayRule',
		'mealPlan',
		'property',
		'ratePlan',
		'roomAmenityCategory',
		'roomType',
		'roomTypeCategory',
		'service',
	].map((resource) => `partnerHotelContent.${resource}`),
	'partnerHotelReferenceData.*',
	'partnerHotelSearch.*',
	'partnerHotelPms.accommodationInventory',
	'partnerHotelPms.inventoryBlock',
	'partnerHotelPms.occupancy',
	'partnerHotelPms.room',
	'partnerHotelPms.roomStay',
	'partnerHotelPms.stayUnit',
	'partnerHotelPms.storageInventory',
];
/** Bring nothing from elsewhere and change nothing elsewhere. */
const HARMLESS = /\.(lmChat\w+|memory\w+|outputParser\w+|toolCalculator|toolThink)$/;
/** What a person enters who may enter the workflow, and the clock. */
const TRUSTED_STARTS = /\.(scheduleTrigger|manualTrigger)$/;
const CHAT = /\.chatTrigger$/;
const APPROVED = /HitlTool$/;
const AGENT = /\.agent(Tool)?$/;

export interface AgentRisk {
	agent: string;
	/** What reaches the model that guests, or anybody, can have written. */
	reads: string[];
	/** What the model can do without a person. */
	writes: string[];
}

/** The agents that read text of strangers and can write without a person who approves it. */
export function agentRisks(workflow: ExampleWorkflow): AgentRisk[] {
	return workflow.nodes
		.filter(({ type }) => AGENT.test(type))
		.map((agent) => riskOf(workflow, agent))
		.filter(({ reads, writes }) => reads.length > 0 && writes.length > 0);
}

function riskOf(workflow: ExampleWorkflow, agent: INode): AgentRisk {
	const tools = sourcesOf(workflow, agent.name, (type) => type !== 'main');
	const before = ancestorsOf(workflow, agent.name);
	const named = (nodes: INode[]) => nodes.map(({ name }) => name);
	return {
		agent: agent.name,
		reads: named([...tools.filter(readsText), ...before.filter(readsText)]),
		writes: named(tools.filter(writesFreely)),
	};
}

/** Whether the items of a node can hold what guests wrote, or anybody. */
export function readsText(node: INode): boolean {
	if (HARMLESS.test(node.type) || TRUSTED_STARTS.test(node.type)) return false;
	if (CHAT.test(node.type)) return node.parameters.public === true;
	const own = ownOperation(node);
	if (own === undefined) return true;
	const place = `${own.node}.${own.resource}`;
	return !WITHOUT_TEXT_OF_GUESTS.some((known) => known === place || known === `${own.node}.*`);
}

function writesFreely(node: INode): boolean {
	if (HARMLESS.test(node.type) || APPROVED.test(node.type)) return false;
	const own = ownOperation(node);
	if (own === undefined) return true;
	const resource = NODES[own.node]?.find(({ option }) => option.value === own.resource);
	const operation = resource?.operations.find(({ option }) => option.value === own.operation);
	return operation?.readOnly !== true;
}

/** Of a node of this package; what an expression chooses is unknown, and so both reads and writes. */
function ownOperation(node: INode): { node: string; resource: unknown; operation: unknown } | undefined {
	if (!node.type.startsWith(OWN)) return undefined;
	const name = node.type.slice(OWN.length).replace(/Tool$/, '');
	return { node: name, resource: node.parameters.resource, operation: node.parameters.operation };
}

function sourcesOf(
	{ nodes, connections }: ExampleWorkflow,
	name: string,
	isWanted: (type: string) => boolean,
) {
	const isSource = (node: INode) =>
		Object.entries(connections[node.name] ?? {}).some(
			([type, outputs]) => isWanted(type) && outputs.flat().some((target) => target.node === name),
		);
	return nodes.filter(isSource);
}

function ancestorsOf(workflow: ExampleWorkflow, name: string, found = new Set<string>()): INode[] {
	for (const node of sourcesOf(workflow, name, (type) => type === 'main')) {
		if (found.has(node.name)) continue;
		found.add(node.name);
		ancestorsOf(workflow, node.name, found);
	}
	return workflow.nodes.filter((node) => found.has(node.name));
}
