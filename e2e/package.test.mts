import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { posix } from 'node:path';
import { before, describe, test } from 'node:test';
import { ensureBuilt } from '../scripts/lib/package/build.mts';
import { packedFiles } from '../scripts/lib/package/pack.mts';
import { inRoot } from '../scripts/lib/paths.mts';

const BESIDE_DIST = ['LICENSE', 'README.md', 'package.json'];
/** npm decides about this one. */
const TOLERATED = ['CHANGELOG.md'];
/** What n8n provides, and what Node has built in. */
const MAY_BE_REQUIRED = ['crypto', 'lodash', 'luxon', 'n8n-workflow'];

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
	let files: string[];

	before(async () => {
		await ensureBuilt();
		files = await packedFiles();
	});

	test('holds dist and the papers, and nothing else', () => {
		const beside = files.filter((file) => !file.startsWith('dist/') && !TOLERATED.includes(file));
		assert.deepEqual(beside.sort(), BESIDE_DIST);
		const strange = files.filter((file) => file.startsWith('dist/') && !BELONGS_IN_DIST.test(file));
		assert.deepEqual(strange, []);
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
			.flatMap((file) => [...readFileSync(inRoot(file), 'utf8').matchAll(/\brequire\(["']([^."'][^"']*)["']\)/g)])
			.map(([, name]) => name ?? '');
		assert.ok(required.includes('n8n-workflow'));
		assert.deepEqual(
			[...new Set(required)].filter((name) => !MAY_BE_REQUIRED.includes(name)),
			[],
		);
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

const BELONGS_IN_DIST = /^dist\/(index|(credentials|nodes)\/.+)\.(js|d\.ts|js\.map|svg|node\.json)$/;
