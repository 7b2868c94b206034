import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureRuntime } from '../n8n/runtime.mts';
import { chooseN8n, newestVersion } from '../n8n/version.mts';
import { CHOICES, versionOf } from '../n8n/versionNumbers.mts';
import { ensureBuilt } from '../package/build.mts';
import { inRoot } from '../util/paths.mts';
import { stopOnSignals } from '../processes/signals.mts';
import { runShown } from '../processes/tool.mts';
import { countsLine, failedIf, NOTHING_COUNTED, type TestCounts } from '../testing/testCounts.mts';
import { EXIT_MISTAKE, UserError } from '../util/userError.mts';

const TESTS = inRoot('test', 'e2e');
const RESULTS = inRoot('.e2e', 'counts.json');
/** Most of the time is spent waiting for polls; four n8n at once is what a small machine can carry. */
const FILES_AT_ONCE = 4;

export default async function e2e(
	{ n8n = 'newest' }: { n8n?: string },
	extraArguments: readonly string[],
): Promise<number> {
	stopOnSignals();
	chooseN8n(chosenVersion(n8n));
	await ensureRuntime();
	await ensureBuilt();
	mkdirSync(inRoot('.e2e'), { recursive: true });
	rmSync(RESULTS, { force: true });
	const code = await runShown(process.execPath, [...runnerArguments(), ...extraArguments, ...testFiles()]);
	const counts = failedIf(code !== 0, readCounts());
	console.log(countsLine(counts));
	return counts.failed === 0 ? 0 : 1;
}

function chosenVersion(choice: string): string {
	const version = versionOf(choice, newestVersion());
	if (version !== undefined) return version;
	throw new UserError(`--n8n must be ${CHOICES}, not '${choice}'.`, EXIT_MISTAKE);
}

function runnerArguments(): string[] {
	const counting = pathToFileURL(join(import.meta.dirname, '..', 'testing', 'countingReporter.mjs')).href;
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
