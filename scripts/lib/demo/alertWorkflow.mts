import { readFileSync } from 'node:fs';
import { CREDENTIAL_TYPE } from '../n8n/n8nClient.mts';
import type { CredentialReference, Workflow } from '../n8n/types.mts';
import { inRoot } from '../paths.mts';
import type { Property } from '../sandbox/sandboxProcess.mts';

export const ALERT_NODE = 'Compose alert';

const FILE = inRoot('workflows', 'new-booking-alert.json');

/** The example workflow as users import it. */
export function exampleWorkflow(): Workflow {
	return JSON.parse(readFileSync(FILE, 'utf8')) as Workflow;
}

/** The example workflow with what a user chooses in it: a credential and a property. */
export function alertWorkflow(credential: CredentialReference, { id, name }: Property): Workflow {
	const example = exampleWorkflow();
	const nodes = example.nodes.map((node) => {
		if (!('propertyId' in node.parameters)) return node;
		const propertyId = { __rl: true, mode: 'list', value: id, cachedResultName: `${name} (${id})` };
		return {
			...node,
			parameters: { ...node.parameters, propertyId },
			credentials: { [CREDENTIAL_TYPE]: credential },
		};
	});
	return { ...example, nodes };
}
