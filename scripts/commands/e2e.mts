import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureRuntime } from '../lib/n8n/runtime.mts';
import { build } from '../lib/package/build.mts';
import { inRoot } from '../lib/paths.mts';
import { stopOnSignals } from '../lib/processes/signals.mts';
import { runShown } from '../lib/processes/tool.mts';
import { countsLine, NOTHING_COUNTED, type TestCounts } from '../lib/testCounts.mts';

const TESTS = inRoot('e2e');
const RESULTS = inRoot('.e2e', 'counts.json');
/** Most of the time is spent waiting for polls; three n8n at once is what a small machine can carry. */
const FILES_AT_ONCE = 3;

export default async function e2e(_values: unknown, extraArguments: readonly string[]): Promise<number> {
	stopOnSignals();
	await ensureRuntime();
	await build();
	mkdirSync(inRoot('.e2e'), { recursive: true });
	rmSync(RESULTS, { force: true });
	const code = await runShown(process.execPath, [...runnerArguments(), ...extraArguments, ...testFiles()]);
	const counts = readCounts();
	console.log(countsLine(counts));
	return code === 0 && counts.failed === 0 ? 0 : 1;
}

function runnerArguments(): string[] {
	const counting = pathToFileURL(join(import.meta.dirname, '..', 'lib', 'countingReporter.mjs')).href;
	return [
		...['--import', 'tsx', '--test', `--test-concurrency=${FILES_AT_ONCE}`],
		...['--test-reporter=spec', '--test-reporter-destination=stdout'],
		...[`--test-reporter=${counting}`, `--test-reporter-destination=${RESULTS}`],
	];
}

function testFiles(): string[] {
	return readdirSync(TESTS)
		.filter((name) => name.endsWith('.test.mts'))
		.map((name) => join(TESTS, name));
}

function readCounts(): TestCounts {
	try {
		return JSON.parse(readFileSync(RESULTS, 'utf8')) as TestCounts;
	} catch {
		return NOTHING_COUNTED;
	}
}
