import type { SandboxAccess } from '../access.mts';

export const HELP = `A simulator of the partner hotel API, with invented data.

Usage: npx partner-hotel-sandbox [options], or in its repository: npm run sandbox -- [options]

  --port <n>             port to listen on, 0 = any free one (default 4010)
  --host <address>       address to listen on (default 127.0.0.1)
  --seed <n>             seed of all generated data (default 1)
  --properties <n>       number of properties (default 3)
  --bookings <n>         bookings per property at the start (default 250)
  --occupancy <percent>  instead of --bookings: hotels of 30 rooms that are about so full these days (up to 80)
  --anchor <instant>     when the generated history ends (default: start of today, UTC)
  --now <instant>        what the hotels' clock shows at the start (default: real time); its page moves it on
  --live <seconds>       every so many seconds a guest books, changes or cancels (default: off)
  --state <file>         keep the world in this file and continue it at the next start
  --token-lifetime <s>   real lifetime of access tokens (default 900)
  --expires-in <s>       lifetime the token answer claims (default 1800)
  --dialect <form>       specification or published: which names and forms to use (default specification)
  --limits <on|off>      enforce the rate limits (default on)
  --latency <ms>         wait before every API answer (default 0)
  --strict               ask for required parameters on further pages of a list, too
  --feed-disorder <n>    percent of the bookings of the feed that come late or again, in any order (default 0)
  --webhook <url>        send events of the default client there (default: the state file's, or none)
  --webhook-events <t>   only events of these types, separated by commas (default: all)
  --webhook-auth <auth>  api-key:<key> or basic:<user>:<password> (default: none)
  --json                 print one JSON line when ready, nothing else
  --help                 show this text

The control interface below /__sandbox is described in docs/sandbox/control.md of the repository.
`;

const LISTED_PROPERTIES = 10;

/** One line for programs. */
export function readyLine({ url, clientId, clientSecret, properties }: SandboxAccess): string {
	return JSON.stringify({ event: 'ready', url, clientId, clientSecret, properties });
}

/** The first lines for people. */
export function readyText({ url, clientId, clientSecret, properties }: SandboxAccess): string {
	const listed = properties.slice(0, LISTED_PROPERTIES).map(({ id, name }) => `  ${id}  ${name}`);
	const more = properties.length - listed.length;
	return [
		`The sandbox listens on ${url}; that is also its page for the browser.`,
		'',
		'Get an access token:',
		`  curl -d grant_type=client_credentials -d client_id=${clientId} -d client_secret=${clientSecret} ${url}/auth/token`,
		'Then send it as "Authorization: Bearer <access_token>".',
		'',
		'Properties:',
		...listed,
		...(more > 0 ? [`  and ${more} more: ${url}/__sandbox/properties`] : []),
		'',
		'Stop with Ctrl-C.',
	].join('\n');
}
