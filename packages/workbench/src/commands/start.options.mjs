import { demoOptions } from '../demo/options.mjs';

export const help = `Starts n8n with this package and a simulated hotel API, and prints the address of the page where all begins.

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

export const options = { ...demoOptions, check: { type: 'boolean' } };
