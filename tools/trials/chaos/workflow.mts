import { randomUUID } from 'node:crypto';
import { CREDENTIAL_TYPE } from '../../n8n/n8nClient.mts';
import type { CredentialReference, SavedWorkflow, Workflow } from '../../n8n/types.mts';
import type { Stack } from '../../n8n/stack.mts';
import type { AfterCrash } from './options.mts';

export const TRIGGER_NAME = 'Trigger';
const RESULT_NAME = 'Result';

export interface Watched {
	propertyIds: readonly string[];
	/** Instead of naming each. */
	all: boolean;
	afterCrash?: AfterCrash;
}

/** An active workflow that asks every minute and does nothing with what comes. */
export async function startWorkflow({ client, sandbox }: Stack, watched: Watched): Promise<SavedWorkflow> {
	const { url, clientId, clientSecret } = sandbox;
	const credential = await client.createCredential('Sandbox', { baseUrl: url, clientId, clientSecret });
	const workflow = await client.createWorkflow(workflowOf(credential, watched));
	await client.activate(workflow);
	return workflow;
}

function workflowOf(credential: CredentialReference, watched: Watched): Workflow {
	return {
		name: 'Chaos',
		nodes: [
			{
				id: randomUUID(),
				name: TRIGGER_NAME,
				type: 'n8n-nodes-partner-hotel.partnerHotelTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {
					pollTimes: { item: [{ mode: 'everyMinute' }] },
					...propertiesOf(watched),
					events: ['new', 'changed', 'cancelled'],
					startFrom: 'now',
					output: 'details',
					options: watched.afterCrash === 'again' ? { afterCrash: 'handOverAgain' } : {},
				},
				credentials: { [CREDENTIAL_TYPE]: credential },
			},
			{
				id: randomUUID(),
				name: RESULT_NAME,
				type: 'n8n-nodes-base.noOp',
				typeVersion: 1,
				position: [220, 0],
				parameters: {},
			},
		],
		connections: { [TRIGGER_NAME]: { main: [[{ node: RESULT_NAME, type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}

function propertiesOf({ propertyIds, all }: Watched): Record<string, unknown> {
	if (all) return { propertySelection: 'all' };
	const [only, ...more] = propertyIds;
	return more.length === 0
		? { propertySelection: 'one', propertyId: { __rl: true, mode: 'id', value: only } }
		: { propertySelection: 'several', propertyIds };
}
