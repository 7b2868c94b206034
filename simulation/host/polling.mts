import {
	deepCopy,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IPollFunctions,
	type Workflow,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import type { Poller } from './database.mts';
import { pollContext } from './contexts.mts';
import type { HandedOver, Process } from './process.mts';

/**
 * How n8n polls, in both of its ways. Default: n8n-core 2.41.1, active-workflow-triggers.js (activatePollTrigger),
 * poll-trigger-executor.js; n8n 2.41.1, active-workflow-manager.js (add), workflows/triggers/
 * trigger-execution-context.factory.js (getExecutePollFunctions), workflows/workflow-static-data.service.js. Durable:
 * scheduling/poll-trigger-node/poll-trigger-task-handler.js, workflows/triggers/{poll-cursor.service,
 * poll-backoff.service,poll-backoff-policy,workflow-trigger-activator}.js.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DEFAULT_BUDGET_MS = 5 * MINUTE;
/** N8N_SCHEDULER_POLL_TIMEOUT, less a fifth of it for the node. */
const DURABLE_TIMEOUT_MS = 45 * SECOND;
const DURABLE_BUDGET_MS = 36 * SECOND;
/** poll-backoff-policy.js */
const FIRST_BACKOFF_MS = 5 * SECOND;
const LONGEST_BACKOFF_MS = 30 * MINUTE;
const LONGEST_RETRY_AFTER_MS = 60 * MINUTE;

/** An activated workflow in a process that polls it by n8n's default way. */
export class DefaultPoller {
	private readonly workflow: Workflow;
	private readonly node: INode;
	private readonly context: IPollFunctions;
	private isCurrent = true;

	constructor(
		private readonly process: Process,
		private readonly workflowId: string,
		activation: WorkflowActivateMode,
	) {
		const stored = process.database.workflow(workflowId);
		this.workflow = process.load(stored);
		this.node = this.workflow.getNode(stored.trigger.name) as INode;
		const data = (type: 'node' | 'global') => this.workflow.getStaticData(type, this.node);
		this.context = pollContext(process, this.workflow, this.node, {
			activation,
			...(process.profile.version === 'newest' && { budgetMs: DEFAULT_BUDGET_MS }),
			staticData: data,
		});
	}

	/** The first poll, whose error is the user's, and the saving of what it left. @throws its error */
	async activate(): Promise<void> {
		const items = await this.run();
		if (items !== null) this.emit(items);
		await this.save();
	}

	async poll(): Promise<void> {
		if (!this.isCurrent) return;
		try {
			const items = await this.run();
			if (this.isCurrent && items !== null) this.emit(items);
		} catch (error) {
			if (this.isCurrent) this.process.recordFailure(this.workflowId, error as Error);
		}
	}

	deactivate(): void {
		this.isCurrent = false;
	}

	private async run(): Promise<INodeExecutionData[] | null> {
		return (await this.process.nodeType(this.node.type).poll?.call(this.context))?.[0] ?? null;
	}

	/** Two steps: the static data, and the execution. */
	private emit(items: INodeExecutionData[]): void {
		const batch: HandedOver = { workflowId: this.workflowId, items, isStateSaved: false };
		void this.save(() => (batch.isStateSaved = true));
		void this.createExecution(batch);
	}

	private async createExecution(batch: HandedOver): Promise<void> {
		const { database, machine, handedOver } = this.process;
		handedOver.add(batch);
		this.process.onHandOver();
		await database.visit(machine, () => undefined);
		await database.visit(machine, () => undefined);
		await database.visit(machine, () => {
			this.process.recordExecution(this.workflowId, batch.items);
			handedOver.delete(batch);
		});
	}

	private async save(onSaved: () => void = () => undefined): Promise<void> {
		const { database, machine } = this.process;
		if (this.workflow.staticData.__dataChanged !== true) return;
		await database.visit(machine, () => {
			const stored = database.workflows.get(this.workflowId);
			if (!stored) return;
			stored.staticData = plain(this.workflow.staticData);
			database.onKept(this.workflowId);
			onSaved();
		});
		this.workflow.staticData.__dataChanged = false;
	}
}

/** Without what n8n hides in it to notice changes. */
function plain(staticData: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(staticData)) as IDataObject;
}

/** n8n's durable way: every poll stands alone, whichever process takes it. */
export class DurablePolls {
	constructor(
		private readonly process: Process,
		private readonly workflowId: string,
	) {}

	/** The poll on activation. It keeps what it left only with items; the workflow's own data are saved in any case. */
	async activate(isFirst: boolean): Promise<void> {
		if (isFirst) {
			await this.process.database.visit(this.process.machine, () => {
				const { poller } = this.stored();
				if (poller) this.stored().poller = { cursor: poller.cursor, consecutiveErrors: 0 };
			});
		}
		const tick = await this.begin('activate');
		const items = isFirst ? await tick.run() : null;
		if (items !== null) void this.commit(tick, items);
		await this.saveShared(tick.workflow);
	}

	/** An occurrence of the schedule. */
	async poll(): Promise<void> {
		const { time } = this.process;
		const { poller } = this.process.database.workflows.get(this.workflowId) ?? {};
		if (!this.isActive || isBackingOff(poller, time.wallClock())) return;
		const tick = await this.begin('update');
		let isOver = false;
		const timeout = time.after(DURABLE_TIMEOUT_MS, this.process.machine, () => {
			isOver = true;
			if (this.isActive) this.failed(poller, undefined);
		});
		try {
			const items = await tick.run();
			timeout.cancelled = true;
			if (isOver || !this.isActive) return;
			await this.succeeded();
			await this.commit(tick, items);
			if (items !== null) await this.saveShared(tick.workflow);
		} catch (error) {
			timeout.cancelled = true;
			if (isOver) return;
			if (this.isActive) this.failed(poller, error);
			this.process.recordFailure(this.workflowId, error as Error);
		}
	}

	private get isActive(): boolean {
		return this.process.database.workflows.get(this.workflowId)?.active === true;
	}

	private stored() {
		return this.process.database.workflow(this.workflowId);
	}

	private async begin(activation: WorkflowActivateMode) {
		const { process } = this;
		const { workflow, cursor } = await process.database.visit(process.machine, () => {
			const stored = this.stored();
			const loaded = process.load(stored);
			stored.poller ??= {
				cursor: plain(loaded.getStaticData('node', loaded.getNode(stored.trigger.name) as INode)),
				consecutiveErrors: 0,
			};
			return { workflow: loaded, cursor: deepCopy(stored.poller.cursor) };
		});
		const node = workflow.getNode(this.stored().trigger.name) as INode;
		const context = pollContext(process, workflow, node, {
			activation,
			...(process.profile.version === 'newest' && {
				budgetMs: activation === 'update' ? DURABLE_BUDGET_MS : DEFAULT_BUDGET_MS,
			}),
			staticData: (type) => (type === 'node' ? cursor : workflow.getStaticData('global')),
		});
		const run = async () => (await process.nodeType(node.type).poll?.call(context))?.[0] ?? null;
		return { workflow, cursor, run };
	}

	/** The cursor and the execution in one transaction; the cursor alone when there is nothing to hand over. */
	private async commit(
		{ cursor }: { cursor: IDataObject },
		items: INodeExecutionData[] | null,
	): Promise<void> {
		const staged = deepCopy(cursor);
		await this.process.database.visit(this.process.machine, () => {
			const { poller } = this.stored();
			if (poller) poller.cursor = staged;
			this.process.database.onKept(this.workflowId);
			if (items !== null) this.process.recordExecution(this.workflowId, items);
		});
	}

	private async saveShared(workflow: Workflow): Promise<void> {
		const { database, machine } = this.process;
		if (workflow.staticData.__dataChanged !== true) return;
		await database.visit(machine, () => {
			this.stored().staticData = plain(workflow.staticData);
			database.onKept(this.workflowId);
		});
	}

	private async succeeded(): Promise<void> {
		await this.process.database.visit(this.process.machine, () => {
			const { poller } = this.stored();
			if (poller) Object.assign(poller, { consecutiveErrors: 0, backoffUntil: undefined });
		});
	}

	private failed(before: Poller | undefined, error: unknown): void {
		const { poller } = this.stored();
		if (!poller) return;
		poller.consecutiveErrors = (before?.consecutiveErrors ?? 0) + 1;
		poller.backoffUntil = this.process.time.wallClock() + backoffMs(error, poller.consecutiveErrors);
	}
}

function isBackingOff(poller: Poller | undefined, now: number): boolean {
	const until = poller?.backoffUntil;
	return until !== undefined && until > now && until - now <= LONGEST_RETRY_AFTER_MS;
}

const PERMANENT = new Set(['credential-invalid', 'configuration-invalid', 'node-defect']);

/** poll-backoff-policy.js, with the curve of @n8n/scheduler's backoff. */
function backoffMs(error: unknown, consecutiveErrors: number): number {
	const declared = declaredFailure(error);
	const status = Number((error as { httpCode?: unknown } | undefined)?.httpCode);
	const isPermanent = declared ? PERMANENT.has(declared.cause) : status === 401 || status === 403;
	if (isPermanent) return LONGEST_BACKOFF_MS;
	const curve = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (consecutiveErrors - 1));
	return Math.max(curve, Math.min(declared?.retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS));
}

interface DeclaredFailure {
	cause: string;
	retryAfterMs?: number;
}

function declaredFailure(error: unknown): DeclaredFailure | undefined {
	for (let link = error, depth = 0; typeof link === 'object' && link !== null && depth < 10; depth += 1) {
		const { failure, cause } = link as { failure?: DeclaredFailure; cause?: unknown };
		if (failure) return failure;
		link = cause;
	}
	return undefined;
}
