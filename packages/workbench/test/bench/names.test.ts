/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-dangerous-functions -- runs the command */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROWS = 'packages/workbench/src/bench/rows';

it('each benchmark can be run alone, and the help tells of it', () => {
	const names = readdirSync(ROWS).flatMap((file) => {
		const [, name] = /^\tname: '(\w+)',$/m.exec(readFileSync(join(ROWS, file), 'utf8')) ?? [];
		return name === undefined ? [] : [name];
	});
	const run = (...options: string[]) =>
		spawnSync(process.execPath, ['packages/workbench/run.mjs', 'bench', ...options], { encoding: 'utf8' });
	const { stderr, status } = run('no-such-benchmark');
	expect(status).toBe(2);
	const [, listed = ''] = /is none of (.+)\. See --help\./.exec(stderr) ?? [];
	expect(listed.split(', ').sort()).toEqual([...names].sort());
	const { stdout } = run('--help');
	for (const name of names) expect(stdout).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
});
