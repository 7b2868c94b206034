import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';

/** Programs started by this one. None of them may outlive it. */
const running = new Set<ChildProcess>();

const GRACE_MS = 10_000;
/** A process group can be ended with everything that it has started. */
const ownGroup = process.platform !== 'win32';

export function startChild(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
	const child = spawn(command, args, { ...options, detached: ownGroup });
	running.add(child);
	child.once('error', () => running.delete(child));
	child.once('exit', () => {
		killGroup(child);
		running.delete(child);
	});
	return child;
}

/** Ends a program, first with SIGTERM. Resolves when it has ended. */
export async function stopChild(child: ChildProcess): Promise<void> {
	if (!running.has(child)) return;
	const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	child.kill('SIGTERM');
	const impatience = setTimeout(() => killGroup(child), GRACE_MS);
	await ended.finally(() => clearTimeout(impatience));
}

export async function stopAllChildren(): Promise<void> {
	await Promise.all([...running].map(stopChild));
}

function killGroup({ pid }: ChildProcess): void {
	if (pid === undefined) return;
	try {
		process.kill(ownGroup ? -pid : pid, 'SIGKILL');
	} catch {
		// It has ended already.
	}
}

process.on('exit', () => running.forEach(killGroup));
