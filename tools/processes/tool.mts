import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { inRoot, ROOT } from '../util/paths.mts';
import { UserError } from '../util/userError.mts';
import { startChild } from './children.mts';

export interface ToolOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
}

interface ShownOptions extends ToolOptions {
	/** Where its standard output goes (default: to ours). */
	output?: NodeJS.WriteStream;
}

/** Shows what the tool says, and returns its exit code. */
export async function runShown(
	command: string,
	args: readonly string[],
	{ output = process.stdout, ...options }: ShownOptions = {},
): Promise<number> {
	const child = startChild(command, args, { ...settled(options), stdio: ['ignore', output, 'inherit'] });
	return await new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (code) => resolve(code ?? 1));
	});
}

/** Runs a tool to its end; what it says is for the caller to show. */
export async function runToEnd(
	command: string,
	args: readonly string[],
	options: ToolOptions = {},
): Promise<{ code: number; said: string }> {
	const child = startChild(command, args, { ...settled(options), stdio: ['ignore', 'pipe', 'pipe'] });
	let said = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
	}
	return await new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (code) => resolve({ code: code ?? 1, said }));
	});
}

const SHOWN_LINES = 30;

/**
 * Runs a tool whose words matter only when it fails.
 * @returns what it wrote to standard output
 * @throws UserError with the last lines of all it said
 */
export async function runQuietly(
	command: string,
	args: readonly string[],
	options: ToolOptions = {},
): Promise<string> {
	const child = startChild(command, args, { ...settled(options), stdio: ['ignore', 'pipe', 'pipe'] });
	let answer = '';
	let everything = '';
	child.stdout?.setEncoding('utf8').on('data', (text: string) => {
		answer += text;
		everything += text;
	});
	child.stderr?.setEncoding('utf8').on('data', (text: string) => (everything += text));
	const code = await new Promise<number>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (status) => resolve(status ?? 1));
	});
	if (code === 0) return answer;
	throw new UserError(
		`${command} ${args.join(' ')} ended with ${code}:\n${lastLines(everything, SHOWN_LINES)}`,
	);
}

export function lastLines(text: string, count: number): string {
	return text.trimEnd().split('\n').slice(-count).join('\n');
}

/** npm is a script for the shell on Windows, and a program elsewhere. */
export async function npmQuietly(args: readonly string[], options: ToolOptions = {}): Promise<string> {
	const quiet = [...args, '--no-audit', '--no-fund', '--loglevel=error'];
	return process.platform === 'win32'
		? await runQuietly('cmd.exe', ['/d', '/s', '/c', 'npm', ...quiet], options)
		: await runQuietly('npm', quiet, options);
}

/** The script behind a command of a development package, to be run with Node: that works on every system. */
export function scriptOf(packageName: string, command: string): string {
	const manifestPath = inRoot('node_modules', packageName, 'package.json');
	const { bin } = createRequire(import.meta.url)(manifestPath) as { bin: string | Record<string, string> };
	const script = typeof bin === 'string' ? bin : bin[command];
	if (script === undefined) throw new UserError(`${packageName} has no command ${command}.`);
	return join(dirname(manifestPath), script);
}

function settled({ cwd = ROOT, env = process.env }: ToolOptions): Required<ToolOptions> {
	return { cwd, env };
}

/** The environment with a folder of programs before all others. */
export function withProgramsOf(folder: string, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
	return { ...env, PATH: [folder, env.PATH].filter(Boolean).join(delimiter) };
}
