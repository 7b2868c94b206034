import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { plain, STATIC_DATA, TRIGGER, WORKFLOW_ID } from '../polledWorlds.mts';
import type { Parts } from './modules.mts';

/** What n8n keeps of a workflow in its database, and what it has written there. */
export interface Stored {
	workflow: { staticData: IDataObject } & Record<string, unknown>;
	isActive: boolean;
	/** With durable polling: whether polls are scheduled. */
	hasJob: boolean;
	/** The row of the table `poller_state`. */
	poller?: { cursor: IDataObject; consecutiveErrors: number; backoffUntil: Date | null };
	/** How long polls rest after the last failure. */
	restMs?: number;
	executions: unknown[];
	failures: string[];
	writes: string[];
}

export function storedWorkflow(): Stored {
	return {
		workflow: {
			id: WORKFLOW_ID,
			name: 'Polled',
			nodes: [TRIGGER],
			connections: {},
			settings: { timezone: 'UTC' },
			staticData: plain(STATIC_DATA),
		},
		isActive: true,
		hasJob: false,
		executions: [],
		failures: [],
		writes: [],
	};
}

export async function saveExecution(stored: Stored, items: unknown): Promise<string> {
	stored.writes.push('execution');
	stored.executions.push(plain((items as INodeExecutionData[][])[0]));
	return await Promise.resolve('execution');
}

/** The workflow as n8n loads it for an execution. */
export async function published(stored: Stored): Promise<Stored['workflow'] | null> {
	return await Promise.resolve(stored.isActive ? plain(stored.workflow) : null);
}

/** By which n8n's services read and write what is stored. */
export function repositories(stored: Stored): Parts {
	const load = async () => await published(stored);
	return {
		pollerStateRepository: pollerStates(stored),
		workflowRepository: workflows(stored),
		workflowPublishedDataService: {
			getPublishedWorkflowDataForExecution: load,
			getCachedPublishedWorkflowDataForExecution: load,
		},
		executionPersistence: { create: async (items: unknown) => await saveExecution(stored, items) },
		executionService: {
			createErrorExecution: async (error: Error) => {
				stored.failures.push(error.message);
				return await Promise.reject(new Error('no error workflow here'));
			},
		},
		transactionRunner: {
			run: async (_: unknown, work: (context: object) => Promise<unknown>) => await work({}),
		},
	};
}

function pollerStates(stored: Stored) {
	return {
		findState: async () => {
			const { poller } = stored;
			return await Promise.resolve(poller ? { ...poller, cursor: plain(poller.cursor) } : null);
		},
		findCursor: async () => await Promise.resolve(stored.poller ? plain(stored.poller.cursor) : null),
		getOrCreateCursor: async (_: string, __: string, initial: IDataObject) => {
			stored.poller ??= { cursor: plain(initial), consecutiveErrors: 0, backoffUntil: null };
			return await Promise.resolve(plain(stored.poller.cursor));
		},
		advanceCursor: async (_: string, __: string, cursor: IDataObject) => {
			stored.writes.push('cursor');
			Object.assign(stored.poller as object, { cursor: plain(cursor) });
			return await Promise.resolve(true);
		},
		recordFailure: async (_: string, __: string, delayMs: number) => {
			stored.restMs = delayMs;
			Object.assign(stored.poller as object, {
				consecutiveErrors: (stored.poller?.consecutiveErrors ?? 0) + 1,
				backoffUntil: new Date(Date.now() + delayMs),
			});
			return await Promise.resolve(true);
		},
		clearFailures: async () => {
			if (stored.poller) Object.assign(stored.poller, { consecutiveErrors: 0, backoffUntil: null });
			return await Promise.resolve(true);
		},
	};
}

function workflows(stored: Stored) {
	const query = {
		update: () => query,
		set: ({ staticData }: { staticData: IDataObject }) => {
			stored.writes.push('static data');
			stored.workflow.staticData = plain(staticData);
			return query;
		},
		where: () => query,
		execute: async () => await Promise.resolve(),
	};
	return {
		isActive: async () => await Promise.resolve(stored.isActive),
		createQueryBuilder: () => query,
		updateWorkflowTriggerCount: async () => await Promise.resolve(),
	};
}
