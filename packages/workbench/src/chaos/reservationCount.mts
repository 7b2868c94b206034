import { bookingKey, groupBy, type Change, type Delivery } from './states.mts';

/** What the reservation trigger emitted for the same stream. Keys are `property/booking number`. */
export interface ReservationCount {
	items: number;
	/** Made or cancelled during the run, without an item. */
	lost: string[];
	/** Emitted as new, or as cancelled, more than once. */
	repeated: string[];
	/** Made before the trigger was activated, and emitted as new. */
	early: string[];
	/** From a booking or a cancellation to the start of its execution, in milliseconds, in ascending order. */
	delays: number[];
}

/** @param deliveries with the numbers of the bookings */
export function countReservations(
	changes: readonly Change[],
	deliveries: readonly Delivery[],
): ReservationCount {
	const told = groupBy(deliveries, bookingKey);
	const lives = [...groupBy(changes, bookingKey)].map(([key, states]) => {
		const times = (event: string) =>
			(told.get(key) ?? []).filter((one) => one.event === event).map(({ startedAt }) => startedAt);
		const [first] = states;
		const cancelled = states.find(({ status, before }) => status === 'Cancelled' && !before);
		return { key, made: first?.before ? undefined : first, cancelled, asNew: times('new'), times };
	});
	const isLost = ({ made, cancelled, asNew, times }: (typeof lives)[number]) => {
		const asCancelled = times('cancelled');
		// A reservation that is made and cancelled between two polls is only emitted as cancelled.
		if (cancelled !== undefined) return asCancelled.length === 0;
		return made !== undefined && asNew.length === 0;
	};
	const delay = (change: Change | undefined, [at]: readonly number[]) =>
		change === undefined || at === undefined ? [] : [at - change.at];
	const keysOf = (some: readonly (typeof lives)[number][]) => some.map(({ key }) => key);
	return {
		items: deliveries.length,
		lost: keysOf(lives.filter(isLost)),
		repeated: keysOf(lives.filter(({ asNew, times }) => asNew.length > 1 || times('cancelled').length > 1)),
		early: keysOf(lives.filter(({ made, asNew }) => made === undefined && asNew.length > 0)),
		delays: lives
			.flatMap(({ made, cancelled, asNew, times }) => [
				...delay(made, asNew),
				...delay(cancelled, times('cancelled')),
			])
			.sort((one, other) => one - other),
	};
}
