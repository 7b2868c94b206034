import { isDeepStrictEqual } from 'node:util';
import {
	ACTIONABLE_CAUSES,
	deepCopy,
	TIMED_CAUSES,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IPollFunctions,
	type Workflow,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import type { Poller, StoredWorkflow } from './database.mts';
import { pollContext } from './contexts.mts';
import type { Handover, Process } from './process.mts';

/**
 * n8n's two ways of polling. Default: n8n-core 2.41.1, active-workflow-triggers.js (activatePollTrigger),
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
const BUDGET_SHARE = 0.8;
/** constants.js, trigger-activation-retry.js */
const ACTIVATION_TRIES = 5;
const FIRST_ACTIVATION_WAIT_MS = SECOND;
/** poll-backoff-policy.js */
const FIRST_BACKOFF_MS = 5 * SECOND;
const MAX_BACKOFF_MS = 30 * MINUTE;
const MAX_RETRY_AFTER_MS = 60 * MINUTE;

/** An active workflow in the process that polls it, without durable polling. */
export class OlderPoller {
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

	/** Polls once and saves the static data. @throws the error of that poll, which the user sees */
	async activate(): Promise<void> {
		const items = await this.run();
		if (items !== null) this.emit(items);
		await this.save();
	}

	async poll(): Promise<void> {
		if (!this.isCurrent) return;
		try {
			const items = await this.run();
			if (!this.isDropped && items !== null) this.emit(items);
		} catch (error) {
			if (!this.isDropped) this.process.recordFailure(this.workflowId, error as Error);
		}
	}

	deactivate(): void {
		this.isCurrent = false;
	}

	/** n8n 1.123 also hands over items that arrive after a deactivation (n8n-core 1.122, active-workflows.js). */
	private get isDropped(): boolean {
		return !this.isCurrent && this.process.profile.version === 'newest';
	}

	private async run(): Promise<INodeExecutionData[] | null> {
		return await this.process.poll(this.workflowId, this.node.type, this.context);
	}

	/** Saves static data and execution in two independent steps. */
	private emit(items: INodeExecutionData[]): void {
		const batch: Handover = {
			at: this.process.time.nowMs,
			workflowId: this.workflowId,
			items,
			isStateSaved: false,
		};
		void this.save(() => (batch.isStateSaved = true));
		void this.createExecution(batch);
	}

	private async createExecution(batch: Handover): Promise<void> {
		const { database, machine, handedOver } = this.process;
		handedOver.add(batch);
		this.process.onHandOver();
		await database.roundTrip(machine, () => undefined);
		await database.roundTrip(machine, () => undefined);
		await database.roundTrip(machine, () => {
			this.process.recordExecution(this.workflowId, batch.items);
			handedOver.delete(batch);
		});
	}

	private async save(onStored: () => void = () => undefined): Promise<void> {
		const { database, machine } = this.process;
		if (this.workflow.staticData.__dataChanged !== true) return;
		const staticData = plain(this.workflow.staticData);
		await database.roundTrip(machine, () => {
			const stored = database.workflows.get(this.workflowId);
			if (!stored) return;
			stored.staticData = staticData;
			database.onSaved(this.workflowId, this.node.name);
			onStored();
		});
		this.workflow.staticData.__dataChanged = false;
	}
}

/** What Fetch Test Event returned. */
export interface TestEvent {
	items: INodeExecutionData[];
	/** The trigger's state before and after the poll. n8n saves neither. */
	before: string;
	after: string;
}

/** The editor's Fetch Test Event (n8n-core 2.41.1, workflow-execute.js, executePollNode). @throws its error */
export async function fetchTestEvent(process: Process, workflowId: string): Promise<TestEvent> {
	const stored = process.database.workflow(workflowId);
	const workflow = await process.database.roundTrip(process.machine, () => process.load(stored));
	const node = workflow.getNode(stored.trigger.name) as INode;
	const remembered = () => JSON.stringify(plain(workflow.staticData));
	const before = remembered();
	const context = pollContext(process, workflow, node, {
		mode: 'manual',
		activation: 'manual',
		...(process.profile.version === 'newest' && { budgetMs: DEFAULT_BUDGET_MS }),
		staticData: (type) => workflow.getStaticData(type, node),
	});
	const [items] = (await process.nodeType(node.type).poll?.call(context)) ?? [];
	return { items: deepCopy(items ?? []), before, after: remembered() };
}

/** A copy without the proxy and the flag with which n8n notices changes. */
function plain(staticData: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(staticData)) as IDataObject;
}

/** Durable polling: polls share nothing but the database, and any process may run one. */
export class DurablePolls {
	constructor(
		private readonly process: Process,
		private readonly workflowId: string,
	) {}

	/**
	 * The poll on activation, with retries. Its cursor is saved only if there are items; the workflow's own data are saved
	 * in any case, after the polls were scheduled. @throws the error of the last try
	 */
	async activate(isFirst: boolean, schedule: () => void = () => undefined): Promise<void> {
		const { process } = this;
		const workflow = await process.database.roundTrip(process.machine, () => process.load(this.stored()));
		try {
			for (let tries = 1; isFirst; tries += 1) {
				const error = await this.firstPoll(workflow);
				if (error === undefined) break;
				if (tries === ACTIVATION_TRIES) throw error;
				await process.time.sleep(FIRST_ACTIVATION_WAIT_MS * 2 ** (tries - 1), process.machine);
			}
			schedule();
		} finally {
			await this.saveShared(workflow);
		}
	}

	/** A scheduled poll. */
	async poll(): Promise<void> {
		const { process } = this;
		const { time, database, machine } = process;
		const { active, poller, job } = await database.roundTrip(machine, () => ({ ...this.found }));
		const before = poller && { ...poller };
		if (!active || isBackingOff(before, time.wallClock())) return;
		const workflow = await database.roundTrip(machine, () => this.isActive && process.load(this.stored()));
		if (!workflow) return;
		const poll = { ...(await this.begin(workflow, 'update')), holdsLease: () => this.found?.job === job };
		let isOver = false;
		const timeout = time.after(this.timeoutMs, machine, () => {
			isOver = true;
			void this.failed(before, undefined);
		});
		try {
			const items = await poll.run();
			timeout.cancelled = true;
			if (isOver) return;
			await this.succeeded();
			if (!this.isActive) return;
			await this.handOver(poll, items);
		} catch (error) {
			timeout.cancelled = true;
			if (isOver) return;
			await this.failed(before, error);
			process.recordFailure(this.workflowId, error as Error);
		}
	}

	/** @returns its error */
	private async firstPoll(workflow: Workflow): Promise<unknown> {
		const { database, machine } = this.process;
		try {
			await database.roundTrip(machine, () => {
				const { poller } = this.stored();
				if (poller) this.stored().poller = { cursor: poller.cursor, consecutiveErrors: 0 };
			});
			const poll = await this.begin(workflow, 'activate');
			const items = await poll.run();
			if (items !== null) void this.handOver(poll, items);
			return undefined;
		} catch (error) {
			return error;
		}
	}

	/** If there are items, the workflow's own data are saved beside cursor and execution, not together with them. */
	private async handOver(poll: RunningPoll, items: INodeExecutionData[] | null): Promise<void> {
		if (items !== null) void this.saveShared(poll.workflow);
		await this.commit(poll, items);
	}

	private get timeoutMs(): number {
		return this.process.profile.pollTimeoutMs ?? DURABLE_TIMEOUT_MS;
	}

	private get found(): StoredWorkflow | undefined {
		return this.process.database.workflows.get(this.workflowId);
	}

	private get isActive(): boolean {
		return this.found?.active === true;
	}

	private stored() {
		return this.process.database.workflow(this.workflowId);
	}

	private async begin(workflow: Workflow, activation: WorkflowActivateMode): Promise<RunningPoll> {
		const { process } = this;
		const node = workflow.getNode(this.stored().trigger.name) as INode;
		const ofNode = workflow.getStaticData('node', node);
		const seed = await process.database.roundTrip(process.machine, () => {
			const poller = (this.stored().poller ??= { cursor: plain(ofNode), consecutiveErrors: 0 });
			// A stored cursor is replaced, never mutated.
			return poller.cursor;
		});
		const cursor = deepCopy(seed);
		const context = pollContext(process, workflow, node, {
			activation,
			...(process.profile.version === 'newest' && {
				budgetMs: activation === 'update' ? this.timeoutMs * BUDGET_SHARE : DEFAULT_BUDGET_MS,
			}),
			staticData: (type) => (type === 'node' ? cursor : workflow.getStaticData('global')),
		});
		const run = async () => await process.poll(this.workflowId, node.type, context);
		return { workflow, seed, cursor, run, holdsLease: () => true };
	}

	/** Saves the cursor, if it has changed, and the execution, if there is one, in one transaction. */
	private async commit(
		{ seed, cursor, holdsLease }: RunningPoll,
		items: INodeExecutionData[] | null,
	): Promise<void> {
		const isChanged = !isDeepStrictEqual(cursor, seed);
		if (!isChanged && items === null) return;
		const staged = deepCopy(cursor);
		await this.process.database.save(this.process.machine, () => {
			if (!holdsLease()) return;
			const { poller } = this.stored();
			if (poller && isChanged) poller.cursor = staged;
			this.process.database.onSaved(this.workflowId);
			if (items !== null) this.process.recordExecution(this.workflowId, items);
		});
	}

	private async saveShared(workflow: Workflow): Promise<void> {
		const { database, machine } = this.process;
		if (workflow.staticData.__dataChanged !== true) return;
		const staticData = plain(workflow.staticData);
		await database.save(machine, () => {
			if (!this.found) return;
			this.found.staticData = staticData;
			database.onSaved(this.workflowId);
		});
		workflow.staticData.__dataChanged = false;
	}

	private async succeeded(): Promise<void> {
		await this.process.database.save(this.process.machine, () => {
			const { poller } = this.found ?? {};
			if (poller) Object.assign(poller, { consecutiveErrors: 0, backoffUntil: undefined });
		});
	}

	/** The backoff is measured by the clock of the database. */
	private async failed(before: Poller | undefined, error: unknown): Promise<void> {
		const { database, machine, time } = this.process;
		const delayMs = backoffMs(error, (before?.consecutiveErrors ?? 0) + 1, time.wallClock());
		await database.roundTrip(machine, () => {
			const { active, poller } = this.found ?? {};
			if (!active || !poller) return;
			poller.consecutiveErrors += 1;
			poller.backoffUntil = Math.max(poller.backoffUntil ?? 0, time.nowMs + delayMs);
		});
	}
}

/** A poll that is running. */
interface RunningPoll {
	workflow: Workflow;
	/** The cursor before the poll. */
	seed: IDataObject;
	cursor: IDataObject;
	run: () => Promise<INodeExecutionData[] | null>;
	/** Its task is deleted with its job (poller-state.repository.js, advanceCursor); a first poll has neither. */
	holdsLease: () => boolean;
}

function isBackingOff(poller: Poller | undefined, now: number): boolean {
	const until = poller?.backoffUntil;
	return until !== undefined && until > now && until - now <= MAX_RETRY_AFTER_MS;
}

/** poll-backoff-policy.js, with the curve of @n8n/scheduler (backoff.js). */
export function backoffMs(error: unknown, consecutiveErrors: number, now: number): number {
	const chain = errorChain(error);
	const { isPermanent, retryAfterMs } = declaredFailure(chain, now) ?? failureOfRequest(chain, now);
	if (isPermanent) return MAX_BACKOFF_MS;
	const curve = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (consecutiveErrors - 1));
	return Math.max(curve, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}

interface PollFailure {
	isPermanent: boolean;
	/** 0 = not specified. */
	retryAfterMs: number;
}

type Link = Record<string, unknown>;

const isLink = (value: unknown): value is Link => typeof value === 'object' && value !== null;

/** @n8n/utils (error-chain.js): an error and what it wraps, the outermost first. */
function errorChain(error: unknown): Link[] {
	const chain = new Set<Link>();
	let generation = [error].filter(isLink);
	for (let depth = 0; depth <= 5; depth += 1) {
		for (const link of generation) chain.add(link);
		generation = generation
			.flatMap(({ cause, errorResponse, reason }) => [cause, errorResponse, reason])
			.filter(isLink)
			.filter((link) => !chain.has(link));
	}
	return [...chain];
}

function declaredFailure(chain: readonly Link[], now: number): PollFailure | undefined {
	for (const { failure } of chain) {
		if (!isLink(failure)) continue;
		const cause = String(failure.cause);
		if ((ACTIONABLE_CAUSES as readonly string[]).includes(cause)) {
			return { isPermanent: true, retryAfterMs: 0 };
		}
		if (!(TIMED_CAUSES as readonly string[]).includes(cause)) continue;
		const waits = [failure.retryAfterMs, Number(failure.resetsAtEpochMs ?? 0) - now];
		const retryAfterMs = waits.find((ms) => Number.isFinite(ms) && (ms as number) > 0) ?? 0;
		return { isPermanent: false, retryAfterMs: retryAfterMs as number };
	}
	return undefined;
}

/** @n8n/backend-network (http/retryability.js). */
function failureOfRequest(chain: readonly Link[], now: number): PollFailure {
	const retryAfterMs = chain.map((link) => retryAfterOf(link, now)).find((ms) => ms !== undefined);
	const statuses = chain.flatMap(({ response, status, statusCode }) => {
		const given = isLink(response) ? response : {};
		return [given.status, given.statusCode, status, statusCode];
	});
	const status = [...chain.map(({ httpCode }) => httpCode), ...statuses].map(Number).find(isStatus);
	const isThrottled = status === 429 || retryAfterMs !== undefined;
	const isRefused = status === 401 || status === 403;
	return { isPermanent: isRefused && !isThrottled, retryAfterMs: retryAfterMs ?? 0 };
}

const isStatus = (status: number) => Number.isInteger(status) && status >= 100 && status <= 599;

function retryAfterOf({ response, headers }: Link, now: number): number | undefined {
	const given = ((isLink(response) && response.headers) || headers) as Link | undefined;
	const value = Object.entries(given ?? {}).find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
	if (typeof value !== 'string') return undefined;
	if (/^\d+$/.test(value.trim())) return Number(value) * SECOND;
	const date = /[a-z]/i.test(value) ? Date.parse(value) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
