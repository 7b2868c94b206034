import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chosenN8n, runtimeFolder } from '../../../src/n8n/version.mts';
import { scriptOf } from '../../../src/processes/tool.mts';
import { inRoot, ROOT } from '../../../src/util/paths.mts';

const FINDING = /^(\S+?)\(\d+,\d+\): error TS\d+: (.+)$/gm;

/**
 * Checks the sources against the types of the chosen n8n, instead of those they are built with.
 * @returns what the compiler finds, as `file: what is wrong`
 */
export function findingsWithTypesOfHost(): string[] {
	const folder = inRoot('.e2e', 'types');
	const types = join(runtimeFolder(chosenN8n()), 'node_modules', 'n8n-workflow', 'dist', 'cjs', 'index.d.ts');
	const project = join(folder, `${chosenN8n()}.json`);
	mkdirSync(folder, { recursive: true });
	writeFileSync(
		project,
		JSON.stringify({
			extends: inRoot('tsconfig.json'),
			compilerOptions: { noEmit: true, rootDir: ROOT, paths: { 'n8n-workflow': [types] } },
			include: ['index.ts', 'credentials/**/*.ts', 'nodes/**/*.ts'].map((part) => inRoot(part)),
		}),
	);
	const args = [scriptOf('typescript-native', 'tsc'), '--project', project, '--pretty', 'false'];
	const { status, stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
	const findings = [...stdout.matchAll(FINDING)].map(([, file, words]) => `${file}: ${words}`);
	if (status !== 0 && findings.length === 0) throw new Error(`tsc ended with ${status}: ${stdout}`);
	return findings;
}
