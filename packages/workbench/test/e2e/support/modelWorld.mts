import { Random } from '../../../../sandbox/src/world/random.mts';
import {
	Database,
	type StoredExecution,
	type StoredWorkflow,
} from '../../../../simulator/src/host/database.mts';
import { OlderPoller, DurablePolls } from '../../../../simulator/src/host/polling.mts';
import { Process, type LoadedMachine, type Profile } from '../../../../simulator/src/host/process.mts';
import { VirtualTime, type Owner } from '../../../../simulator/src/kernel/virtualTime.mts';
import { Network } from '../../../../simulator/src/network/network.mts';
import {
	plain,
	pollingType,
	STATIC_DATA,
	TRIGGER,
	WORKFLOW_ID,
	type Poll,
	type PolledWorld,
} from './polledWorlds.mts';

const LONGER_THAN_ANY_POLL_MS = 60_000;
const STEP_MS = 10;
const SETTLED_MS = 200;

function ownerNamed(name: string): Owner {
	const random = new Random(name);
	return { name, clockOffsetMs: 0, alive: true, fraction: () => random.fraction() };
}

/** The model of n8n that the simulation runs. */
export function modelWorld(polling: Profile['polling']): PolledWorld {
	const time = new VirtualTime(Date.UTC(2026, 0, 5), ownerNamed('world'));
	const database = new Database(time, new Random('database'));
	const writes: string[] = [];
	const executions: StoredExecution[] = [];
	const stored: StoredWorkflow = {
		id: WORKFLOW_ID,
		name: 'Polled',
		timezone: 'UTC',
		active: true,
		trigger: TRIGGER,
		staticData: plain(STATIC_DATA),
	};
	database.workflows.set(WORKFLOW_ID, noting(stored, writes));
	let current: Poll = async () => await Promise.resolve(null);
	const machine: LoadedMachine = {
		...ownerNamed('process'),
		nodes: new Map([['probe', pollingType(async (context) => await current(context))]]),
		credential: { name: '', displayName: '', properties: [] },
		kill: () => undefined,
	};
	const network = new Network(
		time,
		() => ({ thereMs: 0, backMs: 0 }),
		() => undefined,
	);
	const process = new Process(
		machine,
		{ version: 'newest', polling },
		time,
		database,
		network,
		() => undefined,
	);
	let poller: OlderPoller | undefined;
	let restMs: number | undefined;
	const run = async (work: () => Promise<void>): Promise<string | undefined> => {
		let error: string | undefined;
		let isDone = false;
		void time
			.runAs(machine, work)
			.catch((thrown: Error) => (error = thrown.message))
			.finally(() => (isDone = true));
		while (!isDone) await time.runUntil(time.nowMs + STEP_MS);
		await time.runUntil(time.nowMs + SETTLED_MS);
		return error;
	};
	const poll = async () =>
		await run(async () => await (poller ?? new DurablePolls(process, WORKFLOW_ID)).poll());
	return {
		activate: async (given) => {
			current = given;
			stored.active = true;
			if (polling === 'durable')
				return await run(async () => await new DurablePolls(process, WORKFLOW_ID).activate(true));
			const activated = new OlderPoller(process, WORKFLOW_ID, 'activate');
			poller = activated;
			return await run(async () => await activated.activate());
		},
		scheduled: async (given) => {
			current = given;
			await poll();
		},
		late: async (given) => {
			current = given(time.sleep(LONGER_THAN_ANY_POLL_MS, machine));
			await poll();
		},
		deactivate: () => {
			stored.active = false;
			poller?.deactivate();
		},
		pass: async (ms) => await time.runUntil(time.nowMs + ms),
		seen: () => ({
			...(stored.poller && { cursor: plain(stored.poller.cursor), errors: stored.poller.consecutiveErrors }),
			staticData: plain(stored.staticData),
			executions: executions.flatMap(({ items }) => (items ? [plain(items)] : [])),
			failures: executions.flatMap(({ error }) => (error ? [error.message] : [])),
			writes: [...writes],
			...(restMs !== undefined && { restMs }),
		}),
	};

	/** Notes what is written to the workflow and its cursor, and each execution. */
	function noting(workflow: StoredWorkflow, notes: string[]): StoredWorkflow {
		database.onExecution = (execution) => {
			executions.push(execution);
			if (execution.items) notes.push('execution');
		};
		const noted = <T extends object>(target: T, note: (key: string | symbol, value: unknown) => void): T =>
			new Proxy(target, {
				set: (object, key, value: unknown) => {
					note(key, value);
					return Reflect.set(object, key, value);
				},
				get: (object, key) => {
					const value = Reflect.get(object, key) as unknown;
					return key === 'poller' && value ? noted(value, noteOfPoller) : value;
				},
			});
		const noteOfPoller = (key: string | symbol, value: unknown) => {
			if (key === 'cursor') notes.push('cursor');
			if (key === 'backoffUntil' && value !== undefined) restMs = Number(value) - time.nowMs;
		};
		return noted(workflow, (key) => key === 'staticData' && notes.push('static data'));
	}
}
