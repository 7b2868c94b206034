import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { HOST } from '../../../src/util/paths.mts';

interface ChatRequest {
	messages: Array<{ role: string; content: string }>;
	tools?: Array<{ function: { name: string; parameters: { properties: Record<string, unknown> } } }>;
}

type Message = Record<string, unknown>;

/** What n8n offers to a model whose answer has a form. */
const FORM = 'format_final_json_response';

/** Stands in for OpenAI's chat interface: calls one tool, then repeats what the tool said. */
export class ChatModel {
	/** What it was offered. */
	tools: string[] = [];
	isFailing = false;
	/** Where the answer has a form: what it fills in. */
	fills?: Record<string, unknown>;
	private readonly server: Server;

	private constructor(
		public tool: string,
		public toolArguments: Record<string, unknown>,
	) {
		this.server = createServer((request, response) => {
			void json(request).then((body) => {
				const status = this.isFailing ? 400 : 200;
				const answer = this.isFailing
					? { error: { message: 'The model is not available' } }
					: this.answer(body as ChatRequest);
				response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
			});
		});
	}

	static async start(tool: string, toolArguments: Record<string, unknown>): Promise<ChatModel> {
		const model = new ChatModel(tool, toolArguments);
		await new Promise<void>((resolve) => model.server.listen(0, HOST, resolve));
		return model;
	}

	/** What a user enters in a credential of the type `openAiApi`. */
	get credentialData(): Record<string, unknown> {
		const { port } = this.server.address() as AddressInfo;
		return { apiKey: 'not-a-key', url: `http://${HOST}:${port}/v1` };
	}

	close(): void {
		this.server.closeAllConnections();
		this.server.close();
	}

	private answer({ messages, tools = [] }: ChatRequest): Message {
		this.tools = tools.map((tool) => tool.function.name);
		const said = messages.find(({ role }) => role === 'tool')?.content;
		const hasForm = this.tools.includes(FORM);
		const text = `The hotel offers: ${said}`;
		if (said === undefined) return answered(this.toolCall(this.tool, this.toolArguments));
		if (hasForm)
			return answered(this.toolCall(FORM, { output: { answer: text, proposal: 'none', ...this.fills } }));
		return answered({ role: 'assistant', content: text });
	}

	private toolCall(name: string, toolArguments: Record<string, unknown>): Message {
		const call = { name, arguments: JSON.stringify(toolArguments) };
		return {
			role: 'assistant',
			content: null,
			tool_calls: [{ id: 'call', type: 'function', function: call }],
		};
	}
}

function answered(message: Message): Message {
	const finish = 'tool_calls' in message ? 'tool_calls' : 'stop';
	const choice = { index: 0, message, finish_reason: finish };
	return { id: 'answer', object: 'chat.completion', created: 0, model: 'stand-in', choices: [choice] };
}
