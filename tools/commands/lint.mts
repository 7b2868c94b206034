import { lintPackage, lintTools } from '../testing/lint.mts';
import { stopOnSignals } from '../processes/signals.mts';

export default async function lintCommand({ fix = false }: { fix?: boolean }): Promise<number> {
	stopOnSignals();
	const clean = [await lintPackage({ fix }), await lintTools({ fix })];
	return clean.every(Boolean) ? 0 : 1;
}
