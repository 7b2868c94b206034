import { activateByDefault, activateDurably } from './n8n/activation.mts';
import { connectServices, type Polling } from './n8n/services.mts';
import { storedWorkflow, type Stored } from './n8n/stored.mts';
import {
	plain,
	pollingType,
	TRIGGER,
	WORKFLOW_ID,
	type Poll,
	type PolledWorld,
	type Seen,
} from './polledWorlds.mts';

const SETTLED_MS = 30;
const ALIVE_MS = 1_000;

const settle = async () => await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));

/** What n8n makes of polls: its own classes around a database in memory. */
export function n8nWorld(polling: Polling, timeoutMs = 100): PolledWorld {
	const isDurable = polling === 'durable';
	let current: Poll = async () => await Promise.resolve(null);
	const type = pollingType(async (context) => await current(context));
	const stored = storedWorkflow();
	const services = connectServices(stored, { type, polling, timeoutMs });

	const poll = async () => {
		if (isDurable) await pollDurably(services.durablePolls);
		else services.schedule.poll?.();
		await settle();
	};
	return {
		activate: async (given) => {
			current = given;
			stored.isActive = true;
			const error = await (isDurable ? activateDurably : activateByDefault)(stored, services);
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
			stored.isActive = false;
			stored.hasJob = false;
			void services.active.remove(WORKFLOW_ID);
		},
		pass: async (ms) => {
			const { poller } = stored;
			if (poller?.backoffUntil) poller.backoffUntil = new Date(poller.backoffUntil.getTime() - ms);
			await Promise.resolve();
		},
		seen: () => seenOf(stored),
	};
}

/** As n8n's scheduler does it when a job is due. */
async function pollDurably(handler: {
	execute(task: object, report: object): Promise<unknown>;
}): Promise<void> {
	const payload = { workflowId: WORKFLOW_ID, nodeId: TRIGGER.id };
	const task = { id: '1', jobId: '1', leaseEpoch: 1, payload };
	const report = { dispatched: () => 'dispatched', notDispatched: () => 'not dispatched' };
	// n8n's own timer does not keep a process alive.
	const alive = setInterval(() => undefined, ALIVE_MS);
	await handler.execute(task, report).finally(() => clearInterval(alive));
}

function seenOf({ workflow, poller, executions, failures, writes, restMs }: Stored): Seen {
	return {
		...(poller && { cursor: plain(poller.cursor), errors: poller.consecutiveErrors }),
		staticData: plain(workflow.staticData),
		executions: plain(executions) as unknown[],
		failures: [...failures],
		writes: [...writes],
		...(restMs !== undefined && { restMs }),
	};
}
