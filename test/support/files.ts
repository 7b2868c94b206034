/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-dangerous-functions --
   the one file of the tests that reads the repository: conventions are checked on what is really there */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const REPOSITORY = path.resolve(__dirname, '..', '..');

export function readText(file: string): string {
	return readFileSync(path.join(REPOSITORY, file), 'utf8');
}

export function fileExists(file: string): boolean {
	return existsSync(path.join(REPOSITORY, file));
}

/** Whether generated files are to be written instead of compared: `npm run docs`. */
export const writesDocuments = process.env.WRITE_DOCUMENTS === 'yes';

export function writeText(file: string, text: string): void {
	writeFileSync(path.join(REPOSITORY, file), text);
}

/** Made by builds and installations, which run beside the tests: it can be gone before it is read. */
const NO_SOURCE = /(^|\/)(dist|node_modules)\//;

/** Paths of sources below a folder of the repository, with `/`, relative to the repository. */
export function filesBelow(folder: string, ending: string): string[] {
	const found = readdirSync(path.join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' });
	return found
		.map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
		.filter((file) => file.endsWith(ending) && !NO_SOURCE.test(file))
		.sort();
}

/** Files of one folder, not of those below it. */
export function filesIn(folder: string, ending: string): string[] {
	return readdirSync(path.join(REPOSITORY, folder))
		.filter((file) => file.endsWith(ending))
		.map((file) => path.posix.join(folder, file))
		.sort();
}

/** What a module of the repository exports. */
export function load(file: string): Record<string, unknown> {
	return jest.requireActual(path.join(REPOSITORY, file));
}

/** Runs a script of the repository with text on its standard input; gives its output. */
export function runScript(script: string, input: string): string {
	return execFileSync(process.execPath, [path.join(REPOSITORY, script)], {
		cwd: REPOSITORY,
		input,
		// Under NODE_ENV=test, n8n's rules believe they are being tested themselves.
		env: { ...process.env, NODE_ENV: 'production' },
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
	});
}
