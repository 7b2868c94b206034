import { step } from '../progress.mts';
import type { CredentialReference, SavedWorkflow } from '../n8n/types.mts';
import type { Property } from '../sandbox/sandboxProcess.mts';
import { Stack, type StackPlan } from '../stack.mts';
import { UserError } from '../userError.mts';
import { alertWorkflow, exampleWorkflow } from './alertWorkflow.mts';

export interface Demo {
	stack: Stack;
	workflow: SavedWorkflow;
	credential: CredentialReference;
	/** The hotel that the workflow watches. */
	property: Property;
}

export const CREDENTIAL_NAME = 'Sandbox';

/** Starts the stack and sets up what is not there yet; what the user changed stays. */
export async function startDemo(plan: StackPlan): Promise<Demo> {
	const stack = await Stack.start(plan);
	const [property] = stack.sandbox.properties;
	if (property === undefined) throw new UserError('The sandbox has no property.');
	return await step({ doing: 'Setting up the example', done: 'Set up the example' }, async () => {
		const { credential, changed } = await provideCredential(stack);
		const workflow = await provideWorkflow(stack, credential, property, changed);
		return { stack, workflow, credential, property };
	});
}

async function provideCredential(
	stack: Stack,
): Promise<{ credential: CredentialReference; changed: boolean }> {
	const { client, sandbox } = stack;
	const data = { baseUrl: sandbox.url, clientId: sandbox.clientId, clientSecret: sandbox.clientSecret };
	const known = await client.findCredential(CREDENTIAL_NAME);
	if (known === undefined) {
		return { credential: await client.createCredential(CREDENTIAL_NAME, data), changed: true };
	}
	const { baseUrl = '' } = await client.credentialData(known);
	const otherPort = baseUrl !== sandbox.url && isLoopback(baseUrl);
	if (otherPort) await client.updateCredential(known, data);
	return { credential: known, changed: otherPort };
}

/** Another address is the user's own choice. */
function isLoopback(url: string): boolean {
	return /^http:\/\/(127\.0\.0\.1|localhost)(:|$)/.test(url);
}

async function provideWorkflow(
	{ client }: Stack,
	credential: CredentialReference,
	property: Property,
	credentialChanged: boolean,
): Promise<SavedWorkflow> {
	const known = await client.findWorkflow(exampleWorkflow().name);
	const workflow = known ?? (await client.createWorkflow(alertWorkflow(credential, property)));
	if (known !== undefined && !(known.active && credentialChanged)) return workflow;
	// With the old address its trigger may have failed to register.
	if (known?.active) await client.deactivate(known);
	await client.activate(workflow);
	return workflow;
}
