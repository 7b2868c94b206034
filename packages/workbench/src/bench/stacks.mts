import { claimFolder, emptyFolder } from '../util/folders.mts';
import { inRoot } from '../util/paths.mts';
import { anyFreePort } from '../util/ports.mts';
import type { SandboxPlan } from '../processes/sandboxProcess.mts';
import { Stack, type StackPlan } from '../n8n/stack.mts';

export const BENCH_FOLDER = inRoot('.bench');

/** What the sandbox of a benchmark is like; what is not said is as usual. */
export type World = Partial<Omit<SandboxPlan, 'logFile'>>;

/** A folder of a benchmark's own, empty and claimed. */
export async function freshFolder(benchmark: string): Promise<string> {
	const folder = inRoot('.bench', benchmark);
	await claimFolder(folder);
	emptyFolder(folder);
	return folder;
}

/** Lets a benchmark work with a fresh n8n, with the packed package, and a fresh sandbox. */
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
		// Had one of the programs ended, that would be the reason.
		stack.assertRunning();
		throw error;
	} finally {
		await stack.stop();
	}
}
