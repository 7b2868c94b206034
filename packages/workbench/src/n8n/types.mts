export interface Login {
	email: string;
	password: string;
}

export interface CredentialData {
	baseUrl: string;
	apiClientId: string;
	apiClientSecret: string;
}

/** A credential as nodes refer to it. */
export interface CredentialReference {
	id: string;
	name: string;
}

export interface WorkflowNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, CredentialReference>;
	webhookId?: string;
	disabled?: boolean;
	onError?: 'continueErrorOutput' | 'continueRegularOutput' | 'stopWorkflow';
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
}

export interface Workflow {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings: Record<string, unknown>;
	/** By node: its pinned output in manual executions. */
	pinData?: Record<string, Array<{ json: Record<string, unknown> }>>;
}

export interface SavedWorkflow extends Workflow {
	id: string;
	versionId: string;
	active: boolean;
}

export interface Execution {
	id: string;
	status: string;
	/** Times in ISO form. */
	startedAt: string;
	stoppedAt: string;
}

/** The output items of a node. */
export type Items = Array<Record<string, unknown>>;

/** Why an execution failed, as the user sees it. */
export interface ExecutionFailure {
	message: string;
	description: string | null;
	/** The node that failed. */
	at?: string;
}

export interface DataTableColumn {
	name: string;
	type: 'boolean' | 'date' | 'number' | 'string';
}

/** An entry of a parameter's list. */
export interface ListEntry {
	name: string;
	value: string;
}
