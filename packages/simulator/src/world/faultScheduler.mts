import { Random } from '../../../sandbox/src/world/random.mts';
import type { Actor } from './actor.mts';
import { lastingFaults } from './lastingFaults.mts';
import { groupsOfFaults, pairsOf, FAULTS, type WorldPlan } from './plan.mts';
import type { Targets, Fault } from './fault.mts';
import { hasCaughtUp, TokenUse } from './rest.mts';

const MINUTE_MS = 60_000;
/** n8n waits up to half an hour after a poll that failed for good. */
const CALM_MS = 45 * MINUTE_MS;
/** An execution is tried up to five times, and waits up to five minutes each time. */
const MAX_RUN_MS = 30 * MINUTE_MS;

/** Alternates between groups of faults and calm. */
export class FaultScheduler {
	readonly pairs = new Set<string>();
	readonly faults: Record<string, number> = {};
	private readonly groups: Generator<Fault[]>;
	/** Functions that end the faults that last. */
	private readonly lasting: Array<() => void> = [];
	private readonly tokens = new TokenUse();

	constructor(
		private readonly targets: Targets,
		private readonly plan: WorldPlan,
		private readonly actor: Actor,
	) {
		this.groups = groupsOfFaults(plan);
		targets.simulation.observe(this.tokens);
	}

	async direct(untilMs: number): Promise<void> {
		const { simulation } = this.targets;
		await this.pass(10 * MINUTE_MS);
		for (const name of this.plan.lasting ?? []) this.last(name);
		while (simulation.now < untilMs && simulation.findings.length === 0) {
			if (!this.plan.calm && !this.actor.isDone) await this.fault(this.groups.next().value as Fault[]);
			await this.pass(this.plan.calmMs ?? this.calmMs);
			const { n8n, killedAt, startedAt, now, findings } = simulation;
			const isUp = hasCaughtUp({ isRunning: n8n.main !== undefined, killedAt, startedAt }, now);
			const isAtRest = isUp && this.tokens.wasAvailable(now, this.delayMs);
			if (findings.length === 0 && isAtRest) simulation.notify('atRest', undefined);
			if (this.actor.isDone) return;
		}
	}

	/** Long enough that everything that happened during the faults is due at the end. */
	private get calmMs(): number {
		return Math.max(CALM_MS, this.delayMs);
	}

	private get delayMs(): number {
		const { bookingsMs, reservationsMs } = this.targets.simulation.delays;
		return Math.max(bookingsMs, reservationsMs) + 10 * MINUTE_MS;
	}

	private last(name: string): void {
		const found = [...lastingFaults, ...FAULTS].find((fault) => fault.name === name);
		if (!found) throw new Error(`There is no fault '${name}'`);
		const { simulation } = this.targets;
		simulation.trace.log(`fault that lasts: ${name}`);
		const end = found.begin(this.targets, new Random(simulation.setting.seed, name));
		if (end) this.lasting.push(end);
	}

	async end(): Promise<void> {
		const { simulation } = this.targets;
		this.actor.end();
		for (const end of this.lasting) end();
		for (const id of simulation.n8n.database.workflows.keys()) simulation.n8n.deactivate(id);
		await this.pass(MAX_RUN_MS);
		simulation.notify('atEnd', undefined);
	}

	private async fault(group: Fault[]): Promise<void> {
		const { simulation } = this.targets;
		const ends: Array<() => void> = [];
		const begun: string[] = [];
		let maxMs = 0;
		for (const fault of group) {
			const random = new Random(simulation.setting.seed, fault.name, simulation.now);
			const fromMs = random.integer(0, 3 * MINUTE_MS);
			const forMs = random.integer(5, 25) * MINUTE_MS;
			maxMs = Math.max(maxMs, fromMs + forMs);
			simulation.time.after(fromMs, simulation.time.world, () =>
				this.actor.act(() => {
					if (this.plan.without.includes(fault.name)) return;
					simulation.trace.log(`fault: ${fault.name}`);
					const end = fault.begin(this.targets, random);
					if (end === false) return;
					begun.push(fault.name);
					this.faults[fault.name] = (this.faults[fault.name] ?? 0) + 1;
					if (end === undefined) return;
					ends.push(end);
					simulation.time.after(forMs, simulation.time.world, () => {
						if (!ends.includes(end)) return;
						ends.splice(ends.indexOf(end), 1);
						simulation.trace.log(`fault is over: ${fault.name}`);
						end();
					});
				}),
			);
		}
		await this.pass(maxMs + MINUTE_MS);
		for (const pair of pairsOf(begun)) this.pairs.add(pair.sort().join(' + '));
	}

	/** Lets time pass, or runs until a rule is broken. */
	private async pass(ms: number): Promise<void> {
		const { simulation } = this.targets;
		const end = simulation.now + ms;
		while (simulation.now < end && simulation.findings.length === 0) {
			await simulation.time.runUntil(Math.min(end, simulation.now + MINUTE_MS));
		}
	}
}
