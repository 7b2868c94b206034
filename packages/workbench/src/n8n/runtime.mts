import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isInstalled } from '../package/installed.mjs';
import { inRoot } from '../util/paths.mts';
import { step } from '../util/progress.mts';
import { npmInstall, npmQuietly, runQuietly, withProgramsOf } from '../processes/tool.mts';
import { messageOf, UserError } from '../util/userError.mts';
import { chosenN8n, newestVersion, runtimeFolder } from './version.mts';

/** The private n8n, and the Node that it needs, which is newer than the one this project requires. */
export interface Runtime {
	/** Of n8n. */
	version: string;
	node: string;
	n8n: string;
}

/**
 * Overrides of dependencies that npm cannot install, by the major version of n8n. The newest version has a lock file;
 * for the others, npm resolves the versions.
 */
const OVERRIDES: Record<string, Record<string, string>> = {
	1: {
		linkedom: '0.18.14',
		xlsx: '0.18.5',
		'@langchain/langgraph': '1.0.2',
		'@langchain/langgraph-sdk': '1.0.0',
		'@langchain/langgraph-checkpoint': '1.0.0',
	},
};

const NODE_MAJOR = 24;
const NATIVE_PACKAGES = ['sqlite3', 'isolated-vm'];

/** Installs what is missing. */
export async function ensureRuntime(): Promise<Runtime> {
	const version = chosenN8n();
	const folder = runtimeFolder(version);
	const isLocked = version === newestVersion();
	const isThere = isLocked ? isInstalled(folder) : isInstalledByNumber(folder, version);
	if (!isThere) {
		const name = `n8n ${version}`;
		const doing = `Installing ${name} (some minutes, about 2.5 GB)`;
		await step({ doing, done: `Installed ${name}` }, async () => {
			if (isLocked) await npmInstall(['ci'], { cwd: folder });
			else await installByNumber(folder, version);
		});
	}
	const node = findNode(folder);
	if (!(await nativesLoad(node, folder))) {
		await step({ doing: "Preparing n8n's native parts", done: "Prepared n8n's native parts" }, async () => {
			await rebuildNatives(node, folder);
		});
	}
	return { version, node, n8n: join(folder, 'node_modules', 'n8n', 'bin', 'n8n') };
}

async function installByNumber(folder: string, version: string): Promise<void> {
	mkdirSync(folder, { recursive: true });
	copyFileSync(inRoot('runtime', '.npmrc'), join(folder, '.npmrc'));
	writeFileSync(join(folder, 'package.json'), manifestOf(version));
	await npmInstall(['install', '--no-package-lock'], { cwd: folder });
}

/** npm writes this record after it has installed everything. */
function isInstalledByNumber(folder: string, version: string): boolean {
	const hasEnded = existsSync(join(folder, 'node_modules', '.package-lock.json'));
	return hasEnded && readFileSync(join(folder, 'package.json'), 'utf8') === manifestOf(version);
}

function manifestOf(version: string): string {
	const newest = JSON.parse(readFileSync(inRoot('runtime', 'package.json'), 'utf8')) as Manifest;
	const [major = ''] = version.split('.');
	const overrides = OVERRIDES[major] ?? newest.overrides;
	return JSON.stringify({ ...newest, dependencies: { n8n: version }, overrides });
}

interface Manifest {
	overrides: Record<string, string>;
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

/** An optional npm package with the program and its headers. */
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
		// Optimizing them takes a minute, and saves seconds.
		CFLAGS: '-O1',
		CXXFLAGS: '-O0',
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
