import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DIST, inRoot } from '../util/paths.mts';
import { step } from '../util/progress.mts';
import { runQuietly, scriptOf } from '../processes/tool.mts';
import { fingerprintOf } from './fingerprint.mts';

/** Folders and files, as globs take them, too. */
export const SOURCES = ['index.ts', 'credentials', 'nodes'];
const SETTINGS = ['package.json', 'package-lock.json', 'tsconfig.json', 'gulpfile.js'];
/** In node_modules, so that new tools mean a new build. */
const RECORD = inRoot('node_modules', '.cache', 'partner-hotel', 'build.txt');

/** Builds unless dist/ is up to date. */
export async function ensureBuilt(): Promise<void> {
	if (isBuilt()) return;
	await step({ doing: 'Building the package', done: 'Built the package' }, async () => {
		await runQuietly(process.execPath, [scriptOf('gulp', 'gulp'), '--silent']);
	});
	mkdirSync(dirname(RECORD), { recursive: true });
	writeFileSync(RECORD, buildState());
}

function isBuilt(): boolean {
	try {
		return readFileSync(RECORD, 'utf8') === buildState();
	} catch {
		return false;
	}
}

function buildState(): string {
	return fingerprintOf([...[...SOURCES, ...SETTINGS].map((path) => inRoot(path)), DIST]);
}
