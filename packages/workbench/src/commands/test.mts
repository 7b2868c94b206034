import { runJest } from '../testing/jest.mts';
import { timed, timeTable } from '../testing/partResults.mts';
import { runChecks, STATIC_CHECKS } from '../testing/staticChecks.mts';
import { ensureBuilt } from '../package/build.mts';
import { stopOnSignals } from '../processes/signals.mts';
import { countsLine, NOTHING_COUNTED } from '../testing/testCounts.mts';
import { messageOf } from '../util/userError.mts';

/** Later parts run even after one has failed, so that all failures show at once. */
export default async function test(_values: unknown, jestArguments: readonly string[]): Promise<number> {
	stopOnSignals();
	const checks = await runChecks(STATIC_CHECKS);
	console.log('\n── Build');
	const build = await timed('Build', builds);
	console.log('\n── Unit tests');
	let counts = NOTHING_COUNTED;
	const unitTests = await timed('Unit tests', async () => {
		counts = await runJest(jestArguments);
		return counts.failed === 0;
	});

	const results = [...checks, build, unitTests];
	const failed = results.filter(({ passed }) => !passed);
	console.log(`\n${timeTable(results)}`);
	console.log(
		failed.length > 0 ? `Failed: ${failed.map(({ name }) => name).join('; ')}` : 'Everything passed.',
	);
	const others = failed.filter((part) => part !== unitTests).length;
	console.log(countsLine({ ...counts, failed: counts.failed + others }));
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
