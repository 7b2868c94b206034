#!/usr/bin/env node
/*
 * The entrance to every command of package.json. It is plain JavaScript, because it must explain a Node that
 * is too old and install the tools that everything else runs with.
 */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const EXIT_FAILED = 1;
const EXIT_MISTAKE = 2;

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
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

async function run(args) {
	const { parseCommandLine } = await import('./util/commandLine.mjs');
	const parsed = parseCommandLine(args);
	if (parsed.kind === 'help') {
		console.log(parsed.text);
		return 0;
	}
	if (parsed.kind === 'mistake') {
		console.error(parsed.message);
		return EXIT_MISTAKE;
	}
	// npm may be killed without a chance to pass the signal on.
	if (process.env.npm_lifecycle_event !== undefined) await import('./processes/exitWithNpm.mjs');
	const { installDevelopmentPackages } = await import('./package/developmentPackages.mjs');
	const failed = await installDevelopmentPackages(root);
	if (failed !== 0) return failed;
	const { register } = await import('tsx/esm/api');
	register();
	return await runModule(parsed);
}

/** A command is a module whose default export takes the values and returns the exit code. */
async function runModule({ module, values, rest }) {
	if (values === undefined) {
		process.argv.splice(2, Infinity, ...rest);
		await import(new URL(module, import.meta.url).href);
		return process.exitCode;
	}
	const { default: command } = await import(new URL(module, import.meta.url).href);
	try {
		return await command(values, rest);
	} catch (error) {
		console.error(error?.name === 'UserError' ? `\n${error.message}` : error);
		return error?.exitCode ?? EXIT_FAILED;
	}
}
