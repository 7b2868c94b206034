import { changeBooking, createBooking } from './bookingActions.mts';
import type { Booking } from './bookings/types.mts';
import type { SandboxClock } from './clock.mts';
import type { Property } from './properties.mts';
import { Random } from './random.mts';
import { hasRoom } from './roomsLeft.mts';
import { dayOf } from './time.mts';
import type { World } from './world.mts';

const CREATED_SHARE = 0.7;
const CHANGED_SHARE = 0.2;
const MAX_LEAD_DAYS = 60;
const MAX_NIGHTS = 5;
/** How many bookings are looked at for one that is still to come. */
const TRIES = 40;

/** Invented guests: every so many seconds one of them books, changes or cancels. */
export class LiveBookings {
	/** 0 = none. */
	everySeconds = 0;
	private timer: NodeJS.Timeout | undefined;
	private readonly random: Random;

	constructor(
		private readonly world: World,
		private readonly clock: SandboxClock,
	) {
		this.random = new Random(world.plan.seed, 'live');
	}

	/** @param everySeconds 0 = stop */
	start(everySeconds: number): void {
		this.stop();
		this.everySeconds = everySeconds;
		if (everySeconds === 0) return;
		this.timer = setInterval(() => this.step(), everySeconds * 1000);
	}

	stop(): void {
		clearInterval(this.timer);
		this.everySeconds = 0;
	}

	/** At a random property a booking is made (70 %), changed (20 %) or cancelled (10 %). */
	private step(): void {
		const { world, random } = this;
		const nowMs = this.clock.now();
		const property = random.pick(world.properties);
		const draw = random.fraction();
		const wish = {
			arrivalDay: dayOf(nowMs) + Math.floor(random.fraction() ** 2 * MAX_LEAD_DAYS),
			nights: random.integer(1, MAX_NIGHTS),
		};
		const booking = this.bookingToCome(property, dayOf(nowMs));
		if (booking === undefined || (draw < CREATED_SHARE && hasRoom(world, property, wish))) {
			createBooking(world, property, wish, nowMs);
			return;
		}
		const cancels = draw >= CREATED_SHARE + CHANGED_SHARE;
		const change = cancels ? { status: 'Cancelled' as const } : { nights: wish.nights };
		changeBooking(world, property, booking.number, change, nowMs);
	}

	/** Bookings of guests who have arrived or cancelled do not change any more. */
	private bookingToCome(property: Property, today: number): Booking | undefined {
		const { feed } = this.world.bookings(property);
		for (let tries = 0; tries < TRIES && feed.size > 0; tries += 1) {
			const booking = feed.at(this.random.integer(0, feed.size - 1));
			if (booking !== undefined && booking.arrivalDay > today && booking.status !== 'Cancelled')
				return booking;
		}
		return undefined;
	}
}
