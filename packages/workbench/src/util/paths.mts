import { resolve } from 'node:path';

/** The root of the repository. */
export const ROOT = resolve(import.meta.dirname, '..', '..', '..', '..');
export const DIST = resolve(ROOT, 'dist');
/** All of this project's servers listen on the local machine only. */
export const HOST = '127.0.0.1';

export function inRoot(...parts: string[]): string {
	return resolve(ROOT, ...parts);
}
