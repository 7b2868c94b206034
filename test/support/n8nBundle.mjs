import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/*
 * n8n's packages as one file, for jest. It loads modules anew for each test file, and n8n-core has 2,000 of them: more
 * than a second of the processor each time. As one script they are compiled once in a worker.
 */

/** What tests and nodes import of n8n. */
const PACKAGES = [
	'@n8n/client-oauth2',
	'luxon',
	'n8n-core',
	'n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data',
	'n8n-workflow',
];
/** Native, or asking for files beside themselves; no test uses them. */
const NOT_BUNDLED = ['*.node', 'ssh2'];

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const folder = join(root, 'node_modules', '.cache', 'partner-hotel', 'n8n');

/** For built-in modules and those that are not bundled. */
export const requireForBundle = createRequire(join(root, 'package.json'));

/** The file, whose exports are functions that load a package, by its name. */
export const bundleFile = join(folder, `${fingerprint()}.js`);

/** Where the environment of a test file leaves the function that loads a package. */
export const LOADER = 'loadPackageOfN8n';

/** For jest's `moduleNameMapper`. */
export const bundledModules = Object.fromEntries(
	PACKAGES.map((name) => [`^${name}$`, join(folder, `${name.replaceAll('/', '-')}.js`)]),
);

/** Makes the bundle and the modules that stand for the packages, unless they are there. */
export default async function bundleN8n() {
	if (existsSync(bundleFile)) return;
	mkdirSync(folder, { recursive: true });
	for (const name of PACKAGES) {
		writeFileSync(bundledModules[`^${name}$`], `module.exports = ${LOADER}(${JSON.stringify(name)});\n`);
	}
	const contents = PACKAGES.map((name) => `exports['${name}'] = () => require('${name}');`).join('\n');
	const unfinished = `${bundleFile}.${process.pid}`;
	await build({
		stdin: { contents, resolveDir: root },
		bundle: true,
		platform: 'node',
		target: 'node20',
		external: NOT_BUNDLED,
		// The whole is parsed by each worker.
		minifySyntax: true,
		minifyWhitespace: true,
		outfile: unfinished,
		logLevel: 'error',
	});
	renameSync(unfinished, bundleFile);
}

function fingerprint() {
	const sources = [join(root, 'package-lock.json'), fileURLToPath(import.meta.url)];
	const hash = createHash('sha256');
	for (const source of sources) hash.update(readFileSync(source));
	return hash.digest('hex').slice(0, 16);
}
