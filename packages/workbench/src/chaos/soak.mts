import { Random } from '../../../sandbox/src/world/random.mts';
import { count } from './count.mts';
import { targetOf } from './kills.mts';
import type { SoakOptions } from './options.mts';
import type { SoakResult } from './results.mts';
import { settle, settleReservations } from './settling.mts';
import { planStream, type StreamPlan } from './stream.mts';
import { Trial } from './trial.mts';
import { optimalDelays, zipfShares } from './unevenHotels.mts';

const KNOWN_BOOKINGS = 1;
/** On the first day the trigger learns which hotels are busy; only delays of the second one count. */
const DAYS = 2;

export async function runSoak(options: SoakOptions, say: (words: string) => void): Promise<SoakResult> {
	const { seed, properties, bookings, minutes, atLeastEvery } = options;
	const durationMs = minutes * 60_000;
	const plan = {
		seed,
		properties,
		known: KNOWN_BOOKINGS,
		acts: bookings,
		durationMs,
		days: DAYS,
		uneven: true,
	};
	const trial = await Trial.start({
		name: `soak-${atLeastEvery}`,
		mode: 'older',
		stream: plan,
		all: true,
		atLeastEvery,
		withReservations: true,
	});
	say(`bookings are made for ${DAYS * minutes} minutes`);
	const startedAt = Date.now();
	await trial.stack.whileRunning(trial.stream.run());
	const { executions, staticData } = await settle(trial, say);
	const reservations = await settleReservations(trial, say);
	const requests = await trial.stack.sandbox.control.report();
	const counted = count(
		trial.stream.changes,
		executions.flatMap(({ deliveries }) => deliveries),
		startedAt + (DAYS - 1) * durationMs,
	);
	return {
		run: 'soak',
		options,
		count: counted,
		reservations,
		optimum: optimumOf(plan),
		executions: executions.length,
		requests,
		stateBytes: (staticData ?? '').length,
		missed: [
			...targetOf('requests answered 429', requests.byStatus['429'] ?? 0),
			...targetOf('bookings lost', counted.lost.length),
			...targetOf('items repeated', counted.repeated.length),
			...targetOf('items in the wrong order', counted.reversed.length),
			...targetOf('items with a state that never was', counted.unknown.length),
			...targetOf('items from before the trigger was switched on', counted.early.length),
			...targetOf('reservations lost', reservations.lost.length),
			...targetOf('reservations repeated', reservations.repeated.length),
			...targetOf('reservations from before the start as new', reservations.early.length),
		],
	};
}

/** The lists that the limits leave to each poll (specification, Request rate limits: 3,000 per hour, 3 per second). */
const LISTS_PER_MINUTE = 50;
const LISTS_PER_SECOND = 3;
const AT_LEAST_EVERY = 15;
const PHASES = [0.1, 0.3, 0.5, 0.7, 0.9];

/** The delays of the changes for a reader that knows the size of each hotel, whenever in a minute it polls. */
function optimumOf(plan: StreamPlan): number[] {
	const changes = planStream(plan).slice(plan.known * plan.properties);
	const shares = zipfShares(plan.properties, new Random(plan.seed, 'hotels'));
	const lastDayMs = (DAYS - 1) * plan.durationMs;
	return PHASES.flatMap((phase) => {
		const reader = {
			perPoll: LISTS_PER_MINUTE,
			perSecond: LISTS_PER_SECOND,
			atLeastEvery: AT_LEAST_EVERY,
			phase,
		};
		const delays = [...optimalDelays(changes, shares, reader)];
		return delays.filter(([{ atMs }]) => atMs >= lastDayMs).map(([, delay]) => delay);
	}).sort((one, other) => one - other);
}
