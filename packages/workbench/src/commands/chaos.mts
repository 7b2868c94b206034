import { figuresOf } from '../chaos/figures.mts';
import { runEvents } from '../chaos/events.mts';
import { runHistory } from '../chaos/history.mts';
import { runKills } from '../chaos/kills.mts';
import { readOptions, type ChaosOptions, type ChaosValues } from '../chaos/options.mts';
import { asMarkdown } from '../chaos/markdown.mts';
import type { ChaosResult } from '../chaos/results.mts';
import { runSoak } from '../chaos/soak.mts';
import { circumstances } from '../figures/versions.mts';
import { writeFigures } from '../figures/writeFigures.mts';
import { stopAllChildren } from '../processes/children.mts';
import { stopOnSignals } from '../processes/signals.mts';

export default async function chaos(values: ChaosValues): Promise<number> {
	const options = readOptions(values);
	stopOnSignals();
	const print = console.log;
	// With `--json`, standard output is for the figures only.
	if (options.json) console.log = console.error;
	console.log(`Seed ${options.seed}: the same again with --seed ${options.seed}`);
	const results: ChaosResult[] = [];
	for (const run of runsOf(options)) {
		try {
			const result = await run();
			results.push(result);
			console.log(`\n${figuresOf(result)}\n`);
		} finally {
			await stopAllChildren();
		}
	}
	if (options.write !== undefined)
		writeFigures(options.write, asMarkdown(results, circumstances(new Date())));
	if (options.json) print(JSON.stringify(results, undefined, '\t'));
	return results.every(({ missed }) => missed.length === 0) ? 0 : 1;
}

function runsOf({ kills, history, soak, events }: ChaosOptions): Array<() => Promise<ChaosResult>> {
	return [
		...kills.map((options) => () => runKills(options, sayFrom(`kills, ${options.mode}`))),
		...history.map((options) => () => runHistory(options, sayFrom('history'))),
		...events.map((options) => () => runEvents(options, sayFrom('events'))),
		...soak.map((options) => () => runSoak(options, sayFrom('soak'))),
	];
}

function sayFrom(name: string): (words: string) => void {
	return (words) => console.log(`${new Date().toISOString().slice(11, 19)} ${name}: ${words}`);
}
