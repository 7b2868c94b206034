import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

/** The last minor version before the one in runtime/. */
const OLDER_N8N = '2.40.7';

/** The newest n8n has a lock file; the older one gets what npm resolves for it, with the same overrides. */
const FOLDERS = { newest: inRoot('runtime'), older: inRoot('.runtime-older') };

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
	const choice = chosenN8n();
	const folder = FOLDERS[choice];
	const isThere = choice === 'newest' ? isInstalled(folder) : olderIsInstalled();
	if (!isThere) {
		await step({ doing: 'Installing n8n (some minutes, about 2.5 GB)', done: 'Installed n8n' }, async () => {
			if (choice === 'older') await installOlder();
			else await npmQuietly(['ci'], { cwd: folder });
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

async function installOlder(): Promise<void> {
	mkdirSync(FOLDERS.older, { recursive: true });
	copyFileSync(join(FOLDERS.newest, '.npmrc'), join(FOLDERS.older, '.npmrc'));
	writeFileSync(join(FOLDERS.older, 'package.json'), olderManifest());
	await npmQuietly(['install', '--no-package-lock'], { cwd: FOLDERS.older });
}

/** npm writes its record of what it installed when it has installed everything. */
function olderIsInstalled(): boolean {
	const hasEnded = existsSync(join(FOLDERS.older, 'node_modules', '.package-lock.json'));
	return hasEnded && readFileSync(join(FOLDERS.older, 'package.json'), 'utf8') === olderManifest();
}

function olderManifest(): string {
	const newest = JSON.parse(readFileSync(join(FOLDERS.newest, 'package.json'), 'utf8')) as object;
	return JSON.stringify({ ...newest, dependencies: { n8n: OLDER_N8N } });
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
