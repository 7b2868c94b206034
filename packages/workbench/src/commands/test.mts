import { runJest } from '../testing/jest.mts';
import { failedOf, STATIC_CHECKS } from '../testing/staticChecks.mts';
import { ensureBuilt } from '../package/build.mts';
import { stopOnSignals } from '../processes/signals.mts';
import { countsLine } from '../testing/testCounts.mts';
import { messageOf } from '../util/userError.mts';

/** Later steps run even after one has failed: everything to correct is seen at once. */
export default async function test(_values: unknown, jestArguments: readonly string[]): Promise<number> {
	stopOnSignals();
	const seconds: Record<string, number> = {};
	const timed = async <T,>(name: string, work: () => Promise<T>): Promise<T> => {
		const began = performance.now();
		return await work().finally(() => (seconds[name] = Math.round((performance.now() - began) / 1000)));
	};

	const failed = await timed('Lint, format and types', async () => await failedOf(STATIC_CHECKS));
	console.log('\n── Build');
	if (!(await timed('Build', builds))) failed.push('Build');
	console.log('\n── Unit tests');
	const unitTests = await timed('Unit tests', async () => await runJest(jestArguments));
	const checksFailed = failed.length;
	if (unitTests.failed > 0) failed.push('Unit tests');

	const parts = Object.entries(seconds).map(([name, took]) => `${name} ${took} s`);
	console.log(`\n${parts.join(', ')}`);
	console.log(failed.length > 0 ? `Failed: ${failed.join('; ')}` : 'Everything passed.');
	console.log(countsLine({ ...unitTests, failed: unitTests.failed + checksFailed }));
	return failed.length > 0 ? 1 : 0;
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
