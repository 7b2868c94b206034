import type { SandboxClock } from '../clock.mts';
import { openPmsView } from '../pms/pmsView.mts';
import type { Property } from '../properties.mts';
import type { World } from '../world.mts';
import { makeBooking } from './bookingsToCome.mts';
import { actionsUntil, type Worked } from './deskActions.mts';
import { perform } from './desk.mts';

/** Something that happens at a certain time. */
interface Happening {
	atMs: number;
	happen: () => void;
}

const MINUTE_MS = 60_000;
const LOOKS_EVERY_MS = 5_000;
/** The number of hotels on the page, whose desks work before anybody looks. */
const ALWAYS_ATTENDED = 6;
/** Bookings that are made while the clock is moved have guests as well. */
const STEP_MS = 60 * MINUTE_MS;

/**
 * The front desks of all hotels: they give out rooms, check guests in and out and take bookings, each at its time, and
 * record it.
 */
export class FrontDesk {
	private timer: NodeJS.Timeout | undefined;
	private attendedMinute = -Infinity;
	/** Epoch milliseconds up to which the desk of a hotel has worked, by its id; absent = since the history ended. */
	private readonly workedUntil = new Map<string, number>();

	constructor(
		private readonly world: World,
		private readonly clock: SandboxClock,
	) {}

	/** From now on, events are made as time passes, also without requests. */
	start(): void {
		if (!this.isLively) return;
		this.timer = setInterval(() => this.attend(), LOOKS_EVERY_MS);
		this.timer.unref();
	}

	stop(): void {
		clearInterval(this.timer);
	}

	/**
	 * Does what is due by now, in hotels that users look at. Bookings made since the start are left to those who made them,
	 * unless the clock is moved.
	 */
	attend(): void {
		const nowMs = this.clock.now();
		const minute = Math.floor(nowMs / MINUTE_MS);
		if (!this.isLively || minute === this.attendedMinute) return;
		this.attendedMinute = minute;
		const properties = this.world.properties.filter(
			(property, index) => index < ALWAYS_ATTENDED || this.world.hasOpenedPms(property),
		);
		inOrder(
			properties.flatMap((property) => this.deedsOf(property, nowMs, { seeded: this.startOf(property) })),
		);
		for (const { id } of properties) this.workedUntil.set(id, nowMs);
	}

	/** Moves the hotels' time ahead. Everything until then happens, in its order. */
	moveTo(untilMs: number): void {
		this.attend();
		const { world, clock } = this;
		const startMs = clock.now();
		world.apply({ kind: 'clockMoved', aheadMs: world.aheadMs + untilMs - startMs });
		const properties = world.properties.filter((one) => this.isLively || world.hasOpenedBookings(one));
		for (let fromMs = startMs; fromMs < untilMs; fromMs += STEP_MS) {
			const toMs = Math.min(fromMs + STEP_MS, untilMs);
			inOrder(properties.flatMap((property) => this.happeningsBetween(property, fromMs, toMs)));
			for (const { id } of properties) this.workedUntil.set(id, toMs);
		}
	}

	/** Elsewhere, the guests of the history come and leave without a record. */
	private get isLively(): boolean {
		return this.world.plan.occupancy !== undefined;
	}

	private happeningsBetween(property: Property, fromMs: number, toMs: number): Happening[] {
		const worked = { later: fromMs, ...(this.isLively && { seeded: this.startOf(property) }) };
		const bookings = this.world.bookingsToCome(property).filter(({ createdMs }) => {
			return fromMs < createdMs && createdMs <= toMs;
		});
		return [
			...bookings.map((booking) => ({
				atMs: booking.createdMs,
				happen: () => makeBooking(this.world, property, booking),
			})),
			...this.deedsOf(property, toMs, worked),
		];
	}

	private deedsOf(property: Property, untilMs: number, worked: Worked): Happening[] {
		const view = openPmsView(this.world, property, untilMs);
		return actionsUntil(view, untilMs, worked).map((action) => ({
			atMs: action.atMs,
			happen: () => perform(this.world, property, action),
		}));
	}

	private startOf({ id }: Property): number {
		return this.workedUntil.get(id) ?? this.world.plan.anchorMs;
	}
}

function inOrder(happenings: Happening[]): void {
	for (const { happen } of happenings.sort((one, other) => one.atMs - other.atMs)) happen();
}
