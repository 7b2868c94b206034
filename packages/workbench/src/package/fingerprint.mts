import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '../util/paths.mts';

/** A fingerprint of the names and contents of files and folders, including those that are missing. */
export function fingerprintOf(paths: readonly string[]): string {
	const hash = createHash('sha256');
	for (const file of paths.flatMap(filesBelow)) {
		const content = createHash('sha256').update(existsSync(file) ? readFileSync(file) : 'missing');
		hash.update(`${relative(ROOT, file)} ${content.digest('hex')}\n`);
	}
	return hash.digest('hex');
}

function filesBelow(path: string): string[] {
	if (!existsSync(path) || !statSync(path).isDirectory()) return [path];
	return readdirSync(path)
		.sort()
		.flatMap((name) => filesBelow(join(path, name)));
}
