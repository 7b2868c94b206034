import { lintPackage, lintTools } from '../lib/lint.mts';
import { stopOnSignals } from '../lib/processes/signals.mts';

export default async function lintCommand(): Promise<number> {
	stopOnSignals();
	const clean = [await lintPackage(), await lintTools()];
	return clean.every(Boolean) ? 0 : 1;
}
