import type { FinishedPoll } from '../host/process.mts';
import type { BookingState, Observer } from '../world/observer.mts';
import type { Simulation } from '../world/simulation.mts';

const HOUR_MS = 3_600_000;
/** In bytes (docs/trigger.md, What is stored). */
const PER_PROPERTY = 400;
/** With details. */
const PER_FINGERPRINT = 53;
/** With details: bookings whose guests have not departed. */
const MAX_UNTIL_DEPARTURE = 2_000;
const PER_REDELIVERY = 250;
/** For each booking that has been waiting for days. */
const PER_WAITING = 225;
const REMEMBERED_MS = 49 * HOUR_MS;
const FRAME = 500;
/** A property that is no longer watched is kept for a day (docs/trigger.md, What a poll does). */
const KEPT_MS = 24 * HOUR_MS;
const LOOK_EVERY_MS = HOUR_MS / 6;

/** docs/trigger.md: a poll ends within the time n8n gives it less a fifth, or 35 s where n8n does not say. */
const SHARE = 0.8;
const WITHOUT_BUDGET_MS = 35 * 1_000;
/** Allows for reading the credential, and for a clock that drifts. */
const TOLERANCE = 1.03;
const TOLERANCE_MS = 1_000;

/** Polls end in time, the state has at most the documented size, and no timer is left at the end. */
export class Bounds implements Observer {
	/** By booking: the number of its states. */
	private readonly states = new Map<string, number>();
	/** By workflow and property: when it was watched last. */
	private readonly watchedMs = new Map<string, Map<string, number>>();
	/** By workflow. */
	private readonly lookedMs = new Map<string, number>();

	constructor(private readonly simulation: Simulation) {}

	onBooking({ number }: BookingState): void {
		this.states.set(number, (this.states.get(number) ?? 0) + 1);
	}

	onPolled({ by, workflowId, ms, budgetMs, clockWasSet }: FinishedPoll): void {
		if (this.simulation.now - (this.lookedMs.get(workflowId) ?? -Infinity) > LOOK_EVERY_MS)
			this.noteWatched(workflowId);
		const limitMs = budgetMs === undefined ? WITHOUT_BUDGET_MS : budgetMs * SHARE;
		if (ms > limitMs * TOLERANCE + TOLERANCE_MS && !clockWasSet)
			this.simulation.found(
				'bounds: time',
				`${by}: a poll of ${workflowId} took ${Math.round(ms)} ms of ${limitMs}`,
			);
	}

	atRest(): void {
		for (const { workflowId, settings } of this.simulation.expectations.values()) {
			const { staticData, poller, trigger } = this.simulation.n8n.database.workflow(workflowId);
			const size = JSON.stringify(poller?.cursor ?? staticData[`node:${trigger.name}`] ?? {}).length;
			const watchedMs = this.noteWatched(workflowId);
			const kept = this.simulation.properties.filter(
				({ id }) => (watchedMs.get(id) ?? -Infinity) > this.simulation.now - KEPT_MS,
			);
			const fingerprints = kept.reduce((sum, property) => sum + this.remembered(property), 0);
			const redeliveries =
				settings.afterCrash === 'handOverAgain' ? PER_REDELIVERY * Math.min(1_000, settings.maxBookings) : 0;
			const waiting = PER_WAITING * this.waitingStates();
			const maxBytes =
				FRAME + PER_PROPERTY * kept.length + PER_FINGERPRINT * fingerprints + waiting + redeliveries;
			if (size > maxBytes)
				this.simulation.found(
					'bounds: state',
					`The state of ${workflowId} has ${size} bytes, ${maxBytes} are stated`,
				);
		}
	}

	atEnd(): void {
		for (const { machine } of this.simulation.n8n.processes) {
			const left = this.simulation.time.pendingOf(machine);
			if (left > 0) this.simulation.found('bounds: leftovers', `${machine.name} has ${left} timers left`);
		}
	}

	private noteWatched(workflowId: string): Map<string, number> {
		const { expectations, properties, now } = this.simulation;
		const watchedMs = this.watchedMs.get(workflowId) ?? new Map<string, number>();
		this.watchedMs.set(workflowId, watchedMs);
		this.lookedMs.set(workflowId, now);
		for (const { id } of properties) if (expectations.get(workflowId)?.watches(id)) watchedMs.set(id, now);
		return watchedMs;
	}

	/** How many states of bookings with failing details wait. */
	private waitingStates(): number {
		return [...this.simulation.failingDetails].reduce(
			(sum, number) => sum + (this.states.get(number) ?? 1),
			0,
		);
	}

	private remembered(property: Simulation['properties'][number]): number {
		const { size } = this.simulation.api.sandbox.world.bookings(property).feed;
		return Math.min(size, this.changedLately(property) + MAX_UNTIL_DEPARTURE);
	}

	private changedLately(property: Simulation['properties'][number]): number {
		const { feed } = this.simulation.api.sandbox.world.bookings(property);
		const newest = feed.at(feed.size - 1)?.modifiedMs ?? 0;
		let count = 0;
		while (count < feed.size && (feed.at(feed.size - 1 - count)?.modifiedMs ?? 0) > newest - REMEMBERED_MS)
			count += 1;
		return count;
	}
}
