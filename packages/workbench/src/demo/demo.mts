import { freePortFrom } from '../../../sandbox/src/cli/freePort.mts';
import { Inbox } from './inbox/inbox.mts';
import { CREDENTIAL_TYPE } from '../n8n/n8nClient.mts';
import { filesFolder } from '../n8n/n8nProcess.mts';
import type { CredentialReference, SavedWorkflow } from '../n8n/types.mts';
import { step } from '../util/progress.mts';
import type { GuideInput } from '../../../sandbox/src/client.mts';
import type { Property } from '../processes/sandboxProcess.mts';
import { LOGIN, Stack, type StackPlan } from '../n8n/stack.mts';
import { UserError } from '../util/userError.mts';
import { EVENTS_KEY, provideCredentials, type DemoCredentials } from './credentials.mts';
import {
	ALERT,
	eventsPath,
	exampleNames,
	exampleWorkflow,
	FAILURE_ALERT,
	filledIn,
	GUEST_JOURNEY,
	INSTANT_ALERT,
	slackSettings,
	startedByEventsOnly,
	type Filling,
} from './examples.mts';

export interface DemoPlan extends StackPlan {
	/** Where the workflows send their Slack messages; 0 = any free port. */
	inboxPort: number;
}

export interface Demo {
	stack: Stack;
	inbox: Inbox;
	/** The workflow of the new booking alert. */
	workflow: SavedWorkflow;
	credential: CredentialReference;
	/** The hotel that the workflows work for. */
	property: Property;
	/** The PostgreSQL for the workflow that writes to one. */
	postgres?: string;
}

/** Percent of the rooms of a fresh demo that are sold. */
export const DEMO_OCCUPANCY = 75;

const MAIL_FROM = 'n8n@hotel.example';

/** These are active from the start, and change nothing; users activate the others. */
const ACTIVE = [FAILURE_ALERT, ALERT, INSTANT_ALERT, GUEST_JOURNEY];

/** Starts the stack and sets up what is missing, without overwriting changes of the user. */
export async function startDemo({ inboxPort, ...plan }: DemoPlan): Promise<Demo> {
	const inbox = await Inbox.start({ mailPort: await mailPortBeside(inboxPort), webPort: inboxPort });
	const stack = await Stack.start(plan);
	const { url, control } = stack.sandbox;
	inbox.showOn({ url, show: async (message) => await control.showMessage(message) });
	const [property] = stack.sandbox.properties;
	if (property === undefined) throw new UserError('The sandbox has no property.');
	return await step({ doing: 'Setting up the examples', done: 'Set up the examples' }, async () => {
		const credentials = await provideCredentials(stack, inbox);
		const filling: Filling = {
			credentials: credentials.byType,
			property,
			settings: { reportFolder: filesFolder(plan.folder) },
		};
		const failureAlert = await provideWorkflow(stack, inbox, FAILURE_ALERT, filling, credentials);
		const others = exampleNames().filter((name) => name !== FAILURE_ALERT);
		const provided = new Map<string, SavedWorkflow>();
		for (const name of others) {
			const asked = { ...filling, errorWorkflow: failureAlert.id };
			provided.set(name, await provideWorkflow(stack, inbox, name, asked, credentials));
		}
		const workflow = provided.get(ALERT);
		if (workflow === undefined) throw new UserError(`workflows/${ALERT}.json is missing.`);
		const events = eventsTarget(stack, provided.get(INSTANT_ALERT));
		await control.setGuide({
			workflowUrl: `${stack.url}/workflow/${workflow.id}/executions`,
			workflowName: workflow.name,
			buildUrl: `${stack.url}/workflow/new`,
			login: LOGIN,
			...(events && { events }),
		});
		if (events) await moveEvents(stack, events);
		const { postgres } = credentials;
		const credential = credentials.byType[CREDENTIAL_TYPE];
		return { stack, inbox, workflow, credential, property, ...(postgres && { postgres }) };
	});
}

/** The same port at every start, if possible: a booking may be emitted before the credential is up to date. */
async function mailPortBeside(inboxPort: number): Promise<number> {
	return inboxPort === 0 ? 0 : await freePortFrom(inboxPort + 1);
}

/** The workflow to which the page can send events. */
function eventsTarget({ url }: Stack, workflow: SavedWorkflow | undefined): GuideInput['events'] {
	if (workflow === undefined) return undefined;
	const { id, name: workflowName } = workflow;
	const path = eventsPath(workflow);
	if (path === undefined) return undefined;
	return {
		url: url + path,
		key: EVENTS_KEY,
		workflowUrl: `${url}/workflow/${id}/executions`,
		workflowName,
	};
}

/** n8n may have another port than when events were switched on. Any other address was set by the user. */
async function moveEvents({ sandbox }: Stack, { url }: { url: string }): Promise<void> {
	const { webhook } = await sandbox.control.events(sandbox.clientId);
	if (webhook === null || webhook.url === url) return;
	const [before, now] = [new URL(webhook.url), new URL(url)];
	if (before.hostname !== now.hostname || before.pathname !== now.pathname) return;
	const authentication = { kind: 'apiKey', key: EVENTS_KEY } as const;
	await sandbox.control.setWebhook(sandbox.clientId, { url, authentication });
}

async function provideWorkflow(
	{ client }: Stack,
	inbox: Inbox,
	name: string,
	filling: Filling,
	{ sandboxMoved }: DemoCredentials,
): Promise<SavedWorkflow> {
	const example = exampleWorkflow(name);
	const known = await client.findWorkflow(example.name);
	if (known === undefined) {
		const settings = { ...filling.settings, ...senderSettings(example.name, inbox) };
		const filled = filledIn(example, { ...filling, settings });
		const wanted = name === INSTANT_ALERT ? startedByEventsOnly(filled) : filled;
		const created = await client.createWorkflow(wanted);
		if (ACTIVE.includes(name)) await client.activate(created);
		return created;
	}
	const moved = withInboxAt(known, inbox.slackUrl);
	if (moved === known && !(known.active && sandboxMoved)) return known;
	// With the old address its trigger may have failed to register.
	if (known.active) await client.deactivate(known);
	const current = moved === known ? known : await client.updateWorkflow(moved);
	if (known.active) await client.activate(current);
	return current;
}

/** The page uses them to show which workflow has sent a message. */
function senderSettings(workflow: string, inbox: Inbox): Record<string, string> {
	return { ...slackSettings(inbox.slackUrlOf(workflow)), mailFrom: `"${workflow}" <${MAIL_FROM}>` };
}

/** The inbox may have another port than at the last start. Any other address was set by the user. */
function withInboxAt(workflow: SavedWorkflow, slackUrl: string): SavedWorkflow {
	const before = JSON.stringify(workflow.nodes);
	const after = before.replaceAll(/http:\/\/127\.0\.0\.1:\d+\/slack(?=["?])/g, slackUrl);
	return before === after ? workflow : { ...workflow, nodes: JSON.parse(after) as SavedWorkflow['nodes'] };
}
