import { Random } from '../../../sandbox/world/random.mts';
import type { Actor } from './actor.mts';
import { lastingTroubles } from './lastingTroubles.mts';
import { groupsOfTroubles, pairsOf, TROUBLES, type WorldPlan } from './plan.mts';
import type { Scene, Trouble } from './trouble.mts';

const MINUTE_MS = 60_000;
/** n8n waits up to half an hour after a poll that failed for good. */
const CALM_MS = 45 * MINUTE_MS;
/** After a short pause everything has been read by then. */
const RESTARTED_MS = 30 * MINUTE_MS;
/** An execution is tried up to five times, and waits up to five minutes each time. */
const MAX_RUN_MS = 30 * MINUTE_MS;

/** Troubles for a while, some at a time, then calm, in turn. */
export class Director {
	readonly pairs = new Set<string>();
	readonly troubles: Record<string, number> = {};
	private readonly groups: Generator<Trouble[]>;
	/** What ends the troubles that last. */
	private readonly lasting: Array<() => void> = [];

	constructor(
		private readonly scene: Scene,
		private readonly plan: WorldPlan,
		private readonly actor: Actor,
	) {
		this.groups = groupsOfTroubles(plan);
	}

	async direct(untilMs: number): Promise<void> {
		const { stage } = this.scene;
		await this.pass(10 * MINUTE_MS);
		for (const name of this.plan.lasting ?? []) this.last(name);
		while (stage.now < untilMs && stage.findings.length === 0) {
			if (!this.plan.calm && !this.actor.isDone) await this.trouble(this.groups.next().value as Trouble[]);
			await this.pass(this.plan.calmMs ?? this.calmMs);
			if (stage.findings.length === 0 && this.hasCaughtUp) stage.each('atRest', undefined);
			if (this.actor.isDone) return;
		}
	}

	/** Until what happened while there was trouble is due. */
	private get calmMs(): number {
		const { ofBookingsMs, ofReservationsMs } = this.scene.stage.delays;
		return Math.max(CALM_MS, ofBookingsMs + 10 * MINUTE_MS, ofReservationsMs + 10 * MINUTE_MS);
	}

	/** n8n is up, and has been for a hundredth of the time that it was off. */
	private get hasCaughtUp(): boolean {
		const { n8n, startedAt, killedAt, now } = this.scene.stage;
		if (!n8n.main) return false;
		return startedAt < killedAt || now - startedAt > Math.max(RESTARTED_MS, (startedAt - killedAt) / 100);
	}

	private last(name: string): void {
		const found = [...lastingTroubles, ...TROUBLES].find((trouble) => trouble.name === name);
		if (!found) throw new Error(`There is no trouble '${name}'`);
		const { stage } = this.scene;
		stage.story.tell(`trouble that lasts: ${name}`);
		const end = found.begin(this.scene, new Random(stage.setting.seed, name));
		if (end) this.lasting.push(end);
	}

	async end(): Promise<void> {
		const { stage } = this.scene;
		this.actor.end();
		for (const end of this.lasting) end();
		for (const id of stage.n8n.database.workflows.keys()) stage.n8n.deactivate(id);
		await this.pass(MAX_RUN_MS);
		stage.each('atEnd', undefined);
	}

	private async trouble(group: Trouble[]): Promise<void> {
		const { stage } = this.scene;
		const ends: Array<() => void> = [];
		const begun: string[] = [];
		let longestMs = 0;
		for (const trouble of group) {
			const random = new Random(stage.setting.seed, trouble.name, stage.now);
			const fromMs = random.integer(0, 3 * MINUTE_MS);
			const forMs = random.integer(5, 25) * MINUTE_MS;
			longestMs = Math.max(longestMs, fromMs + forMs);
			stage.time.after(fromMs, stage.time.world, () =>
				this.actor.act(() => {
					if (this.plan.without.includes(trouble.name)) return;
					stage.story.tell(`trouble: ${trouble.name}`);
					const end = trouble.begin(this.scene, random);
					if (end === false) return;
					begun.push(trouble.name);
					this.troubles[trouble.name] = (this.troubles[trouble.name] ?? 0) + 1;
					if (end === undefined) return;
					ends.push(end);
					stage.time.after(forMs, stage.time.world, () => {
						if (!ends.includes(end)) return;
						ends.splice(ends.indexOf(end), 1);
						stage.story.tell(`trouble is over: ${trouble.name}`);
						end();
					});
				}),
			);
		}
		await this.pass(longestMs + MINUTE_MS);
		for (const pair of pairsOf(begun)) this.pairs.add(pair.sort().join(' + '));
	}

	/** Until then, or until a rule is broken. */
	private async pass(ms: number): Promise<void> {
		const { stage } = this.scene;
		const end = stage.now + ms;
		while (stage.now < end && stage.findings.length === 0) {
			await stage.time.runUntil(Math.min(end, stage.now + MINUTE_MS));
		}
	}
}
