/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-dangerous-functions -- runs the commands */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { filesIn, readText } from '../../../../test/support/files';

const FOLDER = 'packages/workbench/src/commands';
const LAUNCHER = 'packages/workbench/run.mjs';
const names = filesIn(FOLDER, '.options.mjs').map((file) => path.basename(file, '.options.mjs'));

const node = (...args: string[]) => spawnSync(process.execPath, args, { encoding: 'utf8' });
const run = (...args: string[]) => node(LAUNCHER, ...args);

function optionsOf(name: string): string[] {
	const print = `import('./${FOLDER}/${name}.options.mjs').then((it) => console.log(JSON.stringify(it.options ?? {})))`;
	return Object.keys(JSON.parse(node('--eval', print).stdout) as object);
}

describe('The commands', () => {
	it('are those of package.json', () => {
		const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
		const started = Object.values(scripts).flatMap((script) => /run\.mjs (\w+)/.exec(script)?.[1] ?? []);
		expect([...new Set(started)].sort()).toEqual([...names, 'sandbox'].sort());
	});

	it.each(names)('%s explains each of its options, and refuses others', (name) => {
		const { stdout, status } = run(name, '--help');
		expect(status).toBe(0);
		const explained = [...stdout.matchAll(/^ {2}--([a-z0-9-]+)/gm)].map(([, option]) => option);
		expect(explained.sort()).toEqual([...optionsOf(name), 'help'].sort());

		const refused = run(name, '--no-such-option');
		expect([refused.status, refused.stdout]).toEqual([2, '']);
		expect(refused.stderr).toContain("'--no-such-option'. See --help.");
	});

	it.each([
		['no command', [], 'Commands: bench, '],
		['an unknown command', ['tests'], 'Commands: bench, '],
		['a port that is none', ['start', '--port', 'http'], '--port must be a whole number from 1 to 65535'],
		['a wrong choice', ['chaos', 'peace'], 'Expected one of kills, history, soak, events'],
	])('refuse %s with exit code 2', (_, args, message) => {
		const { status, stderr } = run(...args);
		expect(status).toBe(2);
		expect(stderr).toContain(message);
	});
});
