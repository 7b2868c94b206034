import { stopOnSignals } from '../processes/signals.mts';
import { format } from '../testing/format.mts';

export default async function formatCommand({ check = false }: { check?: boolean }): Promise<number> {
	stopOnSignals();
	return (await format({ check })) ? 0 : 1;
}
