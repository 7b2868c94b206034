import { BUILT } from '../util/repository.mts';
import { Advice } from '../checkers/advice.mts';
import { BookingItems } from '../checkers/bookingItems.mts';
import { Bounds } from '../checkers/bounds.mts';
import { Deliveries } from '../checkers/deliveries.mts';
import { Journeys } from '../checkers/journeys.mts';
import { Memory } from '../checkers/memory.mts';
import { Reservations } from '../checkers/reservations.mts';
import { Reads } from '../checkers/reads.mts';
import { Runs } from '../checkers/runs.mts';
import { Secrets } from '../checkers/secrets.mts';
import { Stays } from '../checkers/stays.mts';
import { Reports } from '../checkers/reports.mts';
import { TestEvents } from '../checkers/testEvents.mts';
import { Traffic } from '../checkers/traffic.mts';
import { Waits } from '../checkers/waits.mts';
import { Actor } from './actor.mts';
import { Administration } from './administration.mts';
import { Probes } from './probes.mts';
import { Clerks } from './clerks.mts';
import { FaultScheduler } from './faultScheduler.mts';
import { Editors } from './editors.mts';
import { Executions } from './executions.mts';
import { Guests } from './guests.mts';
import { FrontDesk } from './frontDesk.mts';
import { DeskTrigger, guestJourneyTrigger, reservationTrigger } from './deskTriggers.mts';
import type { Finding } from './observer.mts';
import { HIDDEN_HOTELS, setupOf, type WorldPlan } from './plan.mts';
import { Simulation } from './simulation.mts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BOOKINGS_AT_THE_START = 30;
const EXECUTION_EVERY_MS = 4 * MINUTE_MS;
const CLERK_EVERY_MS = 8 * MINUTE_MS;
const TEST_EVENT_EVERY_MS = 15 * MINUTE_MS;

const RULES = [
	Advice,
	Deliveries,
	BookingItems,
	TestEvents,
	Runs,
	Waits,
	Traffic,
	Secrets,
	Bounds,
	Reports,
	Memory,
];

export interface WorldResult {
	plan: WorldPlan;
	/** The first finding ends a run. */
	finding?: Finding;
	trace: string[];
	simulatedMs: number;
	acts: number;
	polls: number;
	requests: number;
	refused: number;
	executions: number;
	changes: number;
	/** The operations that workflows ran, and the number of runs. */
	operations: string[];
	runs: number;
	/** How often a test event was fetched. */
	testEvents: number;
	/** By probe: how often the world hit it. */
	probes: Record<string, number>;
	/** A hash of the whole trace: the same for the same plan. */
	digest: string;
	/** Pairs of faults that occurred at the same time. */
	pairs: string[];
	/** How often each fault occurred. */
	faults: Record<string, number>;
}

/** Plays a world to its end, or to the first finding. */
export async function play(plan: WorldPlan): Promise<WorldResult> {
	const setup = setupOf(plan);
	const { startMs, profile, processes, hotels, actsPerDay, triggers, delays } = setup;
	const seed = plan.seed * 1_000 + plan.world;
	const simulation = await Simulation.open({
		seed,
		startMs,
		hotels,
		hiddenHotels: HIDDEN_HOTELS,
		bookings: BOOKINGS_AT_THE_START,
		profile,
		processes,
		isCalm: plan.calm,
		delays,
		built: plan.built ?? BUILT,
		...(plan.about !== undefined && { about: plan.about }),
	});
	try {
		for (const rule of RULES) simulation.observe(new rule(simulation));
		// Faults of every kind may keep polls from reading.
		if (plan.calm) simulation.observe(new Reads(simulation));
		const probes = new Probes(simulation);
		simulation.observe(probes);
		const actor = new Actor(plan.maxActs);
		simulation.allow(simulation.properties.slice(0, hotels).map(({ id }) => id));
		const administration = new Administration(simulation);
		const guests = new Map(
			simulation.properties.map((property, index) => [
				property.id,
				new Guests(simulation, actor, property, actsPerDay[index] ?? 1),
			]),
		);
		for (const one of guests.values()) one.begin();
		const workflows = new Executions(simulation, actor, plan.executionEveryMs ?? EXECUTION_EVERY_MS);
		const clerks = new Clerks(simulation, actor, plan.clerkEveryMs ?? CLERK_EVERY_MS);
		const editors = new Editors(simulation, actor, TEST_EVENT_EVERY_MS);
		if (!plan.calm || plan.executionEveryMs !== undefined) workflows.begin();
		if (!plan.calm || plan.clerkEveryMs !== undefined) clerks.begin();
		if (!plan.calm) editors.begin();
		simulation.n8n.start();
		for (const settings of triggers)
			administration.addWorkflow(settings(simulation.openProperties.map(({ id }) => id)));
		for (const [index, settings] of setup.reservationTriggers.entries()) {
			const trigger = new DeskTrigger(simulation, reservationTrigger(`front-desk-${index + 1}`, settings));
			simulation.observe(new Stays(simulation, trigger));
			simulation.observe(new Reservations(simulation, trigger));
			trigger.begin();
		}
		const journeyTriggers = setup.journeys.map(
			({ everyMinutes, moments }, index) =>
				new DeskTrigger(simulation, guestJourneyTrigger(`journey-${index + 1}`, everyMinutes, moments)),
		);
		for (const trigger of journeyTriggers) {
			simulation.observe(new Journeys(simulation, trigger));
			trigger.begin();
		}
		if (setup.reservationTriggers.length + setup.journeys.length > 0)
			new FrontDesk(simulation, actor, plan.guestsComeOnTheirDay === true).begin();
		const targets = { simulation, administration, guests, journeyTriggers, editors };
		const scheduler = new FaultScheduler(targets, plan, actor);
		await scheduler.direct(startMs + plan.hours * HOUR_MS);
		if (simulation.findings.length === 0) await scheduler.end();
		const { requests, refused, executions, changes } = simulation.counts;
		return {
			plan,
			...(simulation.findings[0] && { finding: simulation.findings[0] }),
			trace: simulation.trace.read(),
			simulatedMs: simulation.now - startMs,
			acts: actor.count,
			polls: simulation.n8n.polls,
			requests,
			refused,
			executions,
			changes,
			operations: [...workflows.operations],
			runs: workflows.started,
			testEvents: editors.fetched,
			probes: probes.counts,
			digest: simulation.trace.digest(),
			pairs: [...scheduler.pairs],
			faults: scheduler.faults,
		};
	} finally {
		await simulation.close();
	}
}
