import { exampleWorkflow, filledIn, slackSettings, type Filling } from '../../../src/demo/examples.mts';
import type { Inbox } from '../../../src/demo/inbox/inbox.mts';
import { CallableWorkflow } from '../../../src/n8n/callable.mts';
import { capabilitiesOf } from '../../../src/n8n/capabilities.mts';
import { CREDENTIAL_TYPE } from '../../../src/n8n/n8nClient.mts';
import { QUICK_POLLS } from '../../../src/n8n/polling.mts';
import { chosenN8n } from '../../../src/n8n/version.mts';
import { filesFolder } from '../../../src/n8n/n8nProcess.mts';
import type {
	CredentialReference,
	DataTableColumn,
	Execution,
	Items,
	SavedWorkflow,
	Workflow,
	WorkflowNode,
} from '../../../src/n8n/types.mts';
import { dataTableNode } from '../../../src/n8n/workflows.mts';
import type { Property } from '../../../src/processes/sandboxProcess.mts';
import type { Stack } from '../../../src/n8n/stack.mts';
import { waitFor } from '../../../src/util/waiting.mts';

/** n8n has much to do when several polls come due at once. */
const ENDS_WITHIN_MS = 240_000;
const ASK_EVERY_MS = 1_000;

export interface Deviation {
	settings?: Record<string, string>;
	credentials?: Record<string, CredentialReference>;
	/** Parameters of a polling trigger. */
	trigger?: Record<string, unknown>;
	/** Of other nodes, by their names. */
	nodes?: Record<string, Partial<Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters'>>>;
	/** Several copies of a workflow need names of their own. */
	name?: string;
}

/** The example workflows in n8n, filled in as `npm start` does it. */
export class Examples {
	errorWorkflow?: string;
	/** IDs of data tables that the tests have created, where the workflows cannot. */
	private readonly tables: Record<string, Promise<string>> = {};

	constructor(
		private readonly stack: Stack,
		private readonly credentials: Record<string, CredentialReference>,
		private readonly inbox: Inbox,
	) {}

	/** With the credentials that most of them need. @param others by their types */
	static async of(
		stack: Stack,
		inbox: Inbox,
		others: Record<string, CredentialReference> = {},
	): Promise<Examples> {
		const smtp = await smtpCredential(stack, inbox);
		const credentials = { [CREDENTIAL_TYPE]: await stack.sandboxCredential(), smtp, ...others };
		return new Examples(stack, credentials, inbox);
	}

	async import(file: string, property: Property, deviation: Deviation = {}): Promise<SavedWorkflow> {
		const filling: Filling = {
			credentials: { ...this.credentials, ...deviation.credentials },
			property,
			settings: {
				...slackSettings(this.inbox.slackUrl),
				reportFolder: filesFolder(this.stack.n8nPlan.userFolder),
				...deviation.settings,
			},
			errorWorkflow: this.errorWorkflow,
		};
		const filled = withAttachments(await this.withDataTable(filledIn(exampleWorkflow(file), filling)));
		const workflow = withNodes(withTrigger(filled, deviation.trigger), deviation.nodes);
		return await this.stack.client.createWorkflow({ ...workflow, name: deviation.name ?? workflow.name });
	}

	/** How a node names the data table that the workflow creates when it runs; `undefined` when it creates none. */
	async dataTable({ nodes }: Workflow): Promise<Record<string, unknown> | undefined> {
		const plan = nodes.find(({ parameters }) => 'tableName' in parameters)?.parameters;
		if (plan === undefined) return undefined;
		const { tableName, columns } = plan as unknown as TablePlan;
		if (capabilitiesOf(chosenN8n()).dataTablesByName) return { __rl: true, mode: 'name', value: tableName };
		this.tables[tableName] ??= this.stack.client.createDataTable(tableName, columns.column);
		return { __rl: true, mode: 'id', value: await this.tables[tableName] };
	}

	private async withDataTable(workflow: Workflow): Promise<Workflow> {
		const dataTableId = await this.dataTable(workflow);
		if (dataTableId === undefined) return workflow;
		const nodes = workflow.nodes.map((node) =>
			node.parameters['dataTableId'] ? { ...node, parameters: { ...node.parameters, dataTableId } } : node,
		);
		return { ...workflow, nodes };
	}

	async activate(file: string, property: Property, deviation?: Deviation): Promise<SavedWorkflow> {
		const workflow = await this.import(file, property, deviation);
		await this.stack.client.activate(workflow);
		return workflow;
	}

	/** Imports it, starts it by hand and waits until it has ended. */
	async run(file: string, property: Property, deviation?: Deviation): Promise<Execution> {
		const workflow = await this.import(file, property, deviation);
		const start = workflow.nodes.find(({ type }) => type.endsWith('.scheduleTrigger'));
		await this.stack.client.run(workflow, start?.name ?? '');
		return await this.ended(workflow);
	}

	/** Waits for the first execution that has ended, not counting polls that failed: the next one does their work. */
	async ended(workflow: SavedWorkflow): Promise<Execution> {
		const trigger = workflow.nodes.find(({ type }) => /^n8n-nodes-partner-hotel.*Trigger$/.test(type))?.name;
		return await until(`'${workflow.name}' to have run`, async () => {
			for (const execution of await this.stack.client.endedExecutions(workflow)) {
				const failure = execution.status === 'error' && (await this.stack.client.failureOf(execution));
				if (!failure || trigger === undefined || failure.at !== trigger) return execution;
			}
			return undefined;
		});
	}

	/** Why an execution failed. */
	async reasonOf(execution: Execution): Promise<string> {
		return (await this.stack.client.failureOf(execution))?.message ?? '';
	}

	/** Waits for an execution that failed, with a reason that names this reservation. @returns the reason */
	async failureAbout(workflow: SavedWorkflow, number: string, what: string): Promise<string> {
		return await until(`a failure about ${number}: ${what}`, async () => {
			for (const execution of await this.stack.client.endedExecutions(workflow)) {
				const reason = execution.status === 'error' ? await this.reasonOf(execution) : '';
				if (reason.includes(number) && reason.includes(what)) return reason;
			}
			return undefined;
		});
	}

	/** Of the data table of a workflow. */
	async rowsOf(file: string): Promise<Items> {
		const table = await this.dataTable(exampleWorkflow(file));
		const reader = await CallableWorkflow.of(this.stack, [dataTableNode(table ?? {})]);
		return await reader.call();
	}
}

/** By type: what nearly every example needs. Mail goes to the inbox. */
export async function smtpCredential({ client }: Stack, { mailPort }: Inbox): Promise<CredentialReference> {
	const data = { host: '127.0.0.1', port: mailPort, secure: false, disableStartTls: true };
	return await client.createCredential('Inbox', data, 'smtp');
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
		node.parameters['pollTimes']
			? { ...node, parameters: { ...node.parameters, pollTimes: QUICK_POLLS, ...parameters } }
			: node,
	);
	return { ...workflow, nodes };
}

interface TablePlan {
	tableName: string;
	columns: { column: DataTableColumn[] };
}

/** What docs/versions.md asks users of n8n 1 to do: there, another parameter names the files to attach. */
function withAttachments(workflow: Workflow): Workflow {
	if (capabilitiesOf(chosenN8n()).fileAttachments) return workflow;
	const nodes = workflow.nodes.map((node) => {
		const { fileAttachments, ...options } = (node.parameters['options'] ?? {}) as Record<string, unknown>;
		if (fileAttachments === undefined) return node;
		return {
			...node,
			parameters: { ...node.parameters, options: { ...options, attachments: fileAttachments } },
		};
	});
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
