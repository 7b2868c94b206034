import { Random } from '../../../sandbox/world/random.mts';
import type { TestEvent } from '../host/polling.mts';
import type { Actor } from './actor.mts';
import type { TriggerSettings } from './contracts.mts';
import type { Stage } from './stage.mts';

/** What somebody got who fetched a test event. */
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
		private readonly stage: Stage,
		private readonly actor: Actor,
		private readonly everyMs: number,
	) {
		this.random = new Random(stage.setting.seed, 'editors');
	}

	begin(): void {
		const { time } = this.stage;
		time.after(this.random.integer(1, 2 * this.everyMs), time.world, () => {
			const id = this.random.pick([...this.stage.contracts.keys()]);
			this.actor.act(() => void this.fetch(id));
			this.begin();
		});
	}

	private async fetch(workflowId: string): Promise<void> {
		const { stage } = this;
		const contract = stage.contracts.get(workflowId);
		if (!contract || !stage.n8n.main) return;
		this.fetched += 1;
		const asked = { workflowId, settings: contract.settings, startedAt: stage.now };
		const came = await stage.n8n
			.fetchTestEvent(workflowId)
			.catch((error: unknown) => ({ error: error as Error }));
		const told =
			'error' in came ? `failed: ${came.error.message}` : `gave ${came.items.length} items of a test event`;
		stage.story.tell(`${workflowId} ${told}`);
		stage.each('onTestEvent', { ...asked, ...came });
	}
}
