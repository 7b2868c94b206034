/* eslint-disable @n8n/community-nodes/no-restricted-imports --
   a server that plays n8n's webhooks: the node answers real requests */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { HookContext, WebhookContext } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHookFunctions,
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypeDescription,
	type INodeTypes,
	type IWebhookFunctions,
	type IWebhookResponseData,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { CREDENTIAL_TYPE, dataAround, withIsolate, type TestCredential } from './n8n';

export interface HostOptions {
	parameters: INodeParameters;
	/** Of n8n's types `httpBasicAuth` and `httpHeaderAuth`. */
	authentication?: IDataObject;
	credential?: TestCredential;
	mode?: WorkflowExecuteMode;
	/** Where requests come from, as Express tells it; default: as they do. */
	ip?: string;
}

let nextWorkflowId = 1;

/**
 * A workflow with a webhook node, over HTTP, in the order of n8n 2.41 (`live-webhooks`, `webhook-helpers`,
 * `workflow-runner`): the workflow with its static data is loaded for each request, the node runs, the execution starts
 * with a second workflow around the same static data, which no longer count as changed then, the response is read, the
 * static data is saved if it counts as changed, and only then the answer is sent.
 */
export class WebhookHost {
	readonly executions: IDataObject[][] = [];
	/** As stored; n8n stores nothing for a workflow that never had any. */
	staticData: IDataObject | undefined;
	/** Called where the execution starts: it may fail, or take its time. */
	onExecution: () => void | Promise<void> = () => undefined;
	/** What the node wrote to n8n's log. */
	readonly log: string[] = [];
	private loaded = 0;
	private closed = 0;
	private answered = 0;
	private readonly workflowId = `webhooks-${nextWorkflowId++}`;
	private server: Server | undefined;

	constructor(
		private readonly type: INodeType,
		private readonly options: HostOptions,
	) {}

	async start(): Promise<string> {
		const server = createServer((request, response) => void this.handle(request, response));
		this.server = server;
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	}

	/** Until the workflow has been loaded for so many requests. */
	async hasLoaded(requests: number): Promise<void> {
		while (this.loaded < requests) await setImmediate();
	}

	/** Until so many requests have their answer, or their sender gave up. */
	async hasClosed(requests: number): Promise<void> {
		while (this.closed < requests) await setImmediate();
	}

	/** Until so many requests were answered, whether or not somebody still listens. */
	async hasAnswered(requests: number): Promise<void> {
		while (this.answered < requests) await setImmediate();
	}

	get description(): INodeTypeDescription {
		return this.type.description;
	}

	/** What n8n asks the node when the workflow is activated. */
	async activate(): Promise<void> {
		const workflow = this.load(structured(this.staticData));
		const { node, additionalData, mode, webhookData } = this.surroundings(workflow);
		const { checkExists } = this.type.webhookMethods?.default ?? {};
		await withIsolate(workflow, async () => {
			const context = new HookContext(workflow, node, additionalData, mode, 'activate', webhookData);
			await checkExists?.call(context as unknown as IHookFunctions);
		});
	}

	async stop(): Promise<void> {
		this.server?.closeAllConnections();
		await new Promise((resolve) => this.server?.close(resolve));
	}

	private async handle(request: IncomingMessage, plain: ServerResponse): Promise<void> {
		const response = expressLike(plain);
		response.once('close', () => (this.closed += 1));
		try {
			const body = await bodyOf(request);
			const staticData = structured(this.staticData);
			const workflow = this.load(staticData);
			this.loaded += 1;
			const ip = this.options.ip ?? request.socket.remoteAddress;
			const result = await this.run(workflow, Object.assign(request, { body, ip }), response);
			if (result.workflowData) {
				await this.onExecution();
				this.load(staticData);
				this.executions.push((result.workflowData[0] ?? []).map(({ json }) => json));
			}
			const { noWebhookResponse, webhookResponse } = result;
			if (workflow.staticData.__dataChanged === true) this.staticData = structured(workflow.staticData);
			if (!noWebhookResponse) response.status(200).json(webhookResponse);
		} catch {
			response.status(500).json({ message: 'Workflow Webhook Error: Workflow could not be started!' });
		} finally {
			this.answered += 1;
		}
	}

	private load(staticData: IDataObject | undefined): Workflow {
		const { parameters } = this.options;
		const nodeTypes: INodeTypes = {
			getByName: () => this.type,
			getByNameAndVersion: () => this.type,
			getKnownTypes: () => ({}),
		};
		const ids = Object.fromEntries(
			[CREDENTIAL_TYPE.name, 'httpBasicAuth', 'httpHeaderAuth'].map((name) => [name, { id: name, name }]),
		);
		const node: INode = {
			id: 'events',
			name: 'Events',
			type: `n8n-nodes-partner-hotel.${this.type.description.name}`,
			typeVersion: 1,
			position: [0, 0],
			parameters,
			credentials: this.options.credential ? ids : { ...ids, [CREDENTIAL_TYPE.name]: { id: null, name: '' } },
		};
		return new Workflow({
			id: this.workflowId,
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes,
			staticData,
		});
	}

	private async run(
		workflow: Workflow,
		httpRequest: IncomingMessage,
		httpResponse: ServerResponse,
	): Promise<IWebhookResponseData> {
		const { node, additionalData, mode, webhookData } = this.surroundings(workflow);
		const around = { ...additionalData, httpRequest, httpResponse } as never;
		return await withIsolate(workflow, async () => {
			const context = new WebhookContext(workflow, node, around, mode, webhookData, [], null);
			const write = (text: string) => this.log.push(text);
			Object.defineProperty(context, 'logger', { value: { warn: write, info: write } });
			return (await this.type.webhook?.call(context as unknown as IWebhookFunctions)) as IWebhookResponseData;
		});
	}

	private surroundings(workflow: Workflow) {
		const node = workflow.getNode('Events') as INode;
		const { credential, authentication = {}, mode = 'webhook' } = this.options;
		const stored = { ...credential } as ICredentialDataDecryptedObject;
		const data = dataAround(workflow, node, stored);
		const helper = data.credentialsHelper;
		const getDecrypted: typeof helper.getDecrypted = async (additional, details, type, ...rest) =>
			type === CREDENTIAL_TYPE.name
				? await helper.getDecrypted(additional, details, type, ...rest)
				: await Promise.resolve(authentication as ICredentialDataDecryptedObject);
		const additionalData = {
			...data,
			credentialsHelper: Object.assign(Object.create(helper) as typeof helper, { ...helper, getDecrypted }),
		} as unknown as IWorkflowExecuteAdditionalData;
		const webhookData = { webhookDescription: this.type.description.webhooks?.[0] } as never;
		return { node, additionalData, mode, webhookData };
	}
}

function structured(data: IDataObject | undefined): IDataObject | undefined {
	return data && (JSON.parse(JSON.stringify(data)) as IDataObject);
}

/** What nodes use of the response that n8n gives them. */
function expressLike(response: ServerResponse) {
	const like = Object.assign(response, {
		status: (code: number) => {
			response.statusCode = code;
			return like;
		},
		json: (body: unknown) => {
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(body));
		},
	});
	return like;
}

/** As n8n's body parser: an object when there is no JSON. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const text = Buffer.concat(chunks).toString('utf8');
	const type = request.headers['content-type'] ?? '';
	if (type.startsWith('text/plain')) return text;
	return type.startsWith('application/json') ? JSON.parse(text) : {};
}
