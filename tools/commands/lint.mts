import { lintPackage, lintTools } from '../testing/lint.mts';
import { stopOnSignals } from '../processes/signals.mts';

export default async function lintCommand(): Promise<number> {
	stopOnSignals();
	const clean = [await lintPackage(), await lintTools()];
	return clean.every(Boolean) ? 0 : 1;
}
