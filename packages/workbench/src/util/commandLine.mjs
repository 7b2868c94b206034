import { parseArgs } from 'node:util';

const MAX_PORT = 65_535;

/**
 * The options of a command, in `commands/<name>.options.mjs`, which is read before anything is installed, so that help
 * and mistakes need no installation.
 * @typedef {object} CommandOptions
 * @property {string} help
 * @property {import('node:util').ParseArgsConfig['options']} [options] besides `--help`
 * @property {string[]} [choices] the allowed values of one positional argument, passed as `choice`
 * @property {string[]} [names] the allowed values of several positional arguments, passed as `names`
 * @property {boolean} [passesOn] arguments after a second `--` go to the tool behind the command
 */

/**
 * @param {CommandOptions} command
 * @param {string[]} args
 * @returns {{kind: 'help', text: string} | {kind: 'mistake', message: string}
 *   | {kind: 'run', values: Record<string, unknown>, rest: string[]}}
 */
export function parseCommandLine(command, args) {
	const end = args.includes('--') && command.passesOn ? args.indexOf('--') : args.length;
	try {
		const { values, positionals } = parseArgs({
			args: args.slice(0, end),
			options: { ...command.options, help: { type: 'boolean', short: 'h' } },
			allowPositionals: command.choices !== undefined || command.names !== undefined,
		});
		if (values.help) return { kind: 'help', text: command.help };
		const chosen = { ...choiceOf(command, positionals), ...namesOf(command, positionals) };
		return { kind: 'run', values: { ...withPorts(values), ...chosen }, rest: args.slice(end + 1) };
	} catch (error) {
		return { kind: 'mistake', message: `${firstSentence(error.message)}. See --help.` };
	}
}

function namesOf({ names }, given) {
	if (names === undefined) return {};
	const wrong = given.find((name) => !names.includes(name));
	if (wrong !== undefined) throw new Error(`'${wrong}' is none of ${names.join(', ')}`);
	return { names: given };
}

function choiceOf({ choices }, [choice, ...more]) {
	if (choices === undefined || choice === undefined) return {};
	if (choices.includes(choice) && more.length === 0) return { choice };
	throw new Error(`Expected one of ${choices.join(', ')}, not '${[choice, ...more].join(' ')}'`);
}

function withPorts(values) {
	const entries = Object.entries(values).map(([name, value]) => [
		name,
		name.endsWith('port') ? portOf(name, value) : value,
	]);
	return Object.fromEntries(entries);
}

function portOf(name, value) {
	const port = /^\d+$/.test(value) ? Number(value) : NaN;
	if (port >= 1 && port <= MAX_PORT) return port;
	throw new Error(`--${name} must be a whole number from 1 to ${MAX_PORT}, not '${value}'`);
}

/** parseArgs adds advice about positional arguments, which no command takes. */
function firstSentence(message) {
	return message.split('. ', 1)[0];
}
