import type { Random } from '../../sandbox/world/random.mts';

/** Zipf's law, exponent 1: the n-th hotel has the n-th part of the changes of the first one, in an order by chance. */
export function zipfShares(hotels: number, random: Random): number[] {
	const sizes = Array.from({ length: hotels }, (_, index) => 1 / (index + 1));
	const all = sizes.reduce((sum, size) => sum + size, 0);
	const order = sizes.map((size) => ({ size: size / all, place: random.fraction() }));
	return order.sort((one, other) => one.place - other.place).map(({ size }) => size);
}

export function pickByShare(shares: readonly number[], random: Random): number {
	let left = random.fraction();
	const found = shares.findIndex((share) => (left -= share) < 0);
	return found < 0 ? shares.length - 1 : found;
}

/** Of the time of a run, the first and the last quarter are night: six changes by day for one by night. */
export function dayAndNight(part: number): number {
	const [night, day] = [1 / 14, 6 / 7];
	if (part < night) return part * (0.25 / night);
	if (part < night + day) return 0.25 + (part - night) * (0.5 / day);
	return 0.75 + (part - night - day) * (0.25 / night);
}

export interface ChangeTime {
	property: number;
	atMs: number;
}

/**
 * The delays, by change, of a reader that knows how often each hotel changes: a poll a minute that reads those where the time since
 * the last reading, squared, times the rate is greatest, but each of them at least so often.
 * @param phase when in a minute the polls are, 0 to 1
 */
export function optimalDelays(
	changes: readonly ChangeTime[],
	shares: readonly number[],
	plan: { perPoll: number; atLeastEvery: number; phase: number },
): Map<ChangeTime, number> {
	const delays = new Map<ChangeTime, number>();
	const readAt = shares.map(() => 0);
	let left = [...changes];
	for (let minute = plan.phase; left.length > 0; minute += 1) {
		const urgencies = shares.map((share, hotel) => {
			const age = minute - (readAt[hotel] ?? 0);
			return { hotel, urgency: age >= plan.atLeastEvery ? Infinity : share * age ** 2 };
		});
		const chosen = urgencies
			.sort((one, other) => (one.urgency < other.urgency ? 1 : -1))
			.slice(0, plan.perPoll);
		const read = new Set(chosen.map(({ hotel }) => hotel));
		for (const hotel of read) readAt[hotel] = minute;
		const arrives = ({ property, atMs }: ChangeTime) => read.has(property) && atMs <= minute * 60_000;
		for (const change of left.filter(arrives)) delays.set(change, minute * 60_000 - change.atMs);
		left = left.filter((change) => !arrives(change));
	}
	return delays;
}
