import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { inRoot, ROOT } from '../util/paths.mts';
import { UserError } from '../util/userError.mts';
import { startChild } from './children.mts';
import { quietly, untilHeard } from './quiet.mts';

export interface ToolOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
}

interface ShownOptions extends ToolOptions {
	/** Where its standard output goes (default: to ours). */
	output?: NodeJS.WriteStream;
}

/** Runs a tool with its output shown, and returns its exit code. */
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

/** Runs a tool to its end and returns its output. */
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

/**
 * Runs a tool whose output matters only if it fails.
 * @returns what it wrote to standard output
 * @throws UserError with the last lines of its output
 */
export async function runQuietly(
	command: string,
	args: readonly string[],
	options: ToolOptions = {},
): Promise<string> {
	return await quietly(command, args, settled(options));
}

const QUIET = ['--no-audit', '--no-fund', '--no-update-notifier'];

export async function npmQuietly(args: readonly string[], options: ToolOptions = {}): Promise<string> {
	return await runQuietly(...npmCommand([...args, ...QUIET, '--loglevel=error']), options);
}

/** npm hangs on some lost connections. A second run reuses what is downloaded. */
const NPM_SILENCE_MS = 3 * 60_000;
const NPM_ATTEMPTS = 3;

/** Installs packages from a registry. npm logs each download, so that a hanging one is noticed and restarted. */
export async function npmInstall(args: readonly string[], options: ToolOptions = {}): Promise<void> {
	await untilHeard(...npmCommand([...args, ...QUIET, '--loglevel=http']), {
		...settled(options),
		silenceMs: NPM_SILENCE_MS,
		attempts: NPM_ATTEMPTS,
	});
}

/** npm is a script for the shell on Windows, and a program elsewhere. */
function npmCommand(args: readonly string[]): [command: string, args: string[]] {
	return process.platform === 'win32' ? ['cmd.exe', ['/d', '/s', '/c', 'npm', ...args]] : ['npm', [...args]];
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
