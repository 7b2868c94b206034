import { randomUUID } from 'node:crypto';
import type { Stack } from './stack.mts';
import { chain, webhookNode } from './workflows.mts';
import type { ExecutionFailure, Items, SavedWorkflow, WorkflowNode } from './types.mts';

/** An active workflow with a webhook, which responds with the output of its last node. */
export class CallableWorkflow {
	private constructor(
		private readonly stack: Stack,
		private readonly workflow: SavedWorkflow,
		private readonly path: string,
	) {}

	static async of(stack: Stack, nodes: readonly WorkflowNode[]): Promise<CallableWorkflow> {
		const path = randomUUID();
		const workflow = await stack.client.startWorkflow(chain(path, [webhookNode(path), ...nodes]));
		return new CallableWorkflow(stack, workflow, path);
	}

	async call(): Promise<Items> {
		const response = await this.request();
		const text = await response.text();
		if (!response.ok) throw new Error(`The workflow failed with ${response.status}: ${text}`);
		return JSON.parse(text) as Items;
	}

	/** Runs the workflow, which must fail. */
	async callToFail(): Promise<ExecutionFailure> {
		const { ok } = await this.request();
		if (ok) throw new Error('The workflow was expected to fail, and did not.');
		const execution = (await this.stack.client.endedExecutions(this.workflow)).at(-1);
		const failure = execution && (await this.stack.client.failureOf(execution));
		if (failure === undefined) throw new Error('n8n kept no failed execution.');
		return failure;
	}

	private async request(): Promise<Response> {
		return await fetch(`${this.stack.url}/webhook/${this.path}`, { signal: AbortSignal.timeout(120_000) });
	}
}
