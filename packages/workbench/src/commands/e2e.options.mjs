export const help = `Runs the packed package in a real n8n against the simulated hotel API.

Usage: npm run test:e2e [-- [nodes|examples] [options]] [-- -- <arguments for Node's test runner>]

  nodes     the package and its nodes, what they need of n8n, the page of the demo
  examples  the workflows of workflows/

Without a name: both.

The first run installs n8n (some minutes, about 3 GB). Everything is kept in .e2e/. The tests of the example workflows
need a PostgreSQL: 127.0.0.1:5432 with the user postgres, or what PGHOST, PGPORT, PGUSER and PGPASSWORD say. They use
a database of their own and drop it. A test of queue mode also needs a Redis, 127.0.0.1:6379 or what REDIS_URL says, and
is skipped where there is none. One test drives the editor in Chromium, which must be installed; CHROMIUM_PATH
names it where it is not in PATH.

  --n8n <version>  newest (the default), as locked in runtime/; older, the oldest that is supported; or a number such
                   as 2.40.7. Tests that do not apply to a version are listed as skipped, with the reason.
  --install        only builds the package and installs n8n
  --help           show this text

For example, only the tests about credentials: npm run test:e2e -- -- --test-name-pattern=credential
The last line is "N passed, N failed". Exit codes: 0 = everything passed; 1 = something failed; 2 = wrong options.`;

export const choices = ['nodes', 'examples'];

export const options = {
	n8n: { type: 'string' },
	install: { type: 'boolean' },
};

/** What follows a second `--` is for Node's test runner. */
export const passesOn = true;
