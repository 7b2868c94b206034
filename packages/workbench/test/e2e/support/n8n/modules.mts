import { createRequire } from 'node:module';
import { inRoot } from '../../../../src/util/paths.mts';

type N8nModule = Record<string, unknown>;

/** What n8n's classes are made of, under the names that their constructors give to it. */
export type Parts = Readonly<Record<string, unknown>>;

/** Imports what the newest n8n imports. */
export const requireOfN8n = createRequire(inRoot('runtime', 'package.json'));

/** A file of the newest n8n. */
export function n8nModule(path: string): N8nModule {
	return requireOfN8n(inRoot('runtime', 'node_modules', 'n8n', 'dist', path)) as N8nModule;
}

/**
 * An object of one of n8n's classes, in the file of that path. Constructors take their parts by position; which ones,
 * their parameters say.
 */
export function make<T = object>(path: string, name: string, parts: Parts): T {
	return construct<T>(n8nModule(path)[name], name, parts);
}

/** The same of n8n-core. */
export function makeOfCore<T = object>(name: string, parts: Parts = {}): T {
	return construct<T>((requireOfN8n('n8n-core') as N8nModule)[name], name, parts);
}

function construct<T>(N8nClass: unknown, name: string, parts: Parts): T {
	const [, parameters = ''] = /\bconstructor\(([^)]*)\)/.exec(String(N8nClass)) ?? [];
	const names = parameters.split(', ').filter((parameter) => parameter !== '');
	const missing = names.filter((parameter) => !(parameter in parts));
	if (missing.length > 0)
		throw new Error(`Nothing stands in for what n8n's ${name} takes: ${missing.join(', ')}`);
	return new (N8nClass as new (...given: unknown[]) => T)(...names.map((parameter) => parts[parameter]));
}
