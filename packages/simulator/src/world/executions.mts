import type { INode } from 'n8n-workflow';
import { Random } from '../../../sandbox/src/world/random.mts';
import type { Run } from '../host/engine.mts';
import type { Actor } from './actor.mts';
import { JOBS, nodeOf, nodeSettings, type Job } from './jobs.mts';
import type { Simulation } from './simulation.mts';
import type { WorkItem } from './workItems.mts';

const SECOND_MS = 1_000;
/** In seconds. */
const MAX_WAITS = [0, 1, 20, 90, 3_600];

/** A node that ran with some items. */
export interface FinishedRun {
	name: string;
	job: Job;
	workItems: WorkItem[];
	settings: Partial<INode>;
	/** Undefined = the default of the node. */
	maxWaitSeconds?: number;
	startedAt: number;
	run: Run;
	/** When a person stopped the run. */
	stoppedAt?: number;
}

/** Workflows started by people and schedules: every operation in turn, with random settings. */
export class Executions {
	private readonly random: Random;
	private count = 0;
	readonly operations = new Set<string>();
	started = 0;

	/** @param everyMs on average */
	constructor(
		private readonly simulation: Simulation,
		private readonly actor: Actor,
		private readonly everyMs: number,
	) {
		this.random = new Random(simulation.setting.seed, 'executions');
		this.count = this.random.integer(0, JOBS.length);
	}

	begin(): void {
		const { time } = this.simulation;
		time.after(this.random.integer(1, 2 * this.everyMs), time.world, () => {
			const random = new Random(this.simulation.setting.seed, 'execution', this.count);
			this.count += 1;
			this.actor.act(() => void this.start(JOBS[this.count % JOBS.length] as Job, random));
			this.begin();
		});
	}

	private async start(job: Job, random: Random): Promise<void> {
		const { simulation } = this;
		if (!simulation.n8n.main || simulation.openProperties.length === 0) return;
		const name = `run-${this.count}`;
		const workItems = job.workItems(simulation, random, name);
		if (workItems.length === 0) return;
		const settings = nodeSettings(random);
		const maxWaitSeconds = random.chance(0.4) ? random.pick(MAX_WAITS) : undefined;
		const stop = new AbortController();
		let stoppedAt: number | undefined;
		if (random.chance(0.1))
			simulation.time.after(random.integer(1, 60) * SECOND_MS, simulation.time.world, () => {
				stoppedAt = simulation.now;
				stop.abort(new Error('stopped'));
			});
		const startedAt = simulation.now;
		this.started += 1;
		this.operations.add(`${job.resource} ${job.operation}`);
		simulation.trace.log(
			`${name}: ${job.resource} ${job.operation} with ${workItems.length} items (${JSON.stringify({ ...settings, credentials: undefined, maxWaitSeconds })})`,
		);
		simulation.notify('onRunStarted', workItems);
		const items = workItems.map(({ json, binary }) => ({ json, ...(binary && { binary }) }));
		const run = await simulation.n8n.run(nodeOf(job, settings, maxWaitSeconds), items, stop.signal);
		simulation.trace.log(
			`${name}: ${run.error ? `failed: ${run.error.message}` : `gave ${run.outputs.map(({ length }) => length).join(' + ')} items`} after ${run.tries} tries`,
		);
		simulation.notify('onRun', {
			name,
			job,
			workItems,
			settings,
			startedAt,
			run,
			...(maxWaitSeconds !== undefined && { maxWaitSeconds }),
			...(stoppedAt !== undefined && { stoppedAt }),
		});
	}
}
