import { plain, TRIGGER, WORKFLOW_ID } from '../polledWorlds.mts';
import { make, requireOfN8n } from './modules.mts';
import { TRIGGERS, type Services } from './services.mts';
import { published, type Stored } from './stored.mts';

interface Activator {
	activate(...given: unknown[]): Promise<{ failures: Array<{ error: Error & { cause?: Error } }> }>;
}

/** @returns the message of the error with which it failed */
export async function activateDurably(stored: Stored, { parts }: Services): Promise<string | undefined> {
	const nonWebhookTriggerRegistrar = make(
		`${TRIGGERS}/non-webhook-trigger-registrar.js`,
		'NonWebhookTriggerRegistrar',
		parts,
	);
	const activator = make<Activator>(`${TRIGGERS}/workflow-trigger-activator.js`, 'WorkflowTriggerActivator', {
		...parts,
		nonWebhookTriggerRegistrar,
	});
	const abort = { signal: new AbortController().signal, onDetached: () => undefined };
	const { workflow } = stored;
	const { failures } = await activator.activate(
		plain(workflow),
		workflow,
		new Set([TRIGGER.id]),
		'activate',
		abort,
	);
	return failures[0]?.error.cause?.message;
}

/**
 * As active-workflow-manager.js does it (add): the triggers, then the static data.
 * @returns the message of the error with which it failed
 */
export async function activateByDefault(stored: Stored, services: Services): Promise<string | undefined> {
	const { contexts, active, staticData, nodeTypes } = services;
	const { workflow } = stored;
	const { Workflow } = requireOfN8n('n8n-workflow') as { Workflow: new (given: object) => object };
	const loaded = new Workflow({ ...plain(workflow), active: true, nodeTypes });
	const load = async () => await published(stored);
	const functions = contexts.getExecutePollFunctions(workflow, {}, 'trigger', 'activate', load);
	try {
		await active.addAllTriggers(WORKFLOW_ID, loaded, {}, 'trigger', 'activate', undefined, functions);
	} catch (error) {
		return ((error as Error).cause as Error).message;
	}
	await staticData.saveStaticData(loaded);
	return undefined;
}
