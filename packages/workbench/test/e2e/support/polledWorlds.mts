import type { IDataObject, INode, INodeExecutionData, INodeType, IPollFunctions } from 'n8n-workflow';

/** What a poll of a test does. */
export type Poll = (context: IPollFunctions) => Promise<INodeExecutionData[][] | null>;

/** What can be seen from outside of a workflow that is polled. */
export interface Seen {
	/** The node's data: in the table of cursors, or within the workflow's. */
	cursor?: IDataObject;
	staticData: IDataObject;
	executions: unknown[];
	failures: string[];
	/** What was written, one after the other. */
	writes: string[];
	errors?: number;
	/** How long polls rest after the last failure. */
	restMs?: number;
}

/** A workflow of one trigger in an n8n, or in the model of it. */
export interface PolledWorld {
	/** @returns the message of the error with which it failed */
	activate(poll: Poll): Promise<string | undefined>;
	/** A poll of the schedule. */
	scheduled(poll: Poll): Promise<void>;
	/** A poll of the schedule that takes longer than n8n waits; it ends when that is called which is handed over. */
	late(poll: (ends: Promise<void>) => Poll): Promise<void>;
	deactivate(): void;
	/** Rests are over by so much. */
	pass(ms: number): Promise<void>;
	seen(): Seen;
}

export const WORKFLOW_ID = 'polled';
export const STATIC_DATA = { global: { shared: 0 } };

export const TRIGGER: INode = {
	id: 'trigger',
	name: 'Trigger',
	type: 'probe',
	typeVersion: 1,
	position: [0, 0],
	parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] } },
};

export function pollingType(poll: Poll): INodeType {
	return {
		description: {
			name: 'probe',
			displayName: 'Probe',
			group: ['trigger'],
			version: 1,
			inputs: [],
			outputs: ['main'],
			polling: true,
			properties: [{ displayName: 'Poll Times', name: 'pollTimes', type: 'json', default: '' }],
		},
		async poll(this: IPollFunctions) {
			return await poll(this);
		},
	} as unknown as INodeType;
}

export const plain = <T,>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
