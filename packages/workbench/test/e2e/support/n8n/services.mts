import type { INodeType } from 'n8n-workflow';
import { TRIGGER, WORKFLOW_ID } from '../polledWorlds.mts';
import { make, makeOfCore, n8nModule, requireOfN8n, type Parts } from './modules.mts';
import { STAND_INS } from './standIns.mts';
import { repositories, saveExecution, type Stored } from './stored.mts';

export type Polling = 'older' | 'durable';

/** Where n8n has its services for triggers. */
export const TRIGGERS = 'workflows/triggers';
const SECOND_MS = 1_000;

interface CursorService {
	commitWithExecution(given: object): Promise<unknown>;
}
interface BackoffService {
	reset(workflowId: string, nodeId: string): Promise<unknown>;
}

/** n8n's own services for polls, as it connects them. */
export interface Services {
	parts: Parts;
	nodeTypes: object;
	contexts: { getExecutePollFunctions(...given: unknown[]): unknown };
	staticData: { saveStaticData(workflow: object): Promise<unknown> };
	active: {
		addAllTriggers(...given: unknown[]): Promise<unknown>;
		remove(workflowId: string): Promise<unknown>;
	};
	durablePolls: { execute(task: object, report: object): Promise<unknown> };
	/** Without durable polling: what the schedule calls, once the workflow is active. */
	schedule: { poll?: () => void };
}

export function connectServices(
	stored: Stored,
	{ type, polling, timeoutMs }: { type: INodeType; polling: Polling; timeoutMs: number },
): Services {
	const nodeTypes = { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) };
	const base = { ...STAND_INS, ...repositories(stored), ...configs(polling, timeoutMs), nodeTypes };
	const cursors = make<CursorService>(`${TRIGGERS}/poll-cursor.service.js`, 'PollCursorService', base);
	const backoff = make<BackoffService>(`${TRIGGERS}/poll-backoff.service.js`, 'PollBackoffService', base);
	const jobs = jobManager(stored, backoff);
	const staticData = make<Services['staticData']>(
		'workflows/workflow-static-data.service.js',
		'WorkflowStaticDataService',
		base,
	);

	const withState = {
		...base,
		pollCursorService: cursors,
		pollBackoffService: backoff,
		pollTriggerJobRegistrar: jobs,
		workflowStaticDataService: staticData,
		workflowExecutionService: runner(stored, cursors),
		triggersAndPollers: makeOfCore('TriggersAndPollers'),
	};
	const contexts = make<Services['contexts']>(
		`${TRIGGERS}/trigger-execution-context.factory.js`,
		'TriggerExecutionContextFactory',
		withState,
	);
	const schedule: Services['schedule'] = {};
	const withTriggers = {
		...withState,
		triggerExecutionContextFactory: contexts,
		scheduledTaskManager: taskManager(schedule),
		pollTriggerExecutor: makeOfCore('PollTriggerExecutor', withState),
	};
	const active = makeOfCore<Services['active']>('ActiveWorkflowTriggers', withTriggers);
	const durablePolls = make<Services['durablePolls']>(
		'scheduling/poll-trigger-node/poll-trigger-task-handler.js',
		'PollTriggerTaskHandler',
		withTriggers,
	);
	registerGlobally(polling === 'durable' ? jobs : makeOfCore('NoOpPollJobManager'));
	const parts = { ...withTriggers, activeWorkflowTriggers: active };
	return { parts, nodeTypes, contexts, staticData, active, durablePolls, schedule };
}

function configs(polling: Polling, timeoutMs: number) {
	const isDurable = polling === 'durable';
	const globalConfig = {
		scheduler: {
			enabled: isDurable,
			enabledForPollTriggers: isDurable,
			durableCursorsEnabled: isDurable,
			pollTimeoutSeconds: timeoutMs / SECOND_MS,
			leaseDurationSeconds: 60,
		},
		workflows: { useWorkflowPublicationService: true },
	};
	return { globalConfig, schedulerConfig: globalConfig.scheduler, workflowsConfig: globalConfig.workflows };
}

/** Keeps the jobs of durable polling. A new one ends the rest after failures, as in n8n. */
function jobManager(stored: Stored, backoff: BackoffService) {
	return {
		register: async () => {
			const inserted = !stored.hasJob;
			stored.hasJob = true;
			if (inserted) await backoff.reset(WORKFLOW_ID, TRIGGER.id);
			return { inserted };
		},
		remove: async () => await Promise.resolve((stored.hasJob = false)),
	};
}

/** Starts executions: it saves the items that a poll returned, with durable polling together with its cursor. */
function runner(stored: Stored, cursors: CursorService) {
	return {
		runWorkflow: async (_workflow: unknown, _node: unknown, items: unknown) =>
			await saveExecution(stored, items),
		runPolledWorkflow: async (...given: unknown[]) => {
			const [, , payload, , , cursor, , fence] = given;
			const commit = { workflowId: WORKFLOW_ID, nodeId: TRIGGER.id, cursor, payload, fence };
			return await cursors.commitWithExecution(commit);
		},
	};
}

/** Keeps what n8n schedules without durable polling. */
function taskManager(schedule: Services['schedule']) {
	return {
		register: (_: unknown, run: () => void) => (schedule.poll = run),
		deregisterTarget: () => undefined,
		deregisterGroup: () => true,
		hasGroup: () => true,
		hasTarget: () => false,
		getTargetIds: () => [],
	};
}

/** What n8n's classes look up by themselves. */
function registerGlobally(pollJobManager: object): void {
	const { PollJobManager } = requireOfN8n('n8n-core') as { PollJobManager: unknown };
	const { Container } = requireOfN8n('@n8n/di') as {
		Container: { set(type: unknown, value: unknown): void };
	};
	Container.set(PollJobManager, pollJobManager);
	n8nModule('workflow-execute-additional-data.js').getBase = async () => await Promise.resolve({});
}
