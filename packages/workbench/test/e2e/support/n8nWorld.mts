import { createRequire } from 'node:module';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { inRoot } from '../../../src/util/paths.mts';
import {
	plain,
	pollingType,
	STATIC_DATA,
	TRIGGER,
	WORKFLOW_ID,
	type Poll,
	type PolledWorld,
} from './polledWorlds.mts';

/** n8n's own classes, of which this holds what the tests call. */
type Made = Record<string, (...given: unknown[]) => Promise<unknown>>;
type Made1 = new (...parts: unknown[]) => Made;

const require = createRequire(inRoot('runtime', 'package.json'));
export const n8nModule = (path: string): Record<string, unknown> =>
	require(inRoot('runtime', 'node_modules', 'n8n', 'dist', path)) as Record<string, unknown>;
const make = (from: Record<string, unknown>, name: string, ...parts: unknown[]): Made =>
	new (from[name] as Made1)(...parts);

const SETTLED_MS = 30;
const SECOND_MS = 1_000;

const logger = {
	scoped: () => logger,
	debug: () => undefined,
	info: () => undefined,
	warn: () => undefined,
	error: () => undefined,
};
const nothing = { error: () => undefined, warn: () => undefined, emit: () => undefined };
const span = { setStatus: () => undefined, setAttributes: () => undefined };
const trace = async (_: unknown, work: (given: typeof span) => Promise<unknown>) => await work(span);
const tracing = {
	startSpan: trace,
	startNewTraceSpan: trace,
	pickWorkflowAttributes: () => ({}),
	pickNodeAttributes: () => ({}),
};

interface Row {
	cursor: IDataObject;
	consecutiveErrors: number;
	backoffUntil: Date | null;
}

/** What n8n makes of polls: its own classes around a database in memory. */
export function n8nWorld(polling: 'older' | 'durable', pollTimeoutMs = 100): PolledWorld {
	const isDurable = polling === 'durable';
	const writes: string[] = [];
	const executions: unknown[] = [];
	const failures: string[] = [];
	const workflow = {
		id: WORKFLOW_ID,
		name: 'Polled',
		nodes: [TRIGGER],
		connections: {},
		settings: { timezone: 'UTC' },
		staticData: plain(STATIC_DATA) as IDataObject,
	};
	let isActive = true;
	let row: Row | undefined;
	let restMs: number | undefined;
	let jobs = 0;
	let scheduled: (() => void) | undefined;
	let current: Poll = async () => await Promise.resolve(null);
	const type = pollingType(async (context) => await current(context));
	const nodeTypes = { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) };

	const states = {
		findState: async () => await Promise.resolve(row ? { ...row, cursor: plain(row.cursor) } : null),
		findCursor: async () => await Promise.resolve(row ? plain(row.cursor) : null),
		getOrCreateCursor: async (_: string, __: string, initial: IDataObject) => {
			row ??= { cursor: plain(initial), consecutiveErrors: 0, backoffUntil: null };
			return await Promise.resolve(plain(row.cursor));
		},
		advanceCursor: async (_: string, __: string, cursor: IDataObject) => {
			writes.push('cursor');
			(row as Row).cursor = plain(cursor);
			return await Promise.resolve(true);
		},
		recordFailure: async (_: string, __: string, delayMs: number) => {
			restMs = delayMs;
			Object.assign(row as Row, {
				consecutiveErrors: (row as Row).consecutiveErrors + 1,
				backoffUntil: new Date(Date.now() + delayMs),
			});
			return await Promise.resolve(true);
		},
		clearFailures: async () => {
			if (row) Object.assign(row, { consecutiveErrors: 0, backoffUntil: null });
			return await Promise.resolve(true);
		},
	};
	const saveStaticData = {
		update: () => saveStaticData,
		set: ({ staticData }: { staticData: IDataObject }) => {
			writes.push('static data');
			workflow.staticData = plain(staticData);
			return saveStaticData;
		},
		where: () => saveStaticData,
		execute: async () => await Promise.resolve(),
	};
	const workflows = {
		isActive: async () => await Promise.resolve(isActive),
		createQueryBuilder: () => saveStaticData,
		updateWorkflowTriggerCount: async () => await Promise.resolve(),
	};
	const execute = async (items: unknown) => {
		writes.push('execution');
		executions.push(plain((items as INodeExecutionData[][])[0]));
		return await Promise.resolve('execution');
	};
	const published = async () => await Promise.resolve(isActive ? plain(workflow) : null);

	const core = require('n8n-core') as Record<string, unknown>;
	const { Container } = require('@n8n/di') as { Container: { set(type: unknown, value: unknown): void } };
	const jobManager = {
		register: async () => {
			const inserted = jobs === 0;
			jobs = 1;
			if (inserted) await backoff.reset?.(WORKFLOW_ID, TRIGGER.id);
			return { inserted };
		},
		remove: async () => await Promise.resolve((jobs = 0)),
	};
	Container.set(core.PollJobManager, isDurable ? jobManager : make(core, 'NoOpPollJobManager'));
	n8nModule('workflow-execute-additional-data.js').getBase = async () => await Promise.resolve({});

	const config = {
		scheduler: {
			enabled: isDurable,
			enabledForPollTriggers: isDurable,
			durableCursorsEnabled: isDurable,
			pollTimeoutSeconds: pollTimeoutMs / SECOND_MS,
			leaseDurationSeconds: 60,
		},
		workflows: { useWorkflowPublicationService: true },
	};
	const folder = 'workflows/triggers';
	const transactions = {
		run: async (_: unknown, work: (context: object) => Promise<unknown>) => await work({}),
	};
	const cursors = make(
		n8nModule(`${folder}/poll-cursor.service.js`),
		'PollCursorService',
		...[logger, states, transactions, { create: execute }, config.scheduler, config.workflows, nothing],
	);
	const backoff = make(
		n8nModule(`${folder}/poll-backoff.service.js`),
		'PollBackoffService',
		...[states, config.scheduler, config.workflows, logger, nothing],
	);
	const staticDataService = make(
		n8nModule('workflows/workflow-static-data.service.js'),
		'WorkflowStaticDataService',
		logger,
		nothing,
		workflows,
	);
	const runner = {
		runWorkflow: async (_: unknown, __: unknown, items: unknown) => await execute(items),
		runPolledWorkflow: async (
			_: unknown,
			__: unknown,
			payload: unknown,
			___: unknown,
			____: unknown,
			cursor: IDataObject,
			_____: unknown,
			fence: unknown,
		) =>
			await cursors.commitWithExecution?.({
				workflowId: WORKFLOW_ID,
				nodeId: TRIGGER.id,
				cursor,
				payload,
				fence,
			}),
	};
	const errors = {
		createErrorExecution: async (error: Error) => {
			failures.push(error.message);
			return await Promise.reject(new Error('no error workflow here'));
		},
	};
	const publishedData = {
		getPublishedWorkflowDataForExecution: published,
		getCachedPublishedWorkflowDataForExecution: published,
	};
	const registrar = {
		interceptsNode: () => false,
		createSession: () => ({ commit: async () => await Promise.resolve(), discard: () => undefined }),
		remove: async () => await Promise.resolve(),
	};
	const engine2 = { handles: () => false };
	const factory = make(
		n8nModule(`${folder}/trigger-execution-context.factory.js`),
		'TriggerExecutionContextFactory',
		...[
			logger,
			nothing,
			{},
			nothing,
			errors,
			staticDataService,
			runner,
			{},
			publishedData,
			registrar,
			{},
			nodeTypes,
			cursors,
			config,
			engine2,
		],
	);
	const pollers = make(core, 'TriggersAndPollers');
	const executor = make(core, 'PollTriggerExecutor', logger, pollers, tracing, nothing);
	const scheduler = {
		register: (_: unknown, run: () => void) => (scheduled = run),
		deregisterTarget: () => undefined,
		deregisterGroup: () => true,
		hasGroup: () => true,
		hasTarget: () => false,
		getTargetIds: () => [],
	};
	const active = make(core, 'ActiveWorkflowTriggers', logger, scheduler, pollers, nothing, executor);
	const handler = make(
		n8nModule('scheduling/poll-trigger-node/poll-trigger-task-handler.js'),
		'PollTriggerTaskHandler',
		...[logger, factory, pollers, workflows, nothing, backoff, nothing, config],
	);

	async function activateDurably(): Promise<string | undefined> {
		const nonWebhook = make(
			n8nModule(`${folder}/non-webhook-trigger-registrar.js`),
			'NonWebhookTriggerRegistrar',
			...[logger, active, factory, registrar, jobManager, tracing],
		);
		const webhook = { getWebhookTriggers: () => [], getNodeWebhookTriggers: () => [] };
		const activator = make(
			n8nModule(`${folder}/workflow-trigger-activator.js`),
			'WorkflowTriggerActivator',
			...[
				logger,
				nothing,
				nodeTypes,
				workflows,
				staticDataService,
				config.workflows,
				factory,
				webhook,
				nonWebhook,
			],
			...[{ count: () => 1 }, { register: nothing.emit, deregister: nothing.emit }, tracing, nothing],
		);
		const abort = { signal: new AbortController().signal, onDetached: () => undefined };
		const outcome = (await activator.activate?.(
			plain(workflow),
			workflow,
			new Set([TRIGGER.id]),
			'activate',
			abort,
		)) as {
			failures: Array<{ error: Error & { cause?: Error } }>;
		};
		return outcome.failures[0]?.error.cause?.message;
	}

	/** As active-workflow-manager.js does it (add): the triggers, then the static data. */
	async function activateByDefault(): Promise<string | undefined> {
		const { Workflow } = require('n8n-workflow') as { Workflow: new (given: object) => object };
		const loaded = new Workflow({ ...plain(workflow), active: true, nodeTypes });
		const functions = (factory.getExecutePollFunctions as unknown as (...given: unknown[]) => unknown)(
			workflow,
			{},
			'trigger',
			'activate',
			published,
		);
		try {
			await active.addAllTriggers?.(WORKFLOW_ID, loaded, {}, 'trigger', 'activate', undefined, functions);
		} catch (error) {
			return ((error as Error).cause as Error).message;
		}
		await staticDataService.saveStaticData?.(loaded);
		return undefined;
	}

	const settle = async (ms = SETTLED_MS) => await new Promise((resolve) => setTimeout(resolve, ms));
	const poll = async () => {
		if (!isDurable) {
			scheduled?.();
			return await settle();
		}
		const report = { dispatched: () => 'dispatched', notDispatched: () => 'not dispatched' };
		const task = {
			id: '1',
			jobId: '1',
			leaseEpoch: 1,
			payload: { workflowId: WORKFLOW_ID, nodeId: TRIGGER.id },
		};
		// n8n's own timer does not keep a process alive.
		const alive = setInterval(() => undefined, SECOND_MS);
		await handler.execute?.(task, report).finally(() => clearInterval(alive));
		return await settle();
	};
	return {
		activate: async (given) => {
			current = given;
			isActive = true;
			const error = await (isDurable ? activateDurably() : activateByDefault());
			await settle();
			return error;
		},
		scheduled: async (given) => {
			current = given;
			await poll();
		},
		late: async (given) => {
			let end = () => undefined as void;
			current = given(new Promise<void>((resolve) => (end = resolve)));
			await poll();
			end();
			await settle();
		},
		deactivate: () => {
			isActive = false;
			jobs = 0;
			void active.remove?.(WORKFLOW_ID);
		},
		pass: async (ms) => {
			if (row?.backoffUntil) row.backoffUntil = new Date(row.backoffUntil.getTime() - ms);
			await Promise.resolve();
		},
		seen: () => ({
			...(row && { cursor: plain(row.cursor), errors: row.consecutiveErrors }),
			staticData: plain(workflow.staticData),
			executions: plain(executions),
			failures: [...failures],
			writes: [...writes],
			...(restMs !== undefined && { restMs }),
		}),
	};
}

/** After which times n8n tries to activate a workflow again that it cannot activate. */
export async function reactivationsOfN8n(tries: number): Promise<number[]> {
	const { ActiveWorkflowManager } = n8nModule('active-workflow-manager.js') as {
		ActiveWorkflowManager: { prototype: object };
	};
	const manager = Object.assign(Object.create(ActiveWorkflowManager.prototype) as Made, {
		logger,
		errorReporter: nothing,
		queuedActivations: {},
		add: async () => await Promise.reject(new Error('broken')),
	});
	const waits: number[] = [];
	const { setTimeout } = globalThis;
	globalThis.setTimeout = ((run: () => void, ms: number) => {
		waits.push(ms);
		if (waits.length < tries) setImmediate(run);
	}) as unknown as typeof setTimeout;
	try {
		void manager.addQueuedWorkflowActivation?.('init', { id: WORKFLOW_ID, name: 'Polled' });
		while (waits.length < tries) await new Promise((resolve) => setImmediate(resolve));
	} finally {
		globalThis.setTimeout = setTimeout;
	}
	return waits;
}
