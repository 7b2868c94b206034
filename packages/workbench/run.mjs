#!/usr/bin/env node
/*
 * The entrance to every command of package.json. It is plain JavaScript, because it must explain a Node that
 * is too old and install the tools that everything else runs with.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const EXIT_FAILED = 1;
const EXIT_MISTAKE = 2;

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '..', '..');
process.chdir(root);
process.exitCode = nodeIsTooOld() ? EXIT_FAILED : await run(process.argv.slice(2));

function nodeIsTooOld() {
	const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
	const [major, minor] = engines.node.match(/\d+/g).map(Number);
	const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
	const tooOld = ownMajor < major || (ownMajor === major && ownMinor < minor);
	if (tooOld) console.error(`Node ${major}.${minor} or newer is needed; this is ${process.versions.node}.`);
	return tooOld;
}

async function run([name, ...args]) {
	if (name === 'sandbox') return await runSandbox(args);
	const commands = commandNames();
	if (!commands.includes(name)) {
		console.error(`Commands: ${[...commands, 'sandbox'].join(', ')}`);
		return EXIT_MISTAKE;
	}
	const { parseCommandLine } = await import('./src/util/commandLine.mjs');
	const parsed = parseCommandLine(await import(`./src/commands/${name}.options.mjs`), args);
	if (parsed.kind === 'help') {
		console.log(parsed.text);
		return 0;
	}
	if (parsed.kind === 'mistake') {
		console.error(parsed.message);
		return EXIT_MISTAKE;
	}
	return (await prepare()) || (await runCommand(name, parsed));
}

function commandNames() {
	const files = readdirSync(join(here, 'src', 'commands'));
	return files.flatMap((file) => /^(.+)\.options\.mjs$/.exec(file)?.[1] ?? []);
}

/** It reads its own options. */
async function runSandbox(args) {
	const failed = await prepare();
	if (failed !== 0) return failed;
	process.argv.splice(2, Infinity, ...args);
	await import('../sandbox/src/main.mts');
	return process.exitCode;
}

/** Installs what is missing, and lets TypeScript be imported. @returns 0, or the exit code when it failed */
async function prepare() {
	// npm may be killed without a chance to pass the signal on.
	if (process.env.npm_lifecycle_event !== undefined) await import('./src/processes/exitWithNpm.mjs');
	const { installDevelopmentPackages } = await import('./src/package/developmentPackages.mjs');
	const failed = await installDevelopmentPackages(root);
	if (failed !== 0) return failed;
	const { register } = await import('tsx/esm/api');
	register();
	return 0;
}

/** A command is a module whose default export takes the values and returns the exit code. */
async function runCommand(name, { values, rest }) {
	const { default: command } = await import(`./src/commands/${name}.mts`);
	try {
		return await command(values, rest);
	} catch (error) {
		console.error(error?.name === 'UserError' ? `\n${error.message}` : error);
		return error?.exitCode ?? EXIT_FAILED;
	}
}
