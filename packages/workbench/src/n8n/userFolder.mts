import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf } from '../package/fingerprint.mts';
import { inRoot } from '../util/paths.mts';
import { step } from '../util/progress.mts';
import { npmQuietly } from '../processes/tool.mts';

const MANIFEST = { name: 'installed-nodes', private: true, dependencies: {} };

/** Installs the packed package where n8n looks for community nodes, unless it is there already. */
export async function installPackage(userFolder: string, tarball: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	const record = join(nodes, 'installed.txt');
	const packed = fingerprintOf([tarball]);
	if (readIfThere(record) === packed) return;
	await step(
		{ doing: 'Installing the package into n8n', done: 'Installed the package into n8n' },
		async () => {
			// npm does not reinstall a package of the same name and version.
			rmSync(join(nodes, 'node_modules', packageName()), { recursive: true, force: true });
			rmSync(join(nodes, 'node_modules', '.package-lock.json'), { force: true });
			mkdirSync(nodes, { recursive: true });
			// Without its own package.json, npm would treat the folder as part of this repository.
			const manifest = join(nodes, 'package.json');
			if (readIfThere(manifest) === undefined) writeFileSync(manifest, JSON.stringify(MANIFEST));
			// The package has no dependencies, so no registry is needed.
			const settings = ['--offline', '--ignore-scripts', '--no-package-lock', '--legacy-peer-deps'];
			await npmQuietly(['install', ...settings, tarball], { cwd: nodes });
			writeFileSync(record, packed);
		},
	);
}

function packageName(): string {
	const { name } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { name: string };
	return name;
}

function readIfThere(file: string): string | undefined {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return undefined;
	}
}
