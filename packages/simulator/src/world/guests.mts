import {
	changeBooking,
	createBooking,
	type BookingInput,
} from '../../../sandbox/src/world/bookingActions.mts';
import type { Property } from '../../../sandbox/src/world/properties.mts';
import { Random } from '../../../sandbox/src/world/random.mts';
import { dayOf } from '../../../sandbox/src/world/time.mts';
import { toLocalMinute } from '../../../sandbox/src/world/zone.mts';
import type { Actor } from './actor.mts';
import type { Simulation } from './simulation.mts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Only the latest bookings are changed. */
const REMEMBERED = 60;
const GROUP_CHANGES_AFTER_MS = 20 * 60_000;

/** The guests and staff of one hotel, who make, change and cancel bookings, more by day than by night. */
export class Guests {
	private readonly random: Random;
	private readonly own: string[] = [];

	/** @param perDay acts on an average day */
	constructor(
		private readonly simulation: Simulation,
		private readonly actor: Actor,
		private readonly property: Property,
		private readonly perDay: number,
	) {
		this.random = new Random(simulation.setting.seed, 'guests', property.id);
	}

	begin(): void {
		const { time } = this.simulation;
		const meanMs = DAY_MS / (this.perDay * this.activity());
		const waitMs = -Math.log(1 - this.random.fraction()) * meanMs;
		time.after(Math.min(waitMs, 6 * HOUR_MS), time.world, () => {
			if (waitMs <= 6 * HOUR_MS) this.act();
			this.begin();
		});
	}

	/** Makes many bookings within seconds. */
	burst(count: number, roomStays = 1): void {
		for (let made = 0; made < count; made += 1) {
			this.simulation.time.after(made * this.random.integer(0, 400), this.simulation.time.world, () =>
				this.make(roomStays),
			);
		}
	}

	/** Books for a large group, which changes its number of rooms twenty minutes later. */
	changingGroup(): void {
		const roomStays = () => this.random.integer(36, 70);
		this.make(roomStays());
		const number = this.own.at(-1);
		if (number === undefined) return;
		const { time } = this.simulation;
		const alter = () =>
			this.actor.act(() => this.alter(number, { roomStays: roomStays(), nights: this.random.integer(1, 7) }));
		time.after(GROUP_CHANGES_AFTER_MS, time.world, alter);
	}

	/** Books for this night only. @returns the booking number */
	bookForTonight(): string | undefined {
		return this.book({ arrivalDay: dayOf(this.simulation.now), nights: 1 });
	}

	/** Books for one to four months later. */
	bookAhead(): void {
		const arrivalDay = dayOf(this.simulation.now) + this.random.integer(30, 120);
		this.book({ arrivalDay, nights: this.random.integer(1, 7) });
	}

	/** Changes the number of nights. */
	change(number: string, detailsOnly = false): void {
		const input = {
			nights: this.random.integer(1, 9),
			...(this.random.chance(0.2) && { guest: this.anyGuest() }),
		};
		this.actor.act(() => this.alter(number, input, detailsOnly));
	}

	/** Cancels a booking, or makes it active again. */
	turn(number: string, status: 'Cancelled' | 'Active'): void {
		this.actor.act(() => this.alter(number, { status }));
	}

	private act(): void {
		const what = this.random.fraction();
		const number = this.own.length === 0 ? undefined : this.random.pick(this.own);
		if (number === undefined || what < 0.45)
			return this.make(this.random.chance(0.1) ? this.random.integer(2, 6) : 1);
		if (what < 0.8) return this.change(number);
		if (what < 0.94) return this.turn(number, 'Cancelled');
		if (what < 0.97) return this.turn(number, 'Active');
		if (what < 0.99) return this.change(number, true);
		const gone = { kind: 'detailRemoved' as const, propertyId: this.property.id, number };
		this.actor.act(() => this.simulation.api.sandbox.world.apply(gone));
	}

	private book(input: BookingInput): string | undefined {
		let number: string | undefined;
		const { now, api } = this.simulation;
		this.actor.act(() => ({ number } = createBooking(api.sandbox.world, this.property, input, now)));
		return number;
	}

	private anyGuest(): string {
		return `Robin Sample-${this.random.integer(1, 999)}`;
	}

	private alter(number: string, input: BookingInput, detailsOnly = false): void {
		changeBooking(
			this.simulation.api.sandbox.world,
			this.property,
			number,
			input,
			this.simulation.now,
			detailsOnly,
		);
	}

	private make(roomStays: number): void {
		const input = {
			roomStays,
			nights: this.random.integer(1, 7),
			status: this.random.chance(0.1) ? ('Unconfirmed' as const) : ('Active' as const),
		};
		const number = this.book(input);
		if (number === undefined) return;
		this.own.push(number);
		if (this.own.length > REMEMBERED) this.own.shift();
	}

	/** How busy the hotel is at its time of day: about 1, less at night. */
	private activity(): number {
		const hour = Number(toLocalMinute(this.simulation.now, this.property.place.timeZone).slice(11, 13));
		return hour < 7 ? 0.15 : hour < 10 || hour > 20 ? 0.9 : 1.4;
	}
}
