export const help = `Measures the package in a real n8n against the limits of the API and against n8n's HTTP Request node.

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
  export     new bookings beside an export of 1,600 bookings (14 minutes)
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

export const options = {
	json: { type: 'boolean' },
	write: { type: 'string' },
	note: { type: 'string' },
};

/** Any number of them may be given. */
export const names = [
	'details',
	'search',
	'summaries',
	'cpu',
	'queue',
	'package',
	'trigger',
	'watching',
	'sharing',
	'export',
	'events',
	'journey',
	'reconcile',
	'sandbox',
];
