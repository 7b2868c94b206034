import { lintPackage, lintTools } from '../testing/lint.mts';
import { runJest } from '../testing/jest.mts';
import { ensureBuilt } from '../package/build.mts';
import { stopOnSignals } from '../processes/signals.mts';
import { runShown, scriptOf } from '../processes/tool.mts';
import { countsLine } from '../testing/testCounts.mts';
import { messageOf } from '../util/userError.mts';
import simulate from './simulate.mts';

/** Later steps run even after one has failed: everything to correct is seen at once. */
export default async function test(_values: unknown, jestArguments: readonly string[]): Promise<number> {
	stopOnSignals();
	const failed: string[] = [];
	const check = async (name: string, passes: () => Promise<boolean>) => {
		console.log(`\n── ${name}`);
		if (!(await passes())) failed.push(name);
	};

	await check("Lint: n8n's rules", () => lintPackage());
	await check('Lint: the development tools', () => lintTools());
	await check('Format', isFormatted);
	await check('Types: the package', () => typesAreRight('tsconfig.json'));
	await check('Types: the unit tests', () => typesAreRight('tsconfig.test.json'));
	await check('Types: the development tools', () => typesAreRight('tsconfig.tools.json'));
	await check('Build', builds);
	await check('Simulation', simulates);
	console.log('\n── Unit tests');
	const unitTests = await runJest(jestArguments);
	const checksFailed = failed.length;
	if (unitTests.failed > 0) failed.push('Unit tests');

	console.log(failed.length > 0 ? `\nFailed: ${failed.join('; ')}` : '\nEverything passed.');
	console.log(countsLine({ ...unitTests, failed: unitTests.failed + checksFailed }));
	return failed.length > 0 ? 1 : 0;
}

async function typesAreRight(project: string): Promise<boolean> {
	const check = [scriptOf('typescript', 'tsc'), '--project', project, '--noEmit'];
	return (await runShown(process.execPath, check)) === 0;
}

async function isFormatted(): Promise<boolean> {
	const check = [scriptOf('prettier', 'prettier'), '--check', '**/*.{ts,mts,js,mjs}'];
	return (await runShown(process.execPath, check)) === 0;
}

/** The same worlds each time: new seeds are for the nightly run. */
async function simulates(): Promise<boolean> {
	return (await simulate({ seed: '1', worlds: '4', hours: '6', 'no-shrink': true })) === 0;
}

async function builds(): Promise<boolean> {
	return await ensureBuilt().then(
		() => true,
		(error) => {
			console.error(messageOf(error));
			return false;
		},
	);
}
