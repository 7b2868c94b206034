import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DIST, inRoot } from '../util/paths.mts';
import { step } from '../util/progress.mts';
import { runQuietly, scriptOf, withProgramsOf } from '../processes/tool.mts';
import { fingerprintOf } from './fingerprint.mts';

export const SOURCES = ['index.ts', 'credentials', 'nodes'];
const SETTINGS = ['package.json', 'package-lock.json', 'tsconfig.json'];
/** In node_modules, so that new tools mean a new build. */
const RECORD = inRoot('node_modules', '.cache', 'partner-hotel', 'build.txt');
const BELONGS_IN_DIST = /^(credentials|nodes|index\..+)$/;

/** Compiles into dist/. tsconfig.json includes the codex files; n8n-node copies the icons. */
export async function build(): Promise<void> {
	await step({ doing: 'Building the package', done: 'Built the package' }, async () => {
		const env = withProgramsOf(inRoot('node_modules', '.bin'), { ...process.env, CI: 'true' });
		await runQuietly(process.execPath, [scriptOf('@n8n/node-cli', 'n8n-node'), 'build'], { env });
		pruneDist();
	});
	mkdirSync(dirname(RECORD), { recursive: true });
	writeFileSync(RECORD, buildState());
}

/** Builds unless dist/ is what the sources, as they are, lead to. */
export async function ensureBuilt(): Promise<void> {
	if (!isBuilt()) await build();
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

/** `n8n-node build` copies every picture it finds anywhere below the root, those of the private n8n included. */
function pruneDist(): void {
	for (const name of readdirSync(DIST)) {
		if (!BELONGS_IN_DIST.test(name)) rmSync(join(DIST, name), { recursive: true });
	}
}
