import { claimFolder, emptyFolder } from '../util/folders.mts';
import { inRoot } from '../util/paths.mts';
import { choosePort, INBOX_PORT, N8N_PORT, SANDBOX_PORT } from '../util/ports.mts';
import { LOGIN } from '../n8n/stack.mts';
import { CREDENTIAL_NAME } from './credentials.mts';
import { startDemo, type Demo } from './demo.mts';

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

/** The demo for a user: where it was left, and at its usual ports if they are free. */
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
	return await startDemo({
		folder: DEMO_FOLDER,
		inboxPort,
		n8nPort,
		sandbox: {
			port: sandboxPort,
			liveSeconds: values['no-live'] ? 0 : LIVE_SECONDS,
			stateFile: inRoot('.demo', 'sandbox-state.jsonl'),
		},
	});
}

/** What a user wants to know first. */
export function welcome({ stack, inbox, workflow, property, postgres }: Demo): string {
	const { url, sandbox } = stack;
	return `
n8n is ready:   ${url}/workflow/${workflow.id}
  E-mail        ${LOGIN.email}
  Password      ${LOGIN.password}
The sandbox:    ${sandbox.url} (credential '${CREDENTIAL_NAME}')
The inbox:      ${inbox.url} shows what the workflows send by e-mail and to Slack

What to try next:
  1. Open the address above and sign in. The workflow '${workflow.name}' is switched on.
  2. Make a booking at ${property.name}:
       curl -X POST ${sandbox.url}/__sandbox/properties/${property.id}/bookings
  3. Within a minute the alert is in the inbox, and the booking is listed under Executions.
  4. Run the other workflows by hand: ${url}/home/workflows. Spreadsheets go to the inbox and to .demo/files.
     ${postgres === undefined ? "'Bookings to PostgreSQL' has no server: none answers on this machine (PGHOST, PGPORT, PGUSER, PGPASSWORD name one)." : `'Bookings to PostgreSQL' would write to ${postgres}.`}
     Google Sheets and the AI agent need an account of yours.
  5. Build a workflow of your own: add a node and search for 'Partner Hotel'.

Logs are in .demo/logs. Stop with Ctrl-C; the next start keeps everything.`;
}
