import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isInstalled } from '../package/installed.mjs';
import { inRoot } from '../util/paths.mts';
import { step } from '../util/progress.mts';
import { npmQuietly, runQuietly, withProgramsOf } from '../processes/tool.mts';
import { messageOf, UserError } from '../util/userError.mts';

/** The private n8n, and the Node that it needs: a newer one than this project asks of its developers. */
export interface Runtime {
	node: string;
	n8n: string;
}

/** The versions of n8n that are kept here, each in a private package of its own. */
const FOLDERS = { newest: inRoot('runtime'), older: inRoot('runtime-older') };

export type N8nChoice = keyof typeof FOLDERS;

export const N8N_CHOICES = Object.keys(FOLDERS) as N8nChoice[];

/** The test files are processes of their own; this tells them which n8n is meant. */
const CHOICE_VARIABLE = 'PARTNER_HOTEL_N8N';

const NODE_MAJOR = 24;
const NATIVE_PACKAGES = ['sqlite3', 'isolated-vm'];

export function chosenN8n(): N8nChoice {
	return N8N_CHOICES.find((choice) => choice === process.env[CHOICE_VARIABLE]) ?? 'newest';
}

/** For this process and those it starts. */
export function chooseN8n(choice: N8nChoice): void {
	process.env[CHOICE_VARIABLE] = choice;
}

/** Installs what is missing. */
export async function ensureRuntime(): Promise<Runtime> {
	const folder = FOLDERS[chosenN8n()];
	if (!isInstalled(folder)) {
		await step({ doing: 'Installing n8n (some minutes, about 2.5 GB)', done: 'Installed n8n' }, async () => {
			await npmQuietly(['ci'], { cwd: folder });
		});
	}
	const node = findNode(folder);
	if (!(await nativesLoad(node, folder))) {
		await step({ doing: "Preparing n8n's native parts", done: "Prepared n8n's native parts" }, async () => {
			await rebuildNatives(node, folder);
		});
	}
	return { node, n8n: join(folder, 'node_modules', 'n8n', 'bin', 'n8n') };
}

function findNode(folder: string): string {
	const packaged = join(packagedNode(folder), 'bin', 'node');
	if (existsSync(packaged)) return packaged;
	const [major] = process.versions.node.split('.');
	if (Number(major) >= NODE_MAJOR) return process.execPath;
	throw new UserError(
		`n8n needs Node ${NODE_MAJOR}; this is Node ${process.versions.node}, and npm offers no other for ` +
			`${process.platform} on ${process.arch}. Run the command with Node ${NODE_MAJOR} or newer.`,
	);
}

/** An optional npm package that carries the program and its headers. */
function packagedNode(folder: string): string {
	return join(folder, 'node_modules', `node-${process.platform}-${process.arch}`);
}

async function nativesLoad(node: string, folder: string): Promise<boolean> {
	const script = NATIVE_PACKAGES.map((name) => `require('${name}');`).join('');
	return await runQuietly(node, ['--eval', script], { cwd: folder }).then(
		() => true,
		() => false,
	);
}

async function rebuildNatives(node: string, folder: string): Promise<void> {
	const headers = packagedNode(folder);
	const env = {
		...withProgramsOf(dirname(node)),
		...(existsSync(join(headers, 'include')) && { npm_config_nodedir: headers }),
	};
	const rebuilt = npmQuietly(['rebuild', ...NATIVE_PACKAGES, '--ignore-scripts=false'], { cwd: folder, env });
	await rebuilt.catch((error) => {
		throw new UserError(`${messageOf(error)}\n\n${missingCompilers()}`);
	});
	if (await nativesLoad(node, folder)) return;
	throw new UserError(
		`${NATIVE_PACKAGES.join(' and ')} were prepared, but Node ${NODE_MAJOR} cannot load them.`,
	);
}

function missingCompilers(): string {
	const tools = ['python3', 'make', 'g++'].filter(
		(tool) => spawnSync(tool, ['--version']).error !== undefined,
	);
	return tools.length > 0
		? `Native parts of n8n must be compiled here, and ${tools.join(', ')} is missing. Install it and try again.`
		: `Native parts of n8n (${NATIVE_PACKAGES.join(', ')}) could not be prepared.`;
}
