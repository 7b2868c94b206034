import { parseArgs } from 'node:util';

/*
 * What the commands take. It is read before anything is installed, so that help and mistakes do not have to
 * wait for an installation.
 */

const MAX_PORT = 65_535;

const START_HELP = `Starts n8n with this package and a simulated hotel API, and prints the address of the page where all begins.

Usage: npm start -- [options]

The first start installs everything (some minutes, about 3 GB); later ones are quick and keep the data.
Everything is kept in .demo/; nothing else on this machine is changed. Stop with Ctrl-C.

  --port <n>          port of n8n (default 5678, or the next free one)
  --sandbox-port <n>  port of the simulated API and of its page (default 4010, or the next free one)
  --inbox-port <n>    port that takes the workflows' Slack messages (default 4025, or the next free one)
  --no-live           no invented guests, who otherwise act every 30 s: bookings change only when you change them
  --reset             delete .demo/ first and start afresh
  --check             no browser: let one booking run through a workflow, report, and end
  --help              show this text

Exit codes: 0 = stopped by the user, or the check passed; 1 = failed; 2 = wrong options; 3 = port taken.`;

const DEV_HELP = `The demo of npm start for work on the nodes: it gets the package anew whenever the sources change.

Usage: npm run dev -- [options]

n8n is started again after each build, which takes about a minute; workflows, credentials and the sandbox stay.
With a mistake in the sources it says so and keeps what it has. It shares .demo/ with npm start. Stop with Ctrl-C.

  --port <n>          port of n8n (default 5678, or the next free one)
  --sandbox-port <n>  port of the simulated API and of its page (default 4010, or the next free one)
  --inbox-port <n>    port that takes the workflows' Slack messages (default 4025, or the next free one)
  --no-live           no invented guests, who otherwise act every 30 s: bookings change only when you change them
  --reset             delete .demo/ first and start afresh
  --help              show this text

Exit codes: 0 = stopped by the user; 1 = failed; 2 = wrong options; 3 = port taken.`;

const TEST_HELP = `Lints, checks the types and the format, builds, simulates some hours, and runs the unit tests.

Usage: npm test [-- -- <arguments for jest>]

  --help  show this text

The last line is "N passed, N failed". Exit codes: 0 = everything passed; 1 = something failed; 2 = wrong options.`;

const E2E_HELP = `Runs the packed package in a real n8n against the simulated hotel API.

Usage: npm run test:e2e [-- --n8n <version>] [-- -- <arguments for Node's test runner>]

The first run installs n8n (some minutes, about 3 GB). Everything is kept in .e2e/. The tests of the example workflows
need a PostgreSQL: 127.0.0.1:5432 with the user postgres, or what PGHOST, PGPORT, PGUSER and PGPASSWORD say. They use
a database of their own and drop it. A test of queue mode also needs a Redis, 127.0.0.1:6379 or what REDIS_URL says, and
is skipped where there is none. One test drives the editor in Chromium, which must be installed; CHROMIUM_PATH
names it where it is not in PATH.

  --n8n <version>  newest (the default), as locked in runtime/; older, the oldest that is supported; or a number such
                   as 2.40.7. Tests that do not apply to a version are listed as skipped, with the reason.
  --help           show this text

For example, only the tests about credentials: npm run test:e2e -- -- --test-name-pattern=credential
The last line is "N passed, N failed". Exit codes: 0 = everything passed; 1 = something failed; 2 = wrong options.`;

const LINT_HELP = `Lints the package by n8n's rules, and the development tools by rules of their own.

Usage: npm run lint, or npm run lint:fix

  --fix   correct what can be corrected without thinking: what lint:fix does
  --help  show this text

Exit codes: 0 = nothing found; 1 = something to correct; 2 = wrong options.`;

const BENCHMARKS = [
	'details',
	'search',
	'summaries',
	'cpu',
	'queue',
	'package',
	'trigger',
	'watching',
	'sharing',
	'events',
	'journey',
	'reconcile',
	'sandbox',
];

const BENCH_HELP = `Measures the package in a real n8n against the limits of the API and against n8n's HTTP Request node.

Usage: npm run bench [-- [name …] [options]]

  details    300 booking details (4 minutes)
  search     60 lowest-price searches (7 minutes)
  summaries  100,000 booking summaries: time and memory (12 minutes)
  cpu        processor time of 200 room reads (4 minutes)
  queue      600 booking details in queue mode with two workers (5 minutes); needs PostgreSQL and Redis
  package    n8n's start and memory with and without the package; its size (4 minutes)
  trigger    from a change to the start of its execution (10 minutes)
  watching   the same with Keep Watching, in both of n8n's ways to poll (30 minutes)
  sharing    triggers of 160 hotels and executions on one API client (75 minutes)
  events     from a change to the start of its execution, by event (3 minutes)
  journey    the guest journey of 200 hotels, on virtual time (15 minutes)
  reconcile  pauses of the process while 100,000 rows are reconciled (1 minute)
  sandbox    the sandbox itself, with 200,000 bookings in one property (1 minute)

Without a name: all of them, one after another. Use a machine that has nothing else to do, with Linux.
Everything is kept in .bench/.

  --json          the results as JSON on standard output, everything else on standard error
  --write <file>  write the results into this file, at their places
  --note <text>   with --write: what the reader has to know about the circumstances
  --help          show this text

PGHOST, PGPORT, PGUSER, PGPASSWORD and REDIS_URL say where 'queue' finds its servers, when not at 127.0.0.1 and the
usual ports. It makes a database of its own and drops it.

Exit codes: 0 = every target is met; 1 = a target was missed, or something failed; 2 = wrong options.`;

const DOCS_HELP = `Writes docs/operations.md and docs/operations/ from the nodes: every operation is run once against the sandbox.
Writes the address of the repository, which package.json has, into the links that n8n and npm show.

Usage: npm run docs [-- options]

  --check  write nothing; fail when a file is out of date
  --help   show this text

Exit codes: 0 = written, or up to date; 1 = failed, or out of date; 2 = wrong options.`;
const CHAOS_HELP = `Puts the booking trigger to the test: n8n is killed, the history is long, the properties are many.

Usage: npm run chaos [-- [kills|history|soak|events] [options]]

  kills    n8n is killed again and again while bookings are made, changed and cancelled and the API fails
           at random; then counts, in n8n's own executions, what was lost and what was repeated
           (about 20 minutes for each mode)
  history  one property with many bookings, from the first one on: slices, memory, size of the state
  soak     many properties in one workflow, with rate limits: refused requests, delays (two runs of 25 minutes)
  events   events are sent by webhook, some deliveries twice, while n8n is killed: what is lost, repeated or in the
           wrong order (about 8 minutes)

Without a name: all four, one after another. Everything is kept in .chaos/.

  --seed <n>          what is random follows from it (default: a new one, which is printed)
  --mode <mode>       kills: durable or older, n8n's two ways to keep what a poll leaves (default: both)
  --kills <n>         kills, events: how often n8n is killed (default 10, 5)
  --after-crash <do>  kills: skip or again, the trigger's option After a Crash (default: skip)
  --bookings <n>      kills, soak: bookings made, changed and cancelled (default 2000, 300 a day);
                      history: bookings of the property (default 100000)
  --events <n>        events: how many (default 5000)
  --properties <n>    kills, soak: how many properties (default 20, 200)
  --minutes <n>       kills, soak, events: how long bookings are made (default 15, 10 a day, 5)
  --max-bookings <n>  history: most bookings of one execution (default: 5000, then the trigger's own 500)
  --details           history: with the details of each booking
  --write <file>      write the figures into this file, at their places
  --json              the figures as JSON on standard output, everything else on standard error
  --help              show this text

Exit codes: 0 = all targets met; 1 = a target was missed, or something failed; 2 = wrong options.`;

const SIMULATE_HELP = `Plays hotels, guests, n8n and everything that can go wrong with them, on virtual time, and checks what must hold.

Usage: npm run simulate [-- options]

The built package runs in a model of n8n against the sandbox, in memory; docs/simulation.md tells how. The same seed
gives the same run on any machine. Where a rule is broken, the shortest run that still breaks it is looked for and its
last minute is told.

  --seed <n>      what happens follows from it (default: a new one, which is printed)
  --worlds <n>    how many worlds, half of them with n8n's durable polling (default 8, and the special ones)
  --hours <n>     simulated hours of each world (default 24, and the special ones)
  --hotels <n>    hotels of each world (default 5)
  --world <name>  only this one: counted from 0, or a special one by its name, such as short-polls
  --about <text>  the trace tells everything that contains it, from the start
  --calm          nothing goes wrong, one trigger watches all hotels: for measuring the speed
  --no-shrink     do not look for the shortest run
  --defects       put back one corrected defect after the other and look whether it is found (half an hour or more)
  --write <file>  write the figures into this file, at their place
  --json          the figures as JSON on standard output, everything else on standard error
  --help          show this text

Exit codes: 0 = every rule held; 1 = a rule was broken, or something failed; 2 = wrong options.`;

const MUTATION_HELP = `Tests the tests: changes the code that decides in thousands of small ways and counts what the tests notice.

Usage: npm run mutation [-- options]

The first run takes an hour on two cores; later ones test only what has changed since. Everything is kept in
.mutation/. The files, the tests that judge them, and the mutants known to be equivalent are in test/mutation/.

  --file <path>  only these files: paths or patterns, separated by commas
  --constants    also values that are set when a file is loaded (tables, patterns): each takes all tests, some hours
  --fresh        forget the earlier results first
  --json         the figures as JSON on standard output, everything else on standard error
  --help         show this text

Exit codes: 0 = at least 95 % are noticed; 1 = fewer are, or something failed; 2 = wrong options.`;

const help = { help: { type: 'boolean', short: 'h' } };
const demo = {
	...help,
	port: { type: 'string' },
	'sandbox-port': { type: 'string' },
	'inbox-port': { type: 'string' },
	'no-live': { type: 'boolean' },
	reset: { type: 'boolean' },
};

/**
 * `rest: true` lets arguments after a second `--` through to the tool behind the command. `choices` are what the
 * one argument without a name may be; the command finds it as `choice`. `names` are what several such arguments may
 * be; the command finds those given as `names`.
 */
const commands = {
	start: {
		module: './commands/start.mts',
		text: START_HELP,
		options: { ...demo, check: { type: 'boolean' } },
	},
	dev: { module: './commands/dev.mts', text: DEV_HELP, options: demo },
	test: { module: './commands/test.mts', text: TEST_HELP, options: help, rest: true },
	e2e: {
		module: './commands/e2e.mts',
		text: E2E_HELP,
		options: { ...help, n8n: { type: 'string' } },
		rest: true,
	},
	lint: { module: './commands/lint.mts', text: LINT_HELP, options: { ...help, fix: { type: 'boolean' } } },
	bench: {
		module: './commands/bench.mts',
		text: BENCH_HELP,
		options: { ...help, json: { type: 'boolean' }, write: { type: 'string' }, note: { type: 'string' } },
		names: BENCHMARKS,
	},
	docs: { module: './commands/docs.mts', text: DOCS_HELP, options: { ...help, check: { type: 'boolean' } } },
	chaos: {
		module: './commands/chaos.mts',
		text: CHAOS_HELP,
		choices: ['kills', 'history', 'soak', 'events'],
		options: {
			...help,
			seed: { type: 'string' },
			mode: { type: 'string' },
			kills: { type: 'string' },
			'after-crash': { type: 'string' },
			bookings: { type: 'string' },
			events: { type: 'string' },
			properties: { type: 'string' },
			minutes: { type: 'string' },
			'max-bookings': { type: 'string' },
			details: { type: 'boolean' },
			write: { type: 'string' },
			json: { type: 'boolean' },
		},
	},
	simulate: {
		module: './commands/simulate.mts',
		text: SIMULATE_HELP,
		options: {
			...help,
			seed: { type: 'string' },
			worlds: { type: 'string' },
			hours: { type: 'string' },
			hotels: { type: 'string' },
			world: { type: 'string' },
			about: { type: 'string' },
			calm: { type: 'boolean' },
			'no-shrink': { type: 'boolean' },
			defects: { type: 'boolean' },
			write: { type: 'string' },
			json: { type: 'boolean' },
		},
	},
	mutation: {
		module: './commands/mutation.mts',
		text: MUTATION_HELP,
		options: {
			...help,
			file: { type: 'string' },
			constants: { type: 'boolean' },
			fresh: { type: 'boolean' },
			json: { type: 'boolean' },
		},
	},
	/** The sandbox reads its own options. */
	sandbox: { module: './sandbox/main.mts' },
};

/**
 * @param {string[]} args the name of the command, then its options
 * @returns {{kind: 'help', text: string} | {kind: 'mistake', message: string}
 *   | {kind: 'run', module: string, values?: Record<string, string | boolean | number>, rest: string[]}}
 */
export function parseCommandLine([name = '', ...args]) {
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
	if (command === undefined)
		return { kind: 'mistake', message: `Commands: ${Object.keys(commands).join(', ')}` };
	const { module, options, text } = command;
	if (options === undefined) return { kind: 'run', module, rest: args };
	const end = args.includes('--') && command.rest ? args.indexOf('--') : args.length;
	try {
		const allowPositionals = command.choices !== undefined || command.names !== undefined;
		const { values, positionals } = parseArgs({ args: args.slice(0, end), options, allowPositionals });
		if (values.help) return { kind: 'help', text };
		const chosen = { ...choiceOf(command, positionals), ...namesOf(command, positionals) };
		return { kind: 'run', module, values: { ...withPorts(values), ...chosen }, rest: args.slice(end + 1) };
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
