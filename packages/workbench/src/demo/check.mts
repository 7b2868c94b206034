import { claimFolder, emptyFolder } from '../util/folders.mts';
import { anyFreePort } from '../util/ports.mts';
import { stopAllChildren } from '../processes/children.mts';
import { UserError } from '../util/userError.mts';
import { waitFor } from '../util/waiting.mts';
import { DEMO_OCCUPANCY, startDemo, type Demo } from './demo.mts';
import { ALERT_NODE } from './examples.mts';

export interface CheckPorts {
	n8nPort?: number;
	sandboxPort?: number;
}

/** Polls are a minute apart. */
const ARRIVAL_TIMEOUT_MS = 4 * 60_000;
const ASK_EVERY_MS = 2_000;

/** Checks the demo without a user: one booking must run through the example workflow. */
export async function checkDemo(folder: string, { n8nPort, sandboxPort = 0 }: CheckPorts): Promise<number> {
	await claimFolder(folder);
	emptyFolder(folder);
	try {
		const demo = await startDemo({
			folder,
			n8nPort: n8nPort ?? (await anyFreePort()),
			sandbox: { port: sandboxPort, liveSeconds: 0, occupancy: DEMO_OCCUPANCY },
			inboxPort: 0,
		});
		const { number } = await demo.stack.sandbox.control.createBooking(demo.property.id);
		console.log(`Made booking ${number}; waiting for the trigger to find it (a minute at most) …`);
		const execution = await demo.stack.whileRunning(arrivalOf(number, demo));
		console.log(`Booking ${number} reached the workflow in execution ${execution}`);
		assertDelivered(number, demo);
		await assertShown(number, demo);
		console.log('Its Slack message and its e-mail arrived, and the page of the sandbox shows them');
		return 0;
	} finally {
		await stopAllChildren();
	}
}

/** Messages are sent while the workflow runs, so that they are there when it has ended, or never. */
function assertDelivered(number: string, { inbox }: Demo): void {
	const { mails, slackMessages } = inbox;
	if (!mails.some(({ subject }) => subject.includes(number)))
		throw new UserError('Its e-mail did not arrive.');
	if (!slackMessages.some(({ text }) => text.includes(number))) {
		throw new UserError('Its Slack message did not arrive.');
	}
}

async function assertShown(number: string, { stack: { sandbox } }: Demo): Promise<void> {
	const shown = await sandbox.control.messages();
	const about = shown.filter(({ subject = '', text = '' }) => `${subject} ${text}`.includes(number));
	const kinds = about.map(({ kind }) => kind).sort();
	if (kinds.join() !== 'mail,slack')
		throw new UserError(`The page of the sandbox shows ${kinds.join() || 'nothing'}.`);
	const page = await fetch(sandbox.url);
	if (!page.ok) throw new UserError(`The page of the sandbox responds with status ${page.status}.`);
}

/** Waits until the workflow was executed for the booking. Returns the number of the execution. */
export async function arrivalOf(number: string, { stack, workflow }: Demo): Promise<string> {
	const { client } = stack;
	return await waitFor(
		{
			for: `booking ${number} to reach the workflow`,
			timeoutMs: ARRIVAL_TIMEOUT_MS,
			everyMs: ASK_EVERY_MS,
			diagnosis: async () => {
				const executions = await client.endedExecutions(workflow);
				const states = executions.map(({ id, status }) => `${id} ${status}`).join(', ') || 'none';
				return `Executions: ${states}. The sandbox's report: ${JSON.stringify(await stack.sandbox.control.report())}`;
			},
		},
		async () => {
			for (const execution of await client.endedExecutions(workflow)) {
				const items = await client.outputOf(execution, ALERT_NODE);
				if (items.some(({ bookingNumber }) => bookingNumber === number)) return execution.id;
			}
			return undefined;
		},
	);
}
