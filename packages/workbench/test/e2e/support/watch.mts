import assert from 'node:assert/strict';
import type { CredentialReference, Items, SavedWorkflow } from '../../../src/n8n/types.mts';
import type { Stack } from '../../../src/n8n/stack.mts';
import { waitFor } from '../../../src/util/waiting.mts';
import { ofProperty, RESULT_NAME, TRIGGER_NAME, watching } from '../../../src/n8n/workflows.mts';

/** Polls are a minute apart; n8n may be a little late after a restart. */
const NEXT_POLL_TIMEOUT_MS = 100_000;
const ASK_EVERY_MS = 1_000;

/** What a test says an execution must have received: one booking. */
export interface Expected {
	event: string;
	number: string;
}

/** An active workflow that starts with the trigger, watching one property from now on. */
export class Watch {
	private constructor(
		private readonly stack: Stack,
		private workflow: SavedWorkflow,
		readonly propertyId: string,
	) {}

	/** @param parameters of the trigger, beside the property */
	static async start(
		stack: Stack,
		credential: CredentialReference,
		propertyId: string,
		parameters: Record<string, unknown> = {},
	): Promise<Watch> {
		const workflow = await stack.client.startWorkflow(
			watching(`Watch ${propertyId}`, credential, { ...ofProperty(propertyId), ...parameters }),
		);
		return new Watch(stack, workflow, propertyId);
	}

	async edit(parameters: Record<string, unknown>): Promise<void> {
		this.workflow = await this.stack.client.edit(this.workflow, TRIGGER_NAME, parameters);
	}

	/** Waits until the workflow has been executed so many times, and returns what each execution received. */
	async executions(count: number): Promise<Items[]> {
		const { client } = this.stack;
		const executions = await waitFor(
			{
				for: `execution ${count} for property ${this.propertyId}`,
				timeoutMs: NEXT_POLL_TIMEOUT_MS,
				everyMs: ASK_EVERY_MS,
				diagnosis: async () =>
					`The sandbox's report: ${JSON.stringify(await this.stack.sandbox.control.report())}`,
			},
			async () => {
				const ended = await client.endedExecutions(this.workflow);
				return ended.length >= count ? ended : undefined;
			},
		);
		return await Promise.all(executions.map((execution) => client.outputOf(execution, RESULT_NAME)));
	}

	/** Waits for as many executions as bookings are expected, and compares: one booking in each. */
	async assertReceived(...expected: Expected[]): Promise<Items[]> {
		const executions = await this.executions(expected.length);
		const received = executions.map((items) => items.map(({ event, number }) => ({ event, number })));
		assert.deepEqual(
			received,
			expected.map((one) => [one]),
		);
		return executions;
	}

	/** Waits until the trigger has read the feed once more, and has had time to start an execution. */
	async nextPoll(): Promise<void> {
		const before = await this.pollCount();
		await waitFor(
			{
				for: `the next poll of property ${this.propertyId}`,
				timeoutMs: NEXT_POLL_TIMEOUT_MS,
				everyMs: ASK_EVERY_MS,
			},
			async () => ((await this.pollCount()) > before ? true : undefined),
		);
	}

	private async pollCount(): Promise<number> {
		const path = `/properties/${this.propertyId}/bookings`;
		const requests = await this.stack.sandbox.control.allRequests(path);
		return requests.filter((request) => request.path.endsWith(path) && request.status === 200).length;
	}
}
