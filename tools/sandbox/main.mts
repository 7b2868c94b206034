import { parseCommand } from './cli/parse.mts';
import { HELP, readyLine, readyText } from './cli/texts.mts';
import { DEFAULT_HOST, DEFAULT_PORT, type SandboxOptions } from './options.mts';
import { startSandbox, type RunningSandbox } from './server.mts';
import { StateFileError } from './world/stateFile.mts';
import { freePortFrom } from '../util/ports.mts';

const EXIT_USAGE_ERROR = 2;
const EXIT_PORT_TAKEN = 3;
const EXIT_FAILED = 1;

const command = parseCommand(process.argv.slice(2));
if (command.kind === 'help') console.log(HELP);
else if (command.kind === 'usageError') fail(EXIT_USAGE_ERROR, `${command.message}. See --help.`);
else await run(command.options, command.json);

async function run(options: SandboxOptions, json: boolean): Promise<void> {
	try {
		const sandbox = await startSandbox(options);
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
		fail(EXIT_USAGE_ERROR, error.message);
	} else if (codeOf(error) === 'EADDRINUSE') {
		const free = await freePortFrom(port + 1, host);
		fail(EXIT_PORT_TAKEN, `Port ${port} is taken. Port ${free} is free: --port ${free}`);
	} else {
		fail(EXIT_FAILED, error instanceof Error ? error.message : String(error));
	}
}

function codeOf(error: unknown): unknown {
	return error instanceof Error && 'code' in error ? error.code : undefined;
}

function fail(exitCode: number, message: string): void {
	console.error(message);
	process.exitCode = exitCode;
}
