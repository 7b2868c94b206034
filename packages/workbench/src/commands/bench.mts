import { benchmarks } from '../bench/all.mts';
import type { Benchmark } from '../bench/benchmark.mts';
import { inWords } from '../bench/inWords.mts';
import { asMarkdown } from '../bench/markdown.mts';
import { isMet, type Measurement } from '../bench/row.mts';
import { freshFolder } from '../bench/stacks.mts';
import { versions } from '../figures/versions.mts';
import { writeFigures } from '../figures/writeFigures.mts';
import { stopAllChildren } from '../processes/children.mts';
import { stopOnSignals } from '../processes/signals.mts';

interface BenchValues {
	names: string[];
	json?: boolean;
	write?: string;
	note?: string;
}

export default async function bench({ names, json = false, write, note }: BenchValues): Promise<number> {
	stopOnSignals();
	// Standard output is for the results only.
	if (json) console.log = console.error;
	const chosen = benchmarks.filter(({ name }) => names.length === 0 || names.includes(name));
	const measured: Measurement[] = [];
	try {
		for (const benchmark of chosen) measured.push(await measure(benchmark));
	} finally {
		await stopAllChildren();
		if (json) process.stdout.write(`${JSON.stringify({ ...versions(), measured }, null, '\t')}\n`);
		if (write !== undefined) writeFigures(write, asMarkdown(measured, note));
	}
	const missed = measured.flatMap(({ rows }) => rows).filter(({ met }) => !met);
	console.log(
		missed.length === 0 ? '\nEvery target is met.' : `\nMissed: ${missed.map(({ name }) => name).join('; ')}`,
	);
	return missed.length === 0 ? 0 : 1;
}

async function measure(benchmark: Benchmark): Promise<Measurement> {
	const { name, title } = benchmark;
	console.log(`\n── ${title}`);
	const rows = await benchmark.run(await freshFolder(name));
	const measurement: Measurement = {
		...{ benchmark: name, title, measuredAt: new Date().toISOString(), ...versions() },
		rows: rows.map((row) => ({ ...row, met: isMet(row) })),
	};
	console.log(inWords(measurement));
	return measurement;
}
