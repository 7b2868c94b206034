import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../../sandbox/src/world/random.mts';
import type { BookingChangeInput, BookingSummary, SandboxClient } from '../../../sandbox/src/client.mts';
import type { Change } from './states.mts';
import { dayAndNight, pickByShare, zipfShares } from './unevenHotels.mts';

/*
 * What guests do: bookings are made, changed and cancelled. The seed alone decides what happens, when, and to which
 * booking.
 */

export interface StreamPlan {
	seed: number;
	properties: number;
	/** Bookings of each property before the start of the stream. */
	known: number;
	/** Per day. */
	acts: number;
	/** Of a day. */
	durationMs: number;
	/** How many (default: one). */
	days?: number;
	/** Hotels of very different size, with day and night; otherwise all alike. */
	uneven?: boolean;
}

export type ActKind = 'create' | 'change' | 'cancel';

export interface Act {
	kind: ActKind;
	/** Since the start of the stream. */
	atMs: number;
	/** Position of the property in the sandbox's list. */
	property: number;
	/** The index of the booking, in the order in which they are made; those from before the start come first. */
	booking: number;
	/** How many states the booking had before. */
	revision: number;
	status: NonNullable<BookingChangeInput['status']>;
}

interface Made {
	booking: number;
	property: number;
	revision: number;
}

const CREATED_SHARE = 0.5;
const CANCELLED_SHARE = 0.15;
/** The share of changes that are followed by another one of the same booking within the same second. */
const TWICE_SHARE = 0.1;
const UNCONFIRMED_SHARE = 0.2;
const TWICE_GAP_MS = 150;

/** Bookings known before come first, at `atMs` 0. */
export function planStream(plan: StreamPlan): Act[] {
	const random = new Random(plan.seed, 'stream');
	const shares = plan.uneven ? zipfShares(plan.properties, new Random(plan.seed, 'hotels')) : undefined;
	const anyProperty = () => (shares ? pickByShare(shares, random) : random.integer(0, plan.properties - 1));
	const anyOpen = () => {
		if (!shares) return open.length > 0 ? random.pick(open) : undefined;
		const property = anyProperty();
		const there = open.filter((one) => one.property === property);
		return there.length > 0 ? random.pick(there) : undefined;
	};
	const acts: Act[] = [];
	const open: Made[] = [];
	let made = 0;

	function create(property: number, atMs: number): void {
		open.push({ booking: made, property, revision: 0 });
		acts.push({ kind: 'create', atMs, property, booking: made, revision: 0, status: 'Active' });
		made += 1;
	}
	function change(target: Made, atMs: number): void {
		target.revision += 1;
		const status = random.chance(UNCONFIRMED_SHARE) ? 'Unconfirmed' : 'Active';
		acts.push({ kind: 'change', atMs, ...target, status });
	}
	function cancel(target: Made, atMs: number): void {
		target.revision += 1;
		open.splice(open.indexOf(target), 1);
		acts.push({ kind: 'cancel', atMs, ...target, status: 'Cancelled' });
	}

	for (let property = 0; property < plan.properties; property += 1) {
		for (let index = 0; index < plan.known; index += 1) create(property, 0);
	}
	const before = acts.length;
	const all = plan.acts * (plan.days ?? 1);
	while (acts.length - before < all) {
		const time = (acts.length - before + random.fraction()) / plan.acts;
		const day = Math.floor(time);
		const atMs = (plan.uneven ? day + dayAndNight(time - day) : time) * plan.durationMs;
		const draw = random.fraction();
		const target = draw < CREATED_SHARE ? undefined : anyOpen();
		if (target === undefined) {
			create(anyProperty(), atMs);
			continue;
		}
		if (draw < CREATED_SHARE + CANCELLED_SHARE) {
			cancel(target, atMs);
			continue;
		}
		change(target, atMs);
		if (random.chance(TWICE_SHARE) && acts.length - before < all) change(target, atMs + TWICE_GAP_MS);
	}
	return acts;
}

const DAY_MS = 86_400_000;
/** Ahead: nobody checks in meanwhile, and the reservation trigger lists it. */
const ARRIVAL_AHEAD_MS = 200 * DAY_MS;
const KNOWN_FOR_MS = 3 * DAY_MS;

/** Carries out the acts in the sandbox, each at its time, and records the states of bookings. */
export class Stream {
	readonly changes: Change[] = [];
	private readonly before: readonly Act[];
	private readonly acts: readonly Act[];
	private readonly firstArrivalMs = Date.now() + ARRIVAL_AHEAD_MS;

	constructor(
		private readonly control: SandboxClient,
		private readonly propertyIds: readonly string[],
		private readonly plan: StreamPlan,
	) {
		const acts = planStream(plan);
		const known = plan.known * plan.properties;
		this.before = acts.slice(0, known);
		this.acts = acts.slice(known);
	}

	/** Makes the bookings from before the start, some days ago. */
	async prepare(): Promise<void> {
		const instant = new Date(Date.now() - KNOWN_FOR_MS).toISOString();
		for (const act of this.before) {
			const times = { createdDateTime: instant, modifiedDateTime: instant };
			const wishes = { number: this.numberOf(act), arrivalDate: this.arrivalOf(act), roomStays: 1, ...times };
			this.keep(
				act,
				Date.parse(instant),
				await this.control.createBooking(this.propertyOf(act), wishes),
				true,
			);
		}
	}

	async run(): Promise<void> {
		const startedAt = Date.now();
		for (const act of this.acts) {
			await sleep(Math.max(0, startedAt + act.atMs - Date.now()));
			const at = Date.now();
			this.keep(act, at, await this.perform(act));
		}
	}

	private async perform(act: Act): Promise<BookingSummary> {
		const { control } = this;
		const [property, number, arrivalDate] = [this.propertyOf(act), this.numberOf(act), this.arrivalOf(act)];
		return act.kind === 'create'
			? await control.createBooking(property, { number, arrivalDate, roomStays: 1 })
			: await control.changeBooking(property, number, { status: act.status, arrivalDate });
	}

	private keep(act: Act, at: number, summary: BookingSummary, before = false): void {
		this.changes.push({
			propertyId: this.propertyOf(act),
			number: summary.number,
			status: summary.status,
			modified: summary.modifiedDateTime ?? summary.createdDateTime,
			arrival: this.arrivalOf(act),
			at,
			...(before && { before }),
		});
	}

	private propertyOf({ property }: Act): string {
		const id = this.propertyIds[property];
		if (id === undefined) throw new Error(`The sandbox has fewer than ${this.plan.properties} properties`);
		return id;
	}

	private numberOf(act: Act): string {
		return `chaos-${this.propertyOf(act)}-${String(act.booking).padStart(6, '0')}`;
	}

	private arrivalOf({ revision }: Act): string {
		return new Date(this.firstArrivalMs + revision * DAY_MS).toISOString().slice(0, 10);
	}
}
