import {
	deepCopy,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	type IPollFunctions,
	type Logger,
} from 'n8n-workflow';
import type { Owner, VirtualTime } from '../kernel/virtualTime.mts';
import type { Network } from '../network/network.mts';
import type { Database, StoredWorkflow } from './database.mts';
import type { HostOfRequests } from './requests.mts';

/** The version of n8n and its way of polling. */
export interface Profile {
	version: 'newest' | 'older';
	polling: 'older' | 'durable';
	/** Durable polling: the timeout of a poll, N8N_SCHEDULER_POLL_TIMEOUT (default: 45 s). */
	pollTimeoutMs?: number;
}

/** A process with the package loaded. */
export interface LoadedMachine extends Owner {
	readonly nodes: ReadonlyMap<string, INodeType>;
	readonly credential: ICredentialType;
	kill(): void;
}

export interface LogLine {
	at: number;
	by: string;
	level: string;
	message: string;
}

/** Items of a poll that are being saved. */
export interface Handover {
	at: number;
	workflowId: string;
	items: INodeExecutionData[];
	isStateSaved: boolean;
}

/** A poll that has ended. */
export interface FinishedPoll {
	by: string;
	workflowId: string;
	ms: number;
	/** The time that n8n allowed; undefined if it did not tell. */
	budgetMs: number | undefined;
	/** The clock was set during the poll. */
	clockWasSet: boolean;
}

const PACKAGE = 'n8n-nodes-partner-hotel';

/** A running n8n process. A kill loses everything that is not in the database. */
export class Process {
	readonly requests: HostOfRequests;
	readonly logger: Logger;
	/** Items that polls have handed over and whose execution is not saved yet. */
	readonly handedOver = new Set<Handover>();
	onHandOver: () => void = () => undefined;
	onPolled: (polled: FinishedPoll) => void = () => undefined;
	private readonly nodeTypes: INodeTypes;

	constructor(
		readonly machine: LoadedMachine,
		readonly profile: Profile,
		readonly time: VirtualTime,
		readonly database: Database,
		network: Network,
		log: (line: LogLine) => void,
	) {
		this.requests = {
			owner: machine,
			network,
			database,
			renewals: new Map(),
			isNewest: profile.version === 'newest',
		};
		const write = (level: string) => (message: string, meta?: object) =>
			log({
				at: time.nowMs,
				by: machine.name,
				level,
				message: meta ? `${message} ${JSON.stringify(meta)}` : message,
			});
		this.logger = {
			debug: write('debug'),
			info: write('info'),
			warn: write('warn'),
			error: write('error'),
		} as unknown as Logger;
		const typeOf = (type: string) => this.nodeType(type);
		this.nodeTypes = { getByName: typeOf, getByNameAndVersion: typeOf, getKnownTypes: () => ({}) };
	}

	nodeType(type: string): INodeType {
		const found = this.machine.nodes.get(type.replace(`${PACKAGE}.`, ''));
		if (found === undefined) throw new Error(`There is no node type ${type}`);
		return found;
	}

	/** Loads a workflow as n8n does, with its own copy of the static data. */
	load({ id, name, timezone, active, trigger, staticData }: StoredWorkflow): Workflow {
		return this.workflow({ id, name, timezone, active, node: trigger, staticData });
	}

	workflow(given: {
		id: string;
		name: string;
		timezone: string;
		active: boolean;
		node: INode;
		staticData?: IDataObject;
	}): Workflow {
		const { id, name, timezone, active, node, staticData = {} } = given;
		return new Workflow({
			id,
			name,
			nodes: [deepCopy(node)],
			connections: {},
			active,
			nodeTypes: this.nodeTypes,
			staticData: deepCopy(staticData),
			settings: { timezone },
		});
	}

	/** Polls, and reports how long it took. */
	async poll(
		workflowId: string,
		type: string,
		context: IPollFunctions,
	): Promise<INodeExecutionData[] | null> {
		const { machine, time } = this;
		const [begunAt, offsetMs] = [time.nowMs, machine.clockOffsetMs];
		const budgetMs = context.getPollBudgetMs?.();
		try {
			return (await this.nodeType(type).poll?.call(context))?.[0] ?? null;
		} finally {
			const clockWasSet = machine.clockOffsetMs !== offsetMs;
			this.onPolled({ by: machine.name, workflowId, ms: time.nowMs - begunAt, budgetMs, clockWasSet });
		}
	}

	recordExecution(workflowId: string, items: INodeExecutionData[]): void {
		this.record({ workflowId, items: deepCopy(items) });
	}

	recordFailure(workflowId: string, error: Error): void {
		this.record({ workflowId, error });
	}

	private record(what: { workflowId: string; items?: INodeExecutionData[]; error?: Error }): void {
		this.database.onExecution({ at: this.time.nowMs, by: this.machine.name, ...what });
	}

	/** What n8n's credentials helper returns: the type's defaults, stored data, resolved expressions. */
	async readCredential(id: string): Promise<ICredentialDataDecryptedObject> {
		const stored = await this.database.roundTrip(this.machine, () =>
			deepCopy(this.database.credentials.get(id)),
		);
		if (stored === undefined) throw new Error(`Credential with ID "${id}" does not exist`);
		const defaults = this.machine.credential.properties.map(({ name, default: value }) => [name, value]);
		const { baseUrl, apiClientId, apiClientSecret } = stored.data;
		return {
			...Object.fromEntries(defaults),
			...stored.data,
			accessTokenUrl: `${String(baseUrl).trim().replace(/\/+$/, '')}/auth/token`,
			clientId: String(apiClientId).trim(),
			clientSecret: String(apiClientSecret).trim(),
		};
	}
}

export function nodeTypeName(node: string): string {
	return `${PACKAGE}.${node}`;
}
