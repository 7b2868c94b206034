import { existsSync } from 'node:fs';
import { claimFolder, emptyFolder } from '../util/folders.mts';
import { inRoot } from '../util/paths.mts';
import { choosePort, INBOX_PORT, N8N_PORT, SANDBOX_PORT } from '../util/ports.mts';
import { LOGIN } from '../n8n/stack.mts';
import { CREDENTIAL_NAME } from './credentials.mts';
import { DEMO_OCCUPANCY, startDemo, type Demo } from './demo.mts';

/** As the command line gives them. */
export interface SessionValues {
	port?: number;
	'sandbox-port'?: number;
	'inbox-port'?: number;
	'no-live'?: boolean;
	reset?: boolean;
}

const LIVE_SECONDS = 30;
export const DEMO_FOLDER = inRoot('.demo');
export const CHECK_FOLDER = 'check';

/** The demo for a user, with its saved state, and at its usual ports if they are free. */
export async function startSession(values: SessionValues): Promise<Demo> {
	await claimFolder(DEMO_FOLDER);
	if (values.reset) emptyFolder(DEMO_FOLDER, [CHECK_FOLDER]);
	const n8nPort = await choosePort({ owner: 'n8n', option: '--port', usual: N8N_PORT, wanted: values.port });
	const sandboxPort = await choosePort({
		owner: 'the sandbox',
		option: '--sandbox-port',
		usual: SANDBOX_PORT,
		wanted: values['sandbox-port'],
	});
	const inboxPort = await choosePort({
		owner: 'the inbox',
		option: '--inbox-port',
		usual: INBOX_PORT,
		wanted: values['inbox-port'],
	});
	const stateFile = inRoot('.demo', 'sandbox-state.jsonl');
	return await startDemo({
		folder: DEMO_FOLDER,
		inboxPort,
		n8nPort,
		sandbox: {
			port: sandboxPort,
			liveSeconds: values['no-live'] ? 0 : LIVE_SECONDS,
			stateFile,
			// A saved world does not change.
			...(!existsSync(stateFile) && { occupancy: DEMO_OCCUPANCY }),
		},
	});
}

/** The addresses that a user needs first. */
export function welcome({ stack, workflow, property, postgres }: Demo, live: boolean): string {
	const { sandbox } = stack;
	return `
Everything begins here:   ${sandbox.url}

  1. Make a booking at ${property.name} with the button 'New booking'.
  2. Watch it arrive within a minute, in an instant with the switch 'Events': the page shows the Slack message and the e-mail.
  3. Open the workflow '${workflow.name}', which sent them; n8n asks for ${LOGIN.email} and ${LOGIN.password}.
  4. Build your own: add a node and search for 'Partner Hotel'; the credential '${CREDENTIAL_NAME}' is there.

${live ? `Invented guests act every ${LIVE_SECONDS} s; the page or --no-live stops them.` : 'No invented guests: bookings change only when you change them.'}
The other example workflows run by hand. Spreadsheets come by e-mail and to .demo/files.
${postgres === undefined ? "'Bookings to PostgreSQL' has no server: none answers on this machine (PGHOST, PGPORT, PGUSER, PGPASSWORD name one)." : `'Bookings to PostgreSQL' would write to ${postgres}.`} Google Sheets and the AI agent need an account of yours.
Logs are in .demo/logs. Stop with Ctrl-C; the next start keeps everything.`;
}
