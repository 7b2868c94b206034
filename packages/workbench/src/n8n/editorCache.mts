import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../util/paths.mts';

/**
 * n8n unpacks its editor, 100 MB of JavaScript, into the user folder at every start. Lint would read all of it: n8n's
 * rules allow no other list of ignored files, but ignore everything below a `node_modules`.
 */
export function keepEditorCacheAside(userFolder: string): void {
	const name = createHash('sha256').update(userFolder).digest('hex').slice(0, 12);
	const aside = inRoot('runtime', 'node_modules', '.cache', name);
	const cache = join(userFolder, '.cache');
	mkdirSync(aside, { recursive: true });
	// Removes the link, or a folder of an earlier version, but not the target of the link.
	rmSync(cache, { recursive: true, force: true });
	mkdirSync(userFolder, { recursive: true });
	// A junction, which needs no privileges on Windows.
	symlinkSync(aside, cache, 'junction');
}
