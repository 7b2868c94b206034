import Fastify from 'fastify';
import { parseCommand } from '../../src/cli/parse.mts';
import { readyLine } from '../../src/cli/texts.mts';
import { readAssets } from '../../src/page/assets.mts';
import { startSandbox, type RunningSandbox } from '../../src/server.mts';

/*
 * Runs the sandboxes of one worker of the unit tests, each on a port of its own. To start a process for each
 * would take most of a second of the processor, some hundred times. It prints its address when it listens.
 */
// A worker may be silent for minutes: a connection that is closed meanwhile would fail its next request.
const host = Fastify({ keepAliveTimeout: 0 });
const running = new Map<string, RunningSandbox>();

/** The body has the arguments of the sandbox's command line; the answer is its line for programs. */
host.post<{ Body: string[] }>('/', async ({ body }) => {
	const command = parseCommand(body);
	if (command.kind !== 'start')
		throw new Error(command.kind === 'help' ? 'Nothing to start' : command.message);
	const sandbox = await startSandbox({ ...command.options, assets: readAssets() });
	running.set(sandbox.url, sandbox);
	return readyLine(sandbox);
});

host.delete<{ Querystring: { url: string } }>('/', async ({ query: { url } }) => {
	await running.get(url)?.close();
	return { stopped: running.delete(url) };
});

process.stdin.on('end', () => process.exit()).resume();
console.log(await host.listen({ host: '127.0.0.1', port: 0 }));
