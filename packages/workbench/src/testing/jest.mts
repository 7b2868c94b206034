import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { inRoot } from '../util/paths.mts';
import { runShown, scriptOf } from '../processes/tool.mts';
import { failedIf, NOTHING_COUNTED, type TestCounts } from './testCounts.mts';

const RESULTS = inRoot('node_modules', '.cache', 'partner-hotel', 'jest.json');

interface JestResults {
	numPassedTests: number;
	numFailedTests: number;
	/** Files that failed before any of their tests could. */
	numRuntimeErrorTestSuites: number;
}

/** Runs the unit tests and counts them. */
export async function runJest(extraArguments: readonly string[]): Promise<TestCounts> {
	mkdirSync(dirname(RESULTS), { recursive: true });
	rmSync(RESULTS, { force: true });
	const json = ['--json', `--outputFile=${RESULTS}`];
	const code = await runShown(process.execPath, [scriptOf('jest', 'jest'), ...json, ...extraArguments]);
	// Jest also fails for other reasons than tests, such as a coverage threshold.
	return failedIf(code !== 0, readCounts());
}

function readCounts(): TestCounts {
	try {
		const results = JSON.parse(readFileSync(RESULTS, 'utf8')) as JestResults;
		const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = results;
		return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
	} catch {
		return NOTHING_COUNTED;
	}
}
