import { Random } from '../../../sandbox/src/world/random.mts';
import type { TestEvent } from '../host/polling.mts';
import type { Actor } from './actor.mts';
import type { TriggerSettings } from './expectations.mts';
import type { Simulation } from './simulation.mts';

/** The result of Fetch Test Event. */
export interface FetchedTestEvent extends Partial<TestEvent> {
	workflowId: string;
	settings: TriggerSettings;
	startedAt: number;
	error?: Error;
}

/** People who open a workflow and fetch a test event. */
export class Editors {
	private readonly random: Random;
	fetched = 0;

	/** @param everyMs on average */
	constructor(
		private readonly simulation: Simulation,
		private readonly actor: Actor,
		private readonly everyMs: number,
	) {
		this.random = new Random(simulation.setting.seed, 'editors');
	}

	begin(): void {
		const { time } = this.simulation;
		time.after(this.random.integer(1, 2 * this.everyMs), time.world, () => {
			const id = this.random.pick([...this.simulation.expectations.keys()]);
			this.actor.act(() => void this.fetch(id));
			this.begin();
		});
	}

	async fetch(workflowId: string): Promise<void> {
		const { simulation } = this;
		const expectation = simulation.expectations.get(workflowId);
		if (!expectation || !simulation.n8n.main) return;
		this.fetched += 1;
		const asked = { workflowId, settings: expectation.settings, startedAt: simulation.now };
		const fetched = await simulation.n8n
			.fetchTestEvent(workflowId)
			.catch((error: unknown) => ({ error: error as Error }));
		const outcome =
			'error' in fetched
				? `failed: ${fetched.error.message}`
				: `gave ${fetched.items.length} items of a test event`;
		simulation.trace.log(`${workflowId} ${outcome}`);
		simulation.notify('onTestEvent', { ...asked, ...fetched });
	}
}
