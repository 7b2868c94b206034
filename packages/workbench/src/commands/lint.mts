import { lintChecks, runChecks } from '../testing/staticChecks.mts';
import { stopOnSignals } from '../processes/signals.mts';

export default async function lintCommand({ fix = false }: { fix?: boolean }): Promise<number> {
	stopOnSignals();
	const results = await runChecks(lintChecks({ fix }));
	return results.every(({ passed }) => passed) ? 0 : 1;
}
