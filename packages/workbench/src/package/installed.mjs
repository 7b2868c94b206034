import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether a folder's node_modules match its package-lock.json, judged by npm's own record: a stamp of ours would not
 * notice a later `npm install`.
 * @param {string} folder
 * @returns {boolean}
 */
export function isInstalled(folder) {
	const wanted = packagesOf(join(folder, 'package-lock.json'));
	const installed = packagesOf(join(folder, 'node_modules', '.package-lock.json'));
	if (wanted === undefined || installed === undefined) return false;
	const nothingMissing = Object.entries(wanted).every(
		([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
	);
	return (
		nothingMissing &&
		Object.entries(installed).every(([path, { version }]) => wanted[path]?.version === version)
	);
}

function packagesOf(lockFile) {
	try {
		return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
	} catch {
		return undefined;
	}
}
