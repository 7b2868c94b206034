import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../util/paths.mts';

/**
 * n8n unpacks its editor, 100 MB of JavaScript, into the user folder at every start. Lint would read all of it:
 * n8n's rules allow no own list of what to pass over, but leave out what lies below a `node_modules`.
 */
export function keepEditorCacheAside(userFolder: string): void {
	const name = createHash('sha256').update(userFolder).digest('hex').slice(0, 12);
	const aside = inRoot('runtime', 'node_modules', '.cache', name);
	const cache = join(userFolder, '.cache');
	mkdirSync(aside, { recursive: true });
	// Removes the link, or a folder of an earlier version, and not what the link leads to.
	rmSync(cache, { recursive: true, force: true });
	mkdirSync(userFolder, { recursive: true });
	// A junction: on Windows everyone may make one.
	symlinkSync(aside, cache, 'junction');
}
