import { exampleWorkflow, filledIn, type Filling } from '../../../tools/demo/examples.mts';
import type { Inbox } from '../../../tools/demo/inbox/inbox.mts';
import { filesFolder } from '../../../tools/n8n/n8nProcess.mts';
import type {
	CredentialReference,
	Execution,
	SavedWorkflow,
	Workflow,
	WorkflowNode,
} from '../../../tools/n8n/types.mts';
import type { Property } from '../../../tools/sandbox/sandboxProcess.mts';
import type { Stack } from '../../../tools/n8n/stack.mts';
import { waitFor } from '../../../tools/util/waiting.mts';

/** Polls are a minute apart, and n8n has much to do when several come due at once. */
const ENDS_WITHIN_MS = 150_000;
const ASK_EVERY_MS = 1_000;

export interface Deviation {
	settings?: Record<string, string>;
	credentials?: Record<string, CredentialReference>;
	/** Parameters of the trigger. */
	trigger?: Record<string, unknown>;
	/** Of other nodes, by their names. */
	nodes?: Record<string, Partial<Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters'>>>;
	/** Several copies of a workflow need names of their own. */
	name?: string;
}

/** The example workflows in n8n, filled in as `npm start` does it. */
export class Examples {
	errorWorkflow?: string;

	constructor(
		private readonly stack: Stack,
		readonly folder: string,
		private readonly credentials: Record<string, CredentialReference>,
		private readonly inbox: Inbox,
	) {}

	async import(file: string, property: Property, deviation: Deviation = {}): Promise<SavedWorkflow> {
		const filling: Filling = {
			credentials: { ...this.credentials, ...deviation.credentials },
			property,
			settings: {
				slackWebhookUrl: this.inbox.slackUrl,
				reportFolder: filesFolder(this.folder),
				...deviation.settings,
			},
			errorWorkflow: this.errorWorkflow,
		};
		const filled = filledIn(exampleWorkflow(file), filling);
		const workflow = withNodes(withTrigger(filled, deviation.trigger), deviation.nodes);
		return await this.stack.client.createWorkflow({ ...workflow, name: deviation.name ?? workflow.name });
	}

	async activate(file: string, property: Property, deviation?: Deviation): Promise<SavedWorkflow> {
		const workflow = await this.import(file, property, deviation);
		await this.stack.client.activate(workflow);
		return workflow;
	}

	/** Imports it, starts it by hand and waits until it has ended. */
	async run(file: string, property: Property, deviation?: Deviation): Promise<Execution> {
		const workflow = await this.import(file, property, deviation);
		await this.stack.client.run(workflow, 'Every morning');
		return await this.ended(workflow);
	}

	/** Waits for the first execution that has ended. */
	async ended(workflow: SavedWorkflow): Promise<Execution> {
		return await until(`'${workflow.name}' to have run`, async () => {
			return (await this.stack.client.endedExecutions(workflow))[0];
		});
	}

	/** Why an execution failed. */
	async reasonOf(execution: Execution): Promise<string> {
		return (await this.stack.client.failureOf(execution))?.message ?? '';
	}
}

/** Waits for something that a workflow is to bring about. */
export async function until<T>(
	what: string,
	probe: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
	return await waitFor(
		{ for: what, timeoutMs: ENDS_WITHIN_MS, everyMs: ASK_EVERY_MS },
		async () => await probe(),
	);
}

function withTrigger(workflow: Workflow, parameters: Record<string, unknown> = {}): Workflow {
	const nodes = workflow.nodes.map((node) =>
		node.type.endsWith('partnerHotelTrigger')
			? { ...node, parameters: { ...node.parameters, ...parameters } }
			: node,
	);
	return { ...workflow, nodes };
}

/** Parameters that are not given stay, unless the type is another one. */
function withNodes(workflow: Workflow, changes: Deviation['nodes'] = {}): Workflow {
	const nodes = workflow.nodes.map((node) => {
		const change = changes[node.name];
		const kept = change?.type === undefined ? node.parameters : {};
		return change ? { ...node, ...change, parameters: { ...kept, ...change.parameters } } : node;
	});
	return { ...workflow, nodes };
}
