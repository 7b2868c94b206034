import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { Machine } from '../kernel/machine.mts';
import type { VirtualTime } from '../kernel/virtualTime.mts';
import type { Network } from '../network/network.mts';
import { Random } from '../../../sandbox/src/world/random.mts';
import { Database } from './database.mts';
import { callNode, runNode, type Run } from './engine.mts';
import { OlderPoller, DurablePolls, fetchTestEvent, type TestEvent } from './polling.mts';
import { Process, type Handover, type LogLine, type FinishedPoll, type Profile } from './process.mts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** How long n8n starts before it reads which workflows are active. */
const START_MS = SECOND_MS;
const MAX_REACTIVATION_MS = 24 * 60 * MINUTE_MS;

/** Activations that fail at the start of n8n are retried with exponential backoff (active-workflow-manager.js). */
export function reactivationMs(lastMs?: number): number {
	return lastMs === undefined ? SECOND_MS : Math.min(lastMs * 2, MAX_REACTIVATION_MS);
}

export interface N8nSetting {
	name: string;
	seed: number;
	profile: Profile;
	/** The folder of the built package. */
	built: string;
	/** How many processes. The first one polls, all of them run executions; with durable polling, all of them poll. */
	processes: number;
	time: VirtualTime;
	network: Network;
	log: (line: LogLine) => void;
}

/** An installation of n8n: a database and the processes that work on it. */
export class N8n {
	readonly database: Database;
	processes: Process[] = [];
	/** Items lost with a process that had saved the trigger's state, but not the execution. */
	readonly lostHandovers: Handover[] = [];
	polls = 0;
	/** How late a durable poll may start. */
	maxLateMs = 0;
	/** Called when a poll has handed items over and their execution is not saved yet. */
	onHandOver: (() => void) | undefined;
	onPolled: (polled: FinishedPoll) => void = () => undefined;
	private clockOffsetMs = 0;
	private readonly pollers = new Map<string, OlderPoller>();
	/** By workflow: the activation that started last. An earlier one that ends later does not replace it. */
	private readonly latestActivations = new Map<string, OlderPoller>();
	/** By workflow: the current schedule. Polls of an earlier one do not run. */
	private readonly schedules = new Map<string, object>();
	private readonly random: Random;
	private starts = 0;

	constructor(private readonly setting: N8nSetting) {
		this.random = new Random(setting.seed, setting.name);
		this.database = new Database(setting.time, new Random(setting.seed, setting.name, 'database'));
	}

	get main(): Process | undefined {
		return this.processes[0];
	}

	start(): void {
		this.starts += 1;
		const { name, seed, built, profile, time, network, log } = this.setting;
		this.processes = Array.from({ length: this.setting.processes }, (_, index) => {
			const processName = `${name} ${this.starts}.${index + 1}`;
			const machine = new Machine(processName, new Random(seed, processName), built);
			const process = new Process(machine, profile, time, this.database, network, log);
			process.onHandOver = () => this.onHandOver?.();
			process.onPolled = (polled) => this.onPolled(polled);
			return process;
		});
		this.moveClock(this.clockOffsetMs);
		for (const { id, active } of this.database.workflows.values()) if (active) this.reactivate(id, START_MS);
	}

	/** Sets how far the clocks of its machines are ahead of the true time. */
	moveClock(offsetMs: number): void {
		this.clockOffsetMs = offsetMs;
		for (const { machine } of this.processes) machine.clockOffsetMs = offsetMs;
	}

	/** Sends SIGKILL to all processes. */
	kill(): void {
		for (const { machine, handedOver } of this.processes) {
			machine.kill();
			this.lostHandovers.push(...[...handedOver].filter(({ isStateSaved }) => isStateSaved));
		}
		this.processes = [];
		this.pollers.clear();
	}

	/** Activates a workflow as in the editor. @throws the error of the first poll; then it stays inactive */
	async activate(id: string): Promise<void> {
		const { main } = this;
		if (!main) throw new Error('n8n is down');
		const workflow = this.database.workflow(id);
		workflow.active = true;
		await this.startPolling(main, id, true).catch((error) => {
			workflow.active = false;
			throw error;
		});
	}

	deactivate(id: string): void {
		const workflow = this.database.workflow(id);
		workflow.active = false;
		delete workflow.job;
		this.pollers.get(id)?.deactivate();
		this.pollers.delete(id);
		this.schedules.delete(id);
	}

	/** One of the processes that run executions. */
	anyProcess(): Process {
		return this.random.pick(this.processes);
	}

	/** Runs a node. Never settles if its process dies meanwhile. */
	async run(
		node: INode,
		items: INodeExecutionData[],
		signal: AbortSignal,
		process = this.anyProcess(),
	): Promise<Run> {
		return await this.setting.time.runAs(
			process.machine,
			async () => await runNode(process, node, items, signal),
		);
	}

	/** Calls a node as the tool of an agent. Never settles if its process dies meanwhile. */
	async call(
		node: INode,
		json: IDataObject,
		executeData: object,
		signal: AbortSignal,
		process = this.anyProcess(),
	): Promise<string> {
		return await this.setting.time.runAs(
			process.machine,
			async () => await callNode(process, node, json, executeData, signal),
		);
	}

	/** Fetch Test Event in the editor, which the first process serves. @throws the error that is shown */
	async fetchTestEvent(id: string): Promise<TestEvent> {
		const { main } = this;
		if (!main) throw new Error('n8n is down');
		return await this.setting.time.runAs(main.machine, async () => await fetchTestEvent(main, id));
	}

	private reactivate(id: string, waitMs: number, lastMs?: number): void {
		const { main } = this;
		if (!main) return;
		this.setting.time.after(waitMs, main.machine, async () => {
			if (!this.database.workflows.get(id)?.active || this.main !== main) return;
			const nextMs = reactivationMs(lastMs);
			const again = () => this.reactivate(id, nextMs, nextMs);
			void this.startPolling(main, id, false).catch(again);
		});
	}

	/** @param isSwitchedOn by a person; false = by the start of n8n */
	private async startPolling(main: Process, id: string, isSwitchedOn: boolean): Promise<void> {
		const { time, profile } = this.setting;
		if (profile.polling === 'durable') {
			const schedule = () => this.scheduleDurably(id);
			await time.runAs(
				main.machine,
				async () => await new DurablePolls(main, id).activate(isSwitchedOn, schedule),
			);
			return;
		}
		const poller = new OlderPoller(main, id, isSwitchedOn ? 'activate' : 'init');
		this.latestActivations.set(id, poller);
		await time.runAs(main.machine, async () => await poller.activate());
		const isCurrent = this.main === main && this.latestActivations.get(id) === poller;
		if (!isCurrent || !this.database.workflow(id).active) return poller.deactivate();
		this.pollers.set(id, poller);
		this.schedule(id, () => this.processes.find((process) => process === main));
	}

	private scheduleDurably(id: string): void {
		const workflow = this.database.workflows.get(id);
		if (workflow?.active) workflow.job ??= {};
		if (this.schedules.has(id)) return;
		this.schedule(id, () => (this.processes.length > 0 ? this.random.pick(this.processes) : undefined));
	}

	/** Polls at the workflow's interval, at a random second of the minute. */
	private schedule(id: string, whoPolls: () => Process | undefined): void {
		const { time } = this.setting;
		const schedule = {};
		this.schedules.set(id, schedule);
		const offsetMs = this.random.integer(0, MINUTE_MS / SECOND_MS - 1) * SECOND_MS;
		const everyMs = (this.database.workflow(id).everyMinutes ?? 1) * MINUTE_MS;
		const next = () => {
			const turn = Math.floor((time.nowMs - offsetMs) / everyMs) + 1;
			time.at(turn * everyMs + offsetMs, time.world, () => {
				if (this.schedules.get(id) !== schedule) return;
				next();
				const process = whoPolls();
				if (!process) return;
				this.polls += 1;
				const poll = this.pollers.get(id) ?? new DurablePolls(process, id);
				const begin = () => void time.runAs(process.machine, async () => await poll.poll());
				if (this.maxLateMs === 0) return begin();
				time.after(this.random.integer(1, this.maxLateMs), process.machine, begin);
			});
		};
		next();
	}
}
