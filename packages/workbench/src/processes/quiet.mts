import type { SpawnOptions } from 'node:child_process';
import { UserError } from '../util/userError.mts';
import { startChild, stopChild } from './children.mts';

interface QuietOptions extends SpawnOptions {
	/** A tool that writes nothing for this long (ms) is stopped (default: never). */
	silenceMs?: number;
}

const SHOWN_LINES = 30;

/** A tool was stopped because it wrote no more output. */
export class SilentTool extends UserError {}

/** Shows the output of a tool only if it fails. Returns its standard output. */
export async function quietly(
	command: string,
	args: readonly string[],
	{ silenceMs, ...options }: QuietOptions = {},
): Promise<string> {
	const child = startChild(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
	let stopped = false;
	const stop = () => {
		stopped = true;
		void stopChild(child);
	};
	const silence = silenceMs === undefined ? undefined : setTimeout(stop, silenceMs);
	let output = '';
	let everything = '';
	const hear = (text: string) => {
		everything += text;
		silence?.refresh();
	};
	child.stdout?.setEncoding('utf8').on('data', (text: string) => {
		output += text;
		hear(text);
	});
	child.stderr?.setEncoding('utf8').on('data', hear);
	const code = await new Promise<number>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (status) => resolve(status ?? 1));
	}).finally(() => clearTimeout(silence));
	if (code === 0) return output;
	const call = `${command} ${args.join(' ')}`;
	const lines = lastLines(everything, SHOWN_LINES);
	if (stopped) throw new SilentTool(`${call} was stopped: it said nothing for ${silenceMs} ms.\n${lines}`);
	throw new UserError(`${call} ended with ${code}:\n${lines}`);
}

/** Runs a tool again if it stops writing. Its other failures are final. */
export async function untilHeard(
	command: string,
	args: readonly string[],
	{ attempts, ...options }: QuietOptions & { silenceMs: number; attempts: number },
): Promise<string> {
	try {
		return await quietly(command, args, options);
	} catch (error) {
		if (!(error instanceof SilentTool) || attempts <= 1) throw error;
		console.log(`  ${command} fell silent and was stopped; once more`);
		return await untilHeard(command, args, { ...options, attempts: attempts - 1 });
	}
}

export function lastLines(text: string, count: number): string {
	return text.trimEnd().split('\n').slice(-count).join('\n');
}
