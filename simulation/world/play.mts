import { inRoot } from '../../scripts/lib/paths.mts';
import { Random } from '../../sandbox/world/random.mts';
import { Bounds } from '../rules/bounds.mts';
import { Deliveries } from '../rules/deliveries.mts';
import { Runs } from '../rules/runs.mts';
import { Secrets } from '../rules/secrets.mts';
import { Tellings } from '../rules/tellings.mts';
import { Traffic } from '../rules/traffic.mts';
import { Actor } from './actor.mts';
import { Administration } from './administration.mts';
import { Executions } from './executions.mts';
import { Guests } from './guests.mts';
import { lastingTroubles } from './lastingTroubles.mts';
import type { Finding } from './happenings.mts';
import { groupsOfTroubles, pairsOf, setupOf, TROUBLES, type WorldPlan } from './plan.mts';
import { Stage } from './stage.mts';
import type { Scene, Trouble } from './trouble.mts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** n8n waits up to half an hour after a poll that failed for good. */
const CALM_MS = 45 * MINUTE_MS;
const HIDDEN_HOTELS = 2;
const BOOKINGS_AT_THE_START = 30;
const BUILT = inRoot('dist');
const EXECUTION_EVERY_MS = 4 * MINUTE_MS;

export interface Played {
	plan: WorldPlan;
	/** The first finding ends a run. */
	finding?: Finding;
	story: string[];
	simulatedMs: number;
	acts: number;
	polls: number;
	requests: number;
	refused: number;
	executions: number;
	changes: number;
	/** Operations that workflows ran, and how often any. */
	operations: string[];
	runs: number;
	/** Of the whole story: the same for the same plan. */
	digest: string;
	/** Names of troubles that came together. */
	pairs: string[];
	/** How often each trouble came. */
	troubles: Record<string, number>;
}

/** Plays one world from its start to its end, or to the first finding. */
export async function play(plan: WorldPlan): Promise<Played> {
	const { startMs, profile, processes, liveliness, triggers } = setupOf(plan);
	const seed = plan.seed * 1_000 + plan.world;
	const stage = await Stage.open({
		seed,
		startMs,
		hotels: plan.hotels,
		hiddenHotels: HIDDEN_HOTELS,
		bookings: BOOKINGS_AT_THE_START,
		profile,
		processes,
		built: plan.built ?? BUILT,
		...(plan.about !== undefined && { about: plan.about }),
	});
	try {
		for (const rule of [Deliveries, Runs, Traffic, Secrets, Bounds, Tellings]) stage.observe(new rule(stage));
		const actor = new Actor(plan.mostActs);
		stage.allow(stage.properties.slice(0, plan.hotels).map(({ id }) => id));
		const administration = new Administration(stage);
		const guests = new Map(
			stage.properties.map((property, index) => [
				property.id,
				new Guests(stage, actor, property, liveliness[index] ?? 1),
			]),
		);
		for (const one of guests.values()) one.begin();
		const workflows = new Executions(stage, actor, EXECUTION_EVERY_MS);
		if (!plan.calm) workflows.begin();
		stage.n8n.start();
		for (const settings of triggers)
			administration.addWorkflow(settings(stage.openProperties.map(({ id }) => id)));
		const director = new Director({ stage, administration, guests }, plan, actor);
		await director.direct(startMs + plan.hours * HOUR_MS);
		if (stage.findings.length === 0) await director.end();
		const { requests, refused, executions, changes } = stage.counts;
		return {
			plan,
			...(stage.findings[0] && { finding: stage.findings[0] }),
			story: stage.story.read(),
			simulatedMs: stage.now - startMs,
			acts: actor.count,
			polls: stage.n8n.polls,
			requests,
			refused,
			executions,
			changes,
			operations: [...workflows.operations],
			runs: workflows.started,
			digest: stage.story.digest(),
			pairs: [...director.pairs],
			troubles: director.troubles,
		};
	} finally {
		await stage.close();
	}
}

/** Troubles for a while, some at a time, then calm, in turn. */
class Director {
	readonly pairs = new Set<string>();
	readonly troubles: Record<string, number> = {};
	private readonly groups: Generator<Trouble[]>;

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
			await this.pass(CALM_MS);
			if (stage.findings.length === 0) stage.each('atRest', undefined);
			if (this.actor.isDone) return;
		}
	}

	private last(name: string): void {
		const found = [...lastingTroubles, ...TROUBLES].find((trouble) => trouble.name === name);
		if (!found) throw new Error(`There is no trouble '${name}'`);
		const { stage } = this.scene;
		stage.story.tell(`trouble that lasts: ${name}`);
		found.begin(this.scene, new Random(stage.setting.seed, name));
	}

	async end(): Promise<void> {
		const { stage, administration } = this.scene;
		for (const id of administration.workflowIds) stage.n8n.deactivate(id);
		await this.pass(10 * MINUTE_MS);
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
					begun.push(trouble.name);
					stage.story.tell(`trouble: ${trouble.name}`);
					this.troubles[trouble.name] = (this.troubles[trouble.name] ?? 0) + 1;
					const end = trouble.begin(this.scene, random);
					if (!end) return;
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
