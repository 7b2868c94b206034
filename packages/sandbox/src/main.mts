#!/usr/bin/env node
import { EXIT_FAILED, EXIT_MISTAKE, EXIT_PORT_TAKEN, messageOf } from './cli/exit.mts';
import { freePortFrom } from './cli/freePort.mts';
import { parseCommand } from './cli/parse.mts';
import { HELP, readyLine, readyText } from './cli/texts.mts';
import { DEFAULT_HOST, DEFAULT_PORT, type SandboxOptions } from './options.mts';
import { readAssets } from './page/assets.mts';
import { startSandbox, type RunningSandbox } from './server.mts';
import { StateFileError } from './world/stateFile.mts';

const command = parseCommand(process.argv.slice(2));
if (command.kind === 'help') console.log(HELP);
else if (command.kind === 'usageError') fail(EXIT_MISTAKE, `${command.message}. See --help.`);
else await run(command.options, command.json);

async function run(options: SandboxOptions, json: boolean): Promise<void> {
	try {
		const sandbox = await startSandbox({ ...options, assets: readAssets() });
		stopOnSignal(sandbox);
		console.log(json ? readyLine(sandbox) : readyText(sandbox));
	} catch (error) {
		await explain(error, options);
	}
}

function stopOnSignal(sandbox: RunningSandbox): void {
	const stop = () => {
		sandbox.close().then(
			() => process.exit(0),
			(error: unknown) => fail(EXIT_FAILED, String(error)),
		);
	};
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

async function explain(
	error: unknown,
	{ port = DEFAULT_PORT, host = DEFAULT_HOST }: SandboxOptions,
): Promise<void> {
	if (error instanceof StateFileError) {
		fail(EXIT_MISTAKE, error.message);
	} else if (codeOf(error) === 'EADDRINUSE') {
		const free = await freePortFrom(port + 1, host);
		fail(EXIT_PORT_TAKEN, `Port ${port} is taken. Port ${free} is free: --port ${free}`);
	} else {
		fail(EXIT_FAILED, messageOf(error));
	}
}

function codeOf(error: unknown): unknown {
	return error instanceof Error && 'code' in error ? error.code : undefined;
}

function fail(exitCode: number, message: string): void {
	console.error(message);
	process.exitCode = exitCode;
}
