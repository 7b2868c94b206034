/*
 * Preloaded into n8n, which saves the state of a poll and its execution a few milliseconds apart, too close for a kill
 * from outside. If the file named by CHAOS_KILL_FILE exists, n8n kills itself with SIGKILL right after the first save.
 */
import { existsSync, rmSync } from 'node:fs';
import Module from 'node:module';

const order = process.env.CHAOS_KILL_FILE;
const load = Module._load;

/** By the module that holds it: the class, its method, and whether the call is one of the two saves. */
const FIRST_SAVES = [
	{
		// Default polling: static data, saved without a transaction.
		module: 'workflow-static-data.service',
		className: 'WorkflowStaticDataService',
		method: 'saveStaticDataById',
		counts: () => true,
	},
	{
		// Durable polling: the cursor, saved in the transaction of the execution; alone, without a transaction.
		module: 'poller-state.repository',
		className: 'PollerStateRepository',
		method: 'advanceCursor',
		counts: ([, , , transaction]) => Object.keys(transaction ?? {}).length > 0,
	},
];

Module._load = function (request, ...rest) {
	const exported = load.call(this, request, ...rest);
	const save = FIRST_SAVES.find(
		({ module, patched }) => !patched && request.replace(/\.js$/, '').endsWith(module),
	);
	const prototype = save && exported?.[save.className]?.prototype;
	if (prototype) {
		save.patched = true;
		killAfter(prototype, save);
	}
	return exported;
};

function killAfter(prototype, { method, counts }) {
	const original = prototype[method];
	prototype[method] = async function (...args) {
		const result = await original.apply(this, args);
		if (counts(args) && existsSync(order)) {
			rmSync(order);
			process.kill(process.pid, 'SIGKILL');
		}
		return result;
	};
}
