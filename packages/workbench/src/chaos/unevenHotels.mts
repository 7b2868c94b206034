import type { Random } from '../../../sandbox/src/world/random.mts';

/** Zipf's law, exponent 1: the n-th hotel has 1/n of the changes of the first one, in random order. */
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

/** The first and the last quarter of a run are night, with one change for six by day. */
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

export interface IdealReader {
	perPoll: number;
	perSecond: number;
	/** Minutes. */
	atLeastEvery: number;
	/** The phase of its polls within a minute, 0 to 1. */
	phase: number;
}

/**
 * The delays, by change, of a reader that knows how often each hotel changes. It polls once a minute and reads the hotels
 * with the greatest rate times squared time since their last reading, but each at least as often as required. It reads
 * as fast as the limit per second allows, the most urgent last, and hands over after the last one.
 */
export function optimalDelays(
	changes: readonly ChangeTime[],
	shares: readonly number[],
	{ perPoll, perSecond, atLeastEvery, phase }: IdealReader,
): Map<ChangeTime, number> {
	const delays = new Map<ChangeTime, number>();
	const polledAt = shares.map(() => 0);
	let left = [...changes];
	for (let minute = phase; left.length > 0; minute += 1) {
		const urgencies = shares.map((share, hotel) => {
			const age = minute - (polledAt[hotel] ?? 0);
			return { hotel, urgency: age >= atLeastEvery ? Infinity : share * age ** 2 };
		});
		const chosen = urgencies
			.sort((one, other) => (one.urgency < other.urgency ? 1 : -1))
			.slice(0, perPoll)
			.reverse();
		const readAt = (index: number) => minute * 60_000 + Math.floor(index / perSecond) * 1_000;
		const readings = new Map(chosen.map(({ hotel }, index) => [hotel, readAt(index)]));
		const handedOverAt = readAt(chosen.length - 1);
		for (const hotel of readings.keys()) polledAt[hotel] = minute;
		const isRead = ({ property, atMs }: ChangeTime) => atMs <= (readings.get(property) ?? -Infinity);
		for (const change of left.filter(isRead)) delays.set(change, handedOverAt - change.atMs);
		left = left.filter((change) => !isRead(change));
	}
	return delays;
}
