import { claimFolder, emptyFolder } from '../util/folders.mts';
import { inRoot } from '../util/paths.mts';
import { anyFreePort } from '../util/ports.mts';
import type { SandboxPlan } from '../processes/sandboxProcess.mts';
import { Stack, type StackPlan } from '../n8n/stack.mts';

export const BENCH_FOLDER = inRoot('.bench');

/** The options of a benchmark's sandbox that differ from the defaults. */
export type World = Partial<Omit<SandboxPlan, 'logFile'>>;

/** Claims a benchmark's own folder, and empties it. */
export async function freshFolder(benchmark: string): Promise<string> {
	const folder = inRoot('.bench', benchmark);
	await claimFolder(folder);
	emptyFolder(folder);
	return folder;
}

/** Runs a benchmark with a new n8n, with the packed package, and a new sandbox. */
export async function withStack<T>(
	folder: string,
	world: World,
	work: (stack: Stack) => Promise<T>,
	n8n?: StackPlan['n8n'],
): Promise<T> {
	const sandbox = { port: 0, liveSeconds: 0, ...world };
	const stack = await Stack.start({ folder, n8nPort: await anyFreePort(), sandbox, ...(n8n && { n8n }) });
	try {
		return await work(stack);
	} catch (error) {
		// If one of the programs has ended, that is the reason.
		stack.assertRunning();
		throw error;
	} finally {
		await stack.stop();
	}
}
