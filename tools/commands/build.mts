import { build } from '../package/build.mts';
import { stopOnSignals } from '../processes/signals.mts';

export default async function buildCommand(): Promise<number> {
	stopOnSignals();
	await build();
	return 0;
}
