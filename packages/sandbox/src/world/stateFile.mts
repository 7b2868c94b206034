import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import type { Change } from './changes.mts';
import type { WorldPlan } from './world.mts';

const FORMAT = 'partner-hotel-sandbox/2';

/** A state file that cannot be used, or that has another world than the one requested. */
export class StateFileError extends Error {}

export interface SavedState {
	plan: WorldPlan;
	changes: Change[];
}

/**
 * The state file: a first line with the plan of the world, then one JSON line per change, appended at once.
 * A last line cut off by a crash is dropped.
 */
export class StateFile {
	constructor(private readonly path: string) {}

	/** Reads what was saved; undefined when there is no file yet (or an empty one). */
	load(): SavedState | undefined {
		if (!existsSync(this.path)) return undefined;
		const text = readFileSync(this.path, 'utf8');
		const complete = text.slice(0, text.lastIndexOf('\n') + 1);
		if (complete.length < text.length) truncateSync(this.path, Buffer.byteLength(complete));
		const [first, ...lines] = complete.split('\n').filter((line) => line !== '');
		if (first === undefined) return undefined;
		const head = parseLine<{ format?: string; plan?: WorldPlan }>(first, this.path);
		if (head.format !== FORMAT || head.plan === undefined) {
			throw new StateFileError(`${this.path} is not a state file of this version of the sandbox`);
		}
		return { plan: head.plan, changes: lines.map((line) => parseLine<Change>(line, this.path)) };
	}

	begin(plan: WorldPlan): void {
		writeFileSync(this.path, `${JSON.stringify({ format: FORMAT, plan })}\n`);
	}

	append(change: Change): void {
		appendFileSync(this.path, `${JSON.stringify(change)}\n`);
	}
}

function parseLine<T>(line: string, path: string): T {
	try {
		return JSON.parse(line) as T;
	} catch {
		throw new StateFileError(`${path} holds a line that is not JSON`);
	}
}
