import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark } from './benchmark.mts';
import type { Measurement } from './row.mts';
import { BENCH_FOLDER } from './stacks.mts';

const RESULTS = join(BENCH_FOLDER, 'results');

/** The latest results outlive the run: not everything must be measured again for the page to be complete. */
export function keepMeasurement(measurement: Measurement): void {
	mkdirSync(RESULTS, { recursive: true });
	writeFileSync(fileOf(measurement.benchmark), JSON.stringify(measurement, null, '\t'));
}

export function keptMeasurements(benchmarks: readonly Benchmark[]): Measurement[] {
	return benchmarks.flatMap(({ name }) => {
		try {
			return [JSON.parse(readFileSync(fileOf(name), 'utf8')) as Measurement];
		} catch {
			return [];
		}
	});
}

function fileOf(benchmark: string): string {
	return join(RESULTS, `${benchmark}.json`);
}
