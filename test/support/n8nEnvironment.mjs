import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const SANDBOX_HOST = join(
	dirname(fileURLToPath(import.meta.url)),
	'../../packages/sandbox/test/support/sandboxHost.mts',
);

/** What the test files of a worker share. */
let host;
globalThis.requireOnce = createRequire(import.meta.url);
globalThis.sandboxHost = async () => await (host ??= startHost());

/** Stands for the context of this process, for which jest has no name. */
const OWN_CONTEXT = vm.createContext();
const { compileFunction } = vm;
vm.compileFunction = (source, parameters, { parsingContext, ...options } = {}) =>
	compileFunction(source, parameters, {
		...options,
		...(parsingContext !== OWN_CONTEXT && { parsingContext }),
	});

/** In which jest's runner, loaded for each file, keeps the name of the running test; each in use slows all promises. */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
	storages.add(this);
	return run.apply(this, args);
};
/** Where it keeps what it calls at each event of a test: it would go on calling that of the files before. */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

/**
 * All test files of a worker run in one context, that of the process. In one of its own, each would load n8n anew, and
 * each use of a global, such as `Math`, takes a hundred times as long. Modules are loaded for each file, as ever.
 */
export default class N8nEnvironment {
	global = globalThis;
	moduleMocker = new ModuleMocker(globalThis);
	fakeTimers = null;

	constructor({ projectConfig }) {
		this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
	}

	async setup() {}

	async teardown() {
		this.fakeTimersModern.dispose();
		this.moduleMocker.restoreAllMocks();
		delete globalThis[EVENT_HANDLERS];
		for (const storage of storages) storage.disable();
		storages.clear();
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	getVmContext() {
		return OWN_CONTEXT;
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
