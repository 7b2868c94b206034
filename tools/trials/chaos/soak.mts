import { count } from './count.mts';
import { targetOf } from './kills.mts';
import type { SoakOptions } from './options.mts';
import type { SoakResult } from './results.mts';
import { settle } from './settling.mts';
import { Trial } from './trial.mts';

const KNOWN_BOOKINGS = 1;

export async function runSoak(options: SoakOptions, say: (words: string) => void): Promise<SoakResult> {
	const { seed, properties, bookings, minutes } = options;
	const trial = await Trial.start({
		name: 'soak',
		mode: 'default',
		stream: { seed, properties, known: KNOWN_BOOKINGS, acts: bookings, durationMs: minutes * 60_000 },
		all: true,
	});
	say(`bookings are made for ${minutes} minutes`);
	await trial.stack.whileRunning(trial.stream.run());
	const { executions, staticData } = await settle(trial, say);
	const requests = await trial.stack.sandbox.control.report();
	const counted = count(
		trial.stream.changes,
		executions.flatMap(({ deliveries }) => deliveries),
	);
	return {
		run: 'soak',
		options,
		count: counted,
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
		],
	};
}
