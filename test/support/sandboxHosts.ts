/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-dangerous-functions -- starts the processes that run the sandboxes of the tests */
import { spawn } from 'node:child_process';

/**
 * Before all tests: one host of sandboxes for each worker, so that no test waits for the sandbox of another one.
 * They end with jest.
 */
export default async function startHosts({ maxWorkers }: { maxWorkers: number }): Promise<void> {
	const addresses = await Promise.all(Array.from({ length: maxWorkers }, startHost));
	process.env.SANDBOX_HOSTS = addresses.join(' ');
}

async function startHost(): Promise<string> {
	const preloaded = ['--import', './tools/processes/exitWithParent.mjs', '--import', 'tsx'];
	const host = spawn(process.execPath, [...preloaded, 'tools/testing/sandboxHost.mts'], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const address = await new Promise<string>((resolve, reject) => {
		host.stdout.once('data', (line: Buffer) => resolve(String(line).trim()));
		host.once('exit', () => reject(new Error('A host of sandboxes ended before it listened')));
	});
	host.unref();
	host.stdout.destroy();
	return address;
}
