/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-dangerous-functions --
   packs the sandbox and uses it as somebody does who has nothing but the tarball */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const PACKAGE = path.resolve(__dirname, '..');
const readme = readFileSync(path.join(PACKAGE, 'README.md'), 'utf8');
const exec = promisify(execFile);

/** The one block of code of the README in this language. */
function codeOf(language: string): string {
	const [block, ...more] = [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))];
	if (block === undefined || more.length > 0)
		throw new Error(`The README must have one block of ${language}`);
	return block[1] as string;
}

describe('the packed sandbox, installed where nothing else is', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'partner-hotel-sandbox-'));
	let files: string[];
	let sandbox: ChildProcess;
	let url: string;

	beforeAll(async () => {
		const npm = async (args: string[], cwd: string) => (await exec('npm', args, { cwd })).stdout;
		await npm(['run', 'build'], PACKAGE);
		const packed = await npm(['pack', '--json', '--pack-destination', folder], PACKAGE);
		const [tarball] = JSON.parse(packed) as Array<{ filename: string; files: Array<{ path: string }> }>;
		files = (tarball?.files ?? []).map((file) => file.path);
		// Without a manifest npm would look for one above.
		writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
		const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
		await npm([...install, `./${tarball?.filename}`], folder);

		// In a group of its own: npx would not pass a signal on to what it started.
		sandbox = spawn('npx', ['partner-hotel-sandbox', '--port', '0', '--json'], {
			cwd: folder,
			env: { ...process.env, NODE_OPTIONS: '' },
			stdio: ['ignore', 'pipe', 'inherit'],
			detached: true,
		});
		const [line] = (await once(createInterface({ input: sandbox.stdout! }), 'line')) as [string];
		({ url } = JSON.parse(line) as { url: string });
	}, 300_000);

	afterAll(async () => {
		if (sandbox?.pid !== undefined) {
			const ended = once(sandbox, 'exit');
			process.kill(-sandbox.pid, 'SIGTERM');
			await ended;
		}
		rmSync(folder, { recursive: true, force: true });
	});

	const answerOf = async (command: string, args: string[]) =>
		(await exec(command, args, { env: { ...process.env, BASE_URL: url } })).stdout;

	it('is JavaScript, and what the browser loads', () => {
		const others = files.filter((file) => !/^dist\/.*\.mjs$|^assets\//.test(file));
		expect(others.sort()).toEqual(['README.md', 'package.json']);
		expect(files).toContain('dist/main.mjs');
	});

	it('explains itself', async () => {
		const { stdout } = await exec('npx', ['partner-hotel-sandbox', '--help'], { cwd: folder });
		expect(stdout).toContain('npx partner-hotel-sandbox');
	});

	it('shows its page', async () => {
		expect(await (await fetch(url)).text()).toContain('<!doctype html>');
	});

	it('gives bookings to the curl commands of the README', async () => {
		const answer = JSON.parse(await answerOf('sh', ['-c', codeOf('sh')])) as { bookingSummaries: unknown[] };
		expect(answer.bookingSummaries).toHaveLength(2);
	});

	it('gives bookings to the Python program of the README', async () => {
		const lines = (await answerOf('python3', ['-c', codeOf('python')])).trim().split('\n');
		expect(lines).toHaveLength(2);
		for (const line of lines) expect(line).toMatch(/^\d{8}-1024-\d+ Active$/);
	});
});
