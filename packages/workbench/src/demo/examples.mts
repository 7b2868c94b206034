import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { CREDENTIAL_TYPE } from '../n8n/n8nClient.mts';
import type { CredentialReference, Workflow, WorkflowNode } from '../n8n/types.mts';
import { inRoot } from '../util/paths.mts';
import type { Property } from '../processes/sandboxProcess.mts';

export const ALERT = 'new-booking-alert';
/** The same, started by events. */
export const INSTANT_ALERT = 'instant-booking-alert';
/** The node that composes the alert. */
export const ALERT_NODE = 'Compose alert';
/** E-mails to the guests, from the booking to the day after departure. */
export const GUEST_JOURNEY = 'guest-journey';
/** The error workflow of the others. */
export const FAILURE_ALERT = 'failure-alert';

const FOLDER = inRoot('workflows');
const HOTEL_NODES = 'n8n-nodes-partner-hotel.';
const EVENT_TRIGGER = `${HOTEL_NODES}partnerHotelEventTrigger`;
const POLLING_TRIGGER = `${HOTEL_NODES}partnerHotelTrigger`;
const JOURNEY_TRIGGER = `${HOTEL_NODES}partnerHotelGuestJourneyTrigger`;
const SETTINGS_NODE = 'Settings';
const SLACK = 'n8n-nodes-base.slack';
const EMAIL = 'n8n-nodes-base.emailSend';
const STARTERS = 'starters';

/** The credentials that a node needs, besides that of the hotel. */
const CREDENTIAL_TYPES: Record<string, string[]> = {
	'n8n-nodes-base.emailSend': ['smtp'],
	'n8n-nodes-base.formTrigger': ['httpBasicAuth'],
	'n8n-nodes-base.postgres': ['postgres'],
	'n8n-nodes-base.telegram': ['telegramApi'],
	[EVENT_TRIGGER]: ['httpHeaderAuth'],
};

/** The values that a user fills in. */
export interface Filling {
	/** By type; nodes of other types get none. */
	credentials: Record<string, CredentialReference>;
	property: Property;
	/** Values of the node 'Settings', by name; the others do not change. */
	settings: Record<string, string>;
	/** The error workflow. */
	errorWorkflow?: string;
}

/** All Slack messages go to the same place. */
export function slackSettings(url: string): Record<string, string> {
	return { slackWebhookUrl: url, frontDeskSlackUrl: url, housekeepingSlackUrl: url };
}

/** The names of the files in workflows/, without `.json`: `new-booking-alert`, `starters/new-booking-alert`. */
export function exampleNames(): string[] {
	return [...namesIn(FOLDER), ...namesIn(inRoot('workflows', STARTERS)).map((name) => `${STARTERS}/${name}`)];
}

function namesIn(folder: string): string[] {
	return readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.map((file) => basename(file, '.json'))
		.sort();
}

/** An example workflow as users import it. */
export function exampleWorkflow(name: string): Workflow {
	return JSON.parse(readFileSync(inRoot('workflows', `${name}.json`), 'utf8')) as Workflow;
}

/** An example workflow that is ready to run: with credentials, a property and addresses. */
export function filledIn(workflow: Workflow, filling: Filling): Workflow {
	return {
		...workflow,
		nodes: workflow.nodes.map((node) =>
			withReadings(
				withAddresses(withSettings(withProperty(withCredential(node, filling), filling), filling), filling),
			),
		),
		settings: {
			...workflow.settings,
			...(filling.errorWorkflow && { errorWorkflow: filling.errorWorkflow }),
		},
	};
}

/** Disables the polling trigger, so that only events start it: another workflow polls. */
export function startedByEventsOnly(workflow: Workflow): Workflow {
	const nodes = workflow.nodes.map((node) =>
		node.type === POLLING_TRIGGER ? { ...node, disabled: true } : node,
	);
	return { ...workflow, nodes };
}

/** The path of a workflow's webhook for events; undefined = none. */
export function eventsPath({ nodes }: Workflow): string | undefined {
	const id = nodes.find(({ type }) => type === EVENT_TRIGGER)?.webhookId;
	return id === undefined ? undefined : `/webhook/${id}/events`;
}

function withCredential(node: WorkflowNode, { credentials }: Filling): WorkflowNode {
	const own = node.type.startsWith(HOTEL_NODES) ? [CREDENTIAL_TYPE] : [];
	const { genericAuthType } = node.parameters as { genericAuthType?: string };
	const generic = genericAuthType === undefined ? [] : [genericAuthType];
	const chosen = [...own, ...generic, ...(CREDENTIAL_TYPES[node.type] ?? [])].flatMap((type) =>
		credentials[type] ? [[type, credentials[type]] as const] : [],
	);
	return chosen.length > 0 ? { ...node, credentials: Object.fromEntries(chosen) } : node;
}

/** Only if the user chooses it: other nodes take it from the previous node. */
function withProperty(node: WorkflowNode, { property: { id, name } }: Filling): WorkflowNode {
	const { propertyId } = node.parameters as { propertyId?: { mode: string } };
	if (propertyId?.mode !== 'list') return node;
	const chosen = { __rl: true, mode: 'list', value: id, cachedResultName: `${name} (${id})` };
	return { ...node, parameters: { ...node.parameters, propertyId: chosen } };
}

/**
 * Fills in the addresses of a starter. With a URL for Slack messages, an HTTP Request node replaces the Slack node.
 */
function withAddresses(node: WorkflowNode, { settings }: Filling): WorkflowNode {
	const { slackWebhookUrl: url, mailFrom, mailTo } = settings;
	const { fromEmail, toEmail, text } = node.parameters as Record<string, string>;
	if (node.type === EMAIL && !fromEmail?.startsWith('=')) {
		const addresses = { fromEmail: mailFrom ?? fromEmail, toEmail: mailTo ?? toEmail };
		return { ...node, parameters: { ...node.parameters, ...addresses } };
	}
	if (node.type !== SLACK || url === undefined) return node;
	const bodyParameters = { parameters: [{ name: 'text', value: text }] };
	const parameters = { method: 'POST', url, sendBody: true, bodyParameters, options: {} };
	return { ...node, type: 'n8n-nodes-base.httpRequest', typeVersion: 4.3, parameters };
}

/** Reads every minute, because only a read shows that the clock of the sandbox's hotels was moved. */
function withReadings(node: WorkflowNode): WorkflowNode {
	if (node.type !== JOURNEY_TRIGGER) return node;
	const options = { ...(node.parameters['options'] as object | undefined), readEvery: 1 };
	return { ...node, parameters: { ...node.parameters, options } };
}

function withSettings(node: WorkflowNode, { settings }: Filling): WorkflowNode {
	if (node.name !== SETTINGS_NODE) return node;
	const { assignments } = node.parameters['assignments'] as {
		assignments: Array<{ name: string; value: string }>;
	};
	const set = assignments.map((one) => ({ ...one, value: settings[one.name] ?? one.value }));
	return { ...node, parameters: { ...node.parameters, assignments: { assignments: set } } };
}
