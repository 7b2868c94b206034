import { build } from '../lib/package/build.mts';
import { stopOnSignals } from '../lib/processes/signals.mts';

export default async function buildCommand(): Promise<number> {
	stopOnSignals();
	await build();
	return 0;
}
