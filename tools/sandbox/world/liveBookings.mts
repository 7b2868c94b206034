import { changeBooking, createBooking } from './bookingActions.mts';
import type { SandboxClock } from './clock.mts';
import { Random } from './random.mts';
import type { World } from './world.mts';

const CREATED_SHARE = 0.7;
const CHANGED_SHARE = 0.2;

/** Makes, changes and cancels bookings, one at every interval; returns how to stop. */
export function startLiveBookings(world: World, clock: SandboxClock, everySeconds: number): () => void {
	const random = new Random(world.plan.seed, 'live');
	const timer = setInterval(() => liveStep(world, random, clock.now()), everySeconds * 1000);
	return () => clearInterval(timer);
}

/** At a random property a booking is made (70 %), changed (20 %) or cancelled (10 %). */
function liveStep(world: World, random: Random, nowMs: number): void {
	const property = random.pick(world.properties);
	const draw = random.fraction();
	const { feed } = world.bookings(property);
	const booking = feed.at(random.integer(0, feed.size - 1));
	if (draw < CREATED_SHARE || booking === undefined) {
		createBooking(world, property, {}, nowMs);
		return;
	}
	const cancels = draw >= CREATED_SHARE + CHANGED_SHARE;
	changeBooking(world, property, booking.number, cancels ? { status: 'Cancelled' } : {}, nowMs);
}
