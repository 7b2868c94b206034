import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, posix, relative, sep } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ensureRuntime } from '../../src/n8n/runtime.mts';
import { chosenN8n, newestVersion, runtimeFolder } from '../../src/n8n/version.mts';
import { ensureBuilt } from '../../src/package/build.mts';
import { packedFiles, packInto } from '../../src/package/pack.mts';
import { IN_PACKAGE, IN_SOURCES, scan, scanText } from '../../src/package/scan.mts';
import { inRoot, ROOT } from '../../src/util/paths.mts';
import { runQuietly } from '../../src/processes/tool.mts';
import { findingsWithTypesOfHost } from './support/hostTypes.mts';

const BESIDE_DIST = ['LICENSE', 'README.md', 'package.json'];
/** npm decides about this one. */
const TOLERATED = ['CHANGELOG.md'];
/** What n8n provides, and what Node has built in. */
const MAY_BE_REQUIRED = ['crypto', 'lodash', 'luxon', 'n8n-workflow'];

/** What older versions of n8n lack, in the words of the compiler. The nodes do without it: docs/versions.md. */
const MAY_BE_MISSING = [
	/Property 'getPollBudgetMs' does not exist on type 'IPollFunctions'/,
	/'"n8n-workflow"' has no exported member 'Failure'/,
	/'failure' does not exist (on|in) type 'Node(Operation|Api)Error(Options)?'/,
	// `sleep` does not end early; the callers do.
	/waiting\.ts: Expected 1 arguments, but got 2/,
];

interface Manifest {
	name: string;
	dependencies?: Record<string, string>;
	n8n: { nodes: string[]; credentials: string[] };
}

interface Icons {
	light: string;
	dark: string;
}

describe('The package, as npm publishes it', () => {
	const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as Manifest;
	const load = createRequire(inRoot('package.json'));
	/** Outside of the repository, where lint would find it. */
	const unpacked = mkdtempSync(join(tmpdir(), 'package-'));
	let files: string[];

	before(async () => {
		await ensureBuilt();
		files = await packedFiles();
	});
	after(() => rmSync(unpacked, { recursive: true }));

	test('holds the papers and what was made of the sources, and nothing else', () => {
		const sources = ['index.ts', ...sourcesIn('nodes'), ...sourcesIn('credentials')];
		const made = sources.map((file) => `dist/${file.replace(/\.ts$/, '.js')}`);
		const found = files.filter((file) => !TOLERATED.includes(file));
		assert.deepEqual(found.sort(), [...BESIDE_DIST, ...made].sort());
	});

	test('holds every node and credential that it announces', () => {
		const announced = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
		assert.ok(announced.length > 2);
		assert.deepEqual(missing(announced), []);
	});

	test('holds the icons that nodes and credentials name', () => {
		for (const file of [...manifest.n8n.nodes, ...manifest.n8n.credentials]) {
			const { light, dark } = iconsOf(file);
			const named = [light, dark].map((icon) => posix.join(posix.dirname(file), icon.replace(/^file:/, '')));
			assert.deepEqual(missing(named), [], file);
		}
	});

	test('holds a codex file for every node, which names it', () => {
		for (const file of manifest.n8n.nodes) {
			const codexFile = file.replace(/\.js$/, '.json');
			assert.deepEqual(missing([codexFile]), []);
			const { node } = JSON.parse(readFileSync(inRoot(codexFile), 'utf8')) as { node: string };
			assert.equal(node, `${manifest.name}.${instanceIn(file).description?.name}`);
		}
	});

	test('requires nothing that n8n does not provide', () => {
		assert.deepEqual(Object.keys(manifest.dependencies ?? {}), []);
		const required = files
			.filter((file) => file.endsWith('.js'))
			.flatMap((file) => [
				...readFileSync(inRoot(file), 'utf8').matchAll(/\brequire\(["']([^."'][^"']*)["']\)/g),
			])
			.map(([, name]) => name ?? '');
		assert.ok(required.includes('n8n-workflow'));
		assert.deepEqual(
			[...new Set(required)].filter((name) => !MAY_BE_REQUIRED.includes(name)),
			[],
		);
	});

	test('requires nothing of n8n-workflow that this n8n does not export', async () => {
		await ensureRuntime();
		const host = createRequire(join(runtimeFolder(chosenN8n()), 'package.json'));
		const exported = Object.keys(host('n8n-workflow') as object);
		const used = files
			.filter((file) => file.endsWith('.js'))
			.flatMap((file) => [...readFileSync(inRoot(file), 'utf8').matchAll(/\bn8n_workflow_\d+\.(\w+)/g)])
			.map(([, name]) => name ?? '');
		assert.ok(used.includes('NodeApiError'));
		assert.deepEqual(
			[...new Set(used)].filter((name) => !exported.includes(name)),
			[],
		);
	});

	test('uses nothing else that this n8n does not have, except what docs/versions.md names', async () => {
		await ensureRuntime();
		const findings = findingsWithTypesOfHost();
		const isNewest = chosenN8n() === newestVersion();
		const unknown = findings.filter(
			(finding) => isNewest || !MAY_BE_MISSING.some((known) => known.test(finding)),
		);
		assert.deepEqual(unknown, []);
	});

	test("n8n's scanner of community packages has no finding", async () => {
		await runQuietly('tar', ['-xzf', await packInto(unpacked), '-C', unpacked]);
		assert.deepEqual(await scan(join(unpacked, 'package'), IN_PACKAGE), []);
	});

	test('nor has it in the sources, which it reads as well', async () => {
		assert.deepEqual(await scan(ROOT, IN_SOURCES), []);
	});

	test('the rules of the scanner do fire', async () => {
		const bad = "const { readFileSync } = require('fs');\nconsole.log(process.env.HOME, readFileSync);\n";
		const found = (await scanText(ROOT, 'dist/nodes/Bad/Bad.node.js', bad)).join('\n');
		for (const rule of ['no-console', 'no-restricted-imports', 'no-restricted-globals']) {
			assert.ok(found.includes(rule), found);
		}
	});

	function missing(wanted: readonly string[]): string[] {
		return wanted.filter((file) => !files.includes(file));
	}

	/** The one class that a file of nodes or credentials exports. */
	function instanceIn(file: string): Instance {
		const [exported] = Object.values(load(inRoot(file)) as Record<string, new () => Instance>);
		assert.ok(exported, file);
		return new exported();
	}

	function iconsOf(file: string): Icons {
		const instance = instanceIn(file);
		const icons = instance.icon ?? instance.description?.icon;
		assert.ok(icons, file);
		return icons;
	}
});

interface Instance {
	icon?: Icons;
	description?: { name: string; icon: Icons };
}

/** Everything below a folder of the sources, from the root of the repository. */
function sourcesIn(folder: string): string[] {
	return readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'));
}
