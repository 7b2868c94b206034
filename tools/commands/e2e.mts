import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chooseN8n, ensureRuntime, N8N_CHOICES, type N8nChoice } from '../n8n/runtime.mts';
import { build } from '../package/build.mts';
import { inRoot } from '../util/paths.mts';
import { stopOnSignals } from '../processes/signals.mts';
import { runShown } from '../processes/tool.mts';
import { countsLine, NOTHING_COUNTED, type TestCounts } from '../testing/testCounts.mts';
import { EXIT_MISTAKE, UserError } from '../util/userError.mts';

const TESTS = inRoot('test', 'e2e');
const RESULTS = inRoot('.e2e', 'counts.json');
/** Most of the time is spent waiting for polls; three n8n at once is what a small machine can carry. */
const FILES_AT_ONCE = 3;

export default async function e2e(
	{ n8n = 'newest' }: { n8n?: string },
	extraArguments: readonly string[],
): Promise<number> {
	stopOnSignals();
	chooseN8n(choiceOf(n8n));
	await ensureRuntime();
	await build();
	mkdirSync(inRoot('.e2e'), { recursive: true });
	rmSync(RESULTS, { force: true });
	const code = await runShown(process.execPath, [...runnerArguments(), ...extraArguments, ...testFiles()]);
	const counts = readCounts();
	console.log(countsLine(counts));
	return code === 0 && counts.failed === 0 ? 0 : 1;
}

function choiceOf(text: string): N8nChoice {
	const choice = N8N_CHOICES.find((one) => one === text);
	if (choice) return choice;
	throw new UserError(`--n8n must be one of ${N8N_CHOICES.join(', ')}, not '${text}'.`, EXIT_MISTAKE);
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
