import { failedOf, lintChecks } from '../testing/staticChecks.mts';
import { stopOnSignals } from '../processes/signals.mts';

export default async function lintCommand({ fix = false }: { fix?: boolean }): Promise<number> {
	stopOnSignals();
	return (await failedOf(lintChecks({ fix }))).length === 0 ? 0 : 1;
}
