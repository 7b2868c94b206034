import { inRoot } from '../../../util/paths.mts';
import { Advice } from '../rules/advice.mts';
import { BookingItems } from '../rules/bookingItems.mts';
import { Bounds } from '../rules/bounds.mts';
import { Deliveries } from '../rules/deliveries.mts';
import { Journeys } from '../rules/journeys.mts';
import { Memory } from '../rules/memory.mts';
import { Reservations } from '../rules/reservations.mts';
import { Reads } from '../rules/reads.mts';
import { Runs } from '../rules/runs.mts';
import { Secrets } from '../rules/secrets.mts';
import { Stays } from '../rules/stays.mts';
import { Reports } from '../rules/reports.mts';
import { TestEvents } from '../rules/testEvents.mts';
import { Traffic } from '../rules/traffic.mts';
import { Waits } from '../rules/waits.mts';
import { Actor } from './actor.mts';
import { Administration } from './administration.mts';
import { Claims } from './claims.mts';
import { Clerks } from './clerks.mts';
import { Director } from './director.mts';
import { Editors } from './editors.mts';
import { Executions } from './executions.mts';
import { Guests } from './guests.mts';
import { FrontDesk } from './frontDesk.mts';
import { DeskTrigger, guestJourneyTrigger, reservationTrigger } from './deskTriggers.mts';
import type { Finding } from './happenings.mts';
import { HIDDEN_HOTELS, setupOf, type WorldPlan } from './plan.mts';
import { Stage } from './stage.mts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BOOKINGS_AT_THE_START = 30;
const BUILT = inRoot('dist');
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
	/** How often a test event was fetched. */
	testEvents: number;
	/** By claim: how often the world reached it. */
	claims: Record<string, number>;
	/** Of the whole story: the same for the same plan. */
	digest: string;
	/** Names of troubles that came together. */
	pairs: string[];
	/** How often each trouble came. */
	troubles: Record<string, number>;
}

/** Plays one world from its start to its end, or to the first finding. */
export async function play(plan: WorldPlan): Promise<Played> {
	const setup = setupOf(plan);
	const { startMs, profile, processes, hotels, liveliness, triggers, delays } = setup;
	const seed = plan.seed * 1_000 + plan.world;
	const stage = await Stage.open({
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
		for (const rule of RULES) stage.observe(new rule(stage));
		// Troubles of every kind keep polls from reading.
		if (plan.calm) stage.observe(new Reads(stage));
		const claims = new Claims(stage);
		stage.observe(claims);
		const actor = new Actor(plan.mostActs);
		stage.allow(stage.properties.slice(0, hotels).map(({ id }) => id));
		const administration = new Administration(stage);
		const guests = new Map(
			stage.properties.map((property, index) => [
				property.id,
				new Guests(stage, actor, property, liveliness[index] ?? 1),
			]),
		);
		for (const one of guests.values()) one.begin();
		const workflows = new Executions(stage, actor, plan.executionEveryMs ?? EXECUTION_EVERY_MS);
		const clerks = new Clerks(stage, actor, plan.clerkEveryMs ?? CLERK_EVERY_MS);
		const editors = new Editors(stage, actor, TEST_EVENT_EVERY_MS);
		if (!plan.calm || plan.executionEveryMs !== undefined) workflows.begin();
		if (!plan.calm || plan.clerkEveryMs !== undefined) clerks.begin();
		if (!plan.calm) editors.begin();
		stage.n8n.start();
		for (const settings of triggers)
			administration.addWorkflow(settings(stage.openProperties.map(({ id }) => id)));
		for (const [index, settings] of setup.reservationTriggers.entries()) {
			const trigger = new DeskTrigger(stage, reservationTrigger(`front-desk-${index + 1}`, settings));
			stage.observe(new Stays(stage, trigger));
			stage.observe(new Reservations(stage, trigger));
			trigger.begin();
		}
		for (const [index, everyMinutes] of setup.journeyTriggers.entries()) {
			const trigger = new DeskTrigger(stage, guestJourneyTrigger(`journey-${index + 1}`, everyMinutes));
			stage.observe(new Journeys(stage, trigger));
			trigger.begin();
		}
		if (setup.reservationTriggers.length + setup.journeyTriggers.length > 0)
			new FrontDesk(stage, actor).begin();
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
			testEvents: editors.fetched,
			claims: claims.counts,
			digest: stage.story.digest(),
			pairs: [...director.pairs],
			troubles: director.troubles,
		};
	} finally {
		await stage.close();
	}
}
