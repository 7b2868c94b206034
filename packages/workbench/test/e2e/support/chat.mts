import { randomUUID } from 'node:crypto';
import type { SavedWorkflow } from '../../../src/n8n/types.mts';
import type { Stack } from '../../../src/n8n/stack.mts';
import type { Property } from '../../../src/processes/sandboxProcess.mts';
import type { Deviation, Examples } from './examples.mts';
import type { ChatModel } from './model.mts';

/** An example with an AI agent behind a public address. */
export interface Chat {
	workflow: SavedWorkflow;
	/** @returns what the chat answers */
	ask: (question: string, session?: string) => Promise<string>;
}

export async function startChat(
	{ stack, examples }: { stack: Stack; examples: Examples },
	file: string,
	property: Property,
	model: ChatModel,
	deviation?: Deviation,
): Promise<Chat> {
	const openAiApi = await stack.client.createCredential('Model', model.credentialData, 'openAiApi');
	const imported = await examples.import(file, property, deviation);
	const nodes = imported.nodes.map((node) => {
		// Several copies of a workflow need addresses of their own.
		if (node.name === 'Chat')
			return { ...node, parameters: { public: true, mode: 'webhook', options: {} }, webhookId: randomUUID() };
		if (node.name !== 'Chat model') return node;
		// The stand-in speaks the older one of the two interfaces.
		const parameters = { ...node.parameters, responsesApiEnabled: false };
		return { ...node, parameters, credentials: { openAiApi } };
	});
	const workflow = await stack.client.updateWorkflow({ ...imported, nodes });
	await stack.client.activate(workflow);
	const webhookId = nodes.find(({ name }) => name === 'Chat')?.webhookId;
	return {
		workflow,
		ask: async (question, sessionId = question) => {
			const response = await fetch(`${stack.url}/webhook/${webhookId}/chat`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ action: 'sendMessage', sessionId, chatInput: question }),
			});
			return ((await response.json()) as { output: string }).output;
		},
	};
}
