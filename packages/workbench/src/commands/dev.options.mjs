import { demoOptions } from '../demo/options.mjs';

export const help = `The demo of npm start for work on the nodes: it reloads the package whenever the sources change.

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

export const options = demoOptions;
