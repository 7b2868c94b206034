import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Observer } from '../world/observer.mts';
import type { Simulation } from '../world/simulation.mts';

const KIB = 1_024;
/** docs/architecture.md, What is kept in memory. Includes the source text and compiled code of the package. */
const MAX_BYTES = 10_240 * KIB;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Limits the memory that the package uses in a process of n8n, code included: what is freed when the process ends. */
export class Memory implements Observer {
	constructor(private readonly simulation: Simulation) {}

	atEnd(): void {
		const { n8n } = this.simulation;
		const count = n8n.processes.length;
		if (count === 0) return;
		const before = usedBytes();
		n8n.processes = [];
		const each = (before - usedBytes()) / count;
		if (each > MAX_BYTES)
			this.simulation.found('bounds: memory', `A process keeps ${Math.round(each / KIB)} KiB in memory`);
	}
}

function usedBytes(): number {
	collectGarbage();
	return process.memoryUsage().heapUsed;
}
