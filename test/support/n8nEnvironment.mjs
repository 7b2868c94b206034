import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import { bundleFile, LOADER, requireForBundle } from './n8nBundle.mjs';

const SANDBOX_HOST = join(
	dirname(fileURLToPath(import.meta.url)),
	'../../packages/sandbox/test/support/sandboxHost.mts',
);

/** What the test files of a worker share. */
let script;
let host;

/** jest's environment for Node, with n8n's packages run from one script and a host of sandboxes. */
export default class N8nEnvironment extends TestEnvironment {
	async setup() {
		await super.setup();
		let packages;
		this.global[LOADER] = (name) => {
			packages ??= this.runBundle();
			return packages[name]();
		};
		this.global.sandboxHost = async () => await (host ??= startHost());
	}

	runBundle() {
		script ??= new Script(
			`(function (exports, require, module, __filename, __dirname) {${readFileSync(bundleFile, 'utf8')}\n})`,
			{ filename: bundleFile },
		);
		const module = { exports: {} };
		const run = script.runInContext(this.getVmContext());
		run(module.exports, requireForBundle, module, bundleFile, dirname(bundleFile));
		return module.exports;
	}
}

/** It ends when its standard input does: with the worker, however that ends. Resolves to its address. */
async function startHost() {
	const child = spawn(process.execPath, ['--import', 'tsx', SANDBOX_HOST], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
	if (child.exitCode !== null) throw new Error('The host of sandboxes ended before it listened');
	child.unref();
	child.stdout.destroy();
	child.stdin.unref();
	return String(said).trim();
}
