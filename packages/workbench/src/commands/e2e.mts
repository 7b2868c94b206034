import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startN8n, WITHOUT_EDITOR } from '../n8n/n8nProcess.mts';
import { usualSettings } from '../n8n/polling.mts';
import { prepareN8n, setUp } from '../n8n/prepared.mts';
import { ensureRuntime } from '../n8n/runtime.mts';
import { lendN8n, type LentN8n } from '../n8n/sharedN8n.mts';
import { LOGIN } from '../n8n/stack.mts';
import { chooseN8n, newestVersion } from '../n8n/version.mts';
import { CHOICES, versionOf } from '../n8n/versionNumbers.mts';
import { ensureBuilt } from '../package/build.mts';
import { claimFolder, emptyFolder } from '../util/folders.mts';
import { inRoot } from '../util/paths.mts';
import { anyFreePort } from '../util/ports.mts';
import { stopAllChildren } from '../processes/children.mts';
import { stopOnSignals } from '../processes/signals.mts';
import { runShown } from '../processes/tool.mts';
import { countsLine, failedIf, NOTHING_COUNTED, type TestCounts } from '../testing/testCounts.mts';
import { EXIT_MISTAKE, UserError } from '../util/userError.mts';

const TESTS = inRoot('packages', 'workbench', 'test', 'e2e');
const FOLDERS = { nodes: TESTS, examples: join(TESTS, 'examples') };
type TestGroup = keyof typeof FOLDERS;
const RESULTS = inRoot('.e2e', 'counts.json');
/**
 * Tests wait for polls half of the time. With three files for each core, polls on a slow machine run out of time.
 */
const FILES_AT_ONCE = 2 * availableParallelism();

export default async function e2e(
	{ choice, n8n = 'newest', install = false }: { choice?: TestGroup; n8n?: string; install?: boolean },
	extraArguments: readonly string[],
): Promise<number> {
	stopOnSignals();
	chooseN8n(chosenVersion(n8n));
	await ensureBuilt();
	await ensureRuntime();
	if (install) return 0;
	mkdirSync(inRoot('.e2e'), { recursive: true });
	await prepareN8n(inRoot('.e2e', 'prepared'), LOGIN);
	await lendN8n(startShared, LOGIN);
	rmSync(RESULTS, { force: true });
	const code = await runShown(process.execPath, [
		...runnerArguments(),
		...extraArguments,
		...testFiles(choice),
	]);
	await stopAllChildren();
	const counts = failedIf(code !== 0, readCounts());
	console.log(countsLine(counts));
	return counts.failed === 0 ? 0 : 1;
}

/** Starts an n8n that test files share. */
async function startShared(index: number): Promise<LentN8n> {
	const userFolder = inRoot('.e2e', `shared-${index}`);
	await claimFolder(userFolder);
	emptyFolder(userFolder);
	await setUp(userFolder);
	const logFile = join(userFolder, 'logs', 'n8n.log');
	const plan = {
		userFolder,
		port: await anyFreePort(),
		logFile,
		settings: { ...usualSettings(), ...WITHOUT_EDITOR },
	};
	return { plan, ...(await startN8n({ runtime: await ensureRuntime(), ...plan })) };
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

function testFiles(choice?: TestGroup): string[] {
	const folders = choice === undefined ? Object.values(FOLDERS) : [FOLDERS[choice]];
	return folders
		.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
		.filter((file) => file.endsWith('.test.mts'));
}

function readCounts(): TestCounts {
	try {
		return JSON.parse(readFileSync(RESULTS, 'utf8')) as TestCounts;
	} catch {
		return NOTHING_COUNTED;
	}
}
