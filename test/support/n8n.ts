import { ExecuteContext, LoadOptionsContext, PollContext } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypes,
	type IPollFunctions,
	type IWorkflowExecuteAdditionalData,
	type NodeExecutionHint,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { PartnerHotelOAuth2Api } from '../../credentials/PartnerHotelOAuth2Api.credentials';
import './deduplicationStore';
import { asOlderHost } from './olderHost';

export interface TestCredential {
	baseUrl: string;
	apiClientId: string;
	apiClientSecret: string;
	[field: string]: unknown;
}

/**
 * n8n-core's own execution contexts around one node: its parameter resolution, expressions, OAuth2 and HTTP
 * code. Only the database behind the credential is replaced, by `stored`.
 */
export interface NodeHarness {
	node: INode;
	/** The credential as n8n stores it; holds `oauthTokenData` once a token was fetched. */
	stored: ICredentialDataDecryptedObject;
	staticData: IDataObject;
	/** What the last execution showed beside the node's output. */
	hints: NodeExecutionHint[];
	/** The credential as nodes get it: with the defaults of its type, expressions evaluated. */
	decrypted(): Promise<ICredentialDataDecryptedObject>;
	/** Input items are records, or whole items where binary data matters. */
	execute(
		input?: Array<IDataObject | INodeExecutionData>,
		signal?: AbortSignal,
	): Promise<INodeExecutionData[]>;
	/** All polls of an activation share one context, as in n8n. */
	poll(options?: PollOptions): Promise<INodeExecutionData[] | null>;
	/** n8n starts again: the next poll gets a context of its own. */
	restart(): void;
	search(method: string, filter?: string, paginationToken?: string): ReturnType<ListSearch>;
	/** The choices of a dropdown, by the name of its method. */
	loadOptions(method: string): Promise<INodePropertyOptions[]>;
}

export interface PollOptions {
	mode?: WorkflowExecuteMode;
	activation?: WorkflowActivateMode;
	/** `null`: a host that does not say. */
	budgetMs?: number | null;
}

type ListSearch = NonNullable<NonNullable<INodeType['methods']>['listSearch']>[string];

export interface HarnessOptions {
	parameters?: INodeParameters;
	credential: TestCredential;
	staticData?: IDataObject;
	timezone?: string;
	onError?: INode['onError'];
	/** n8n 1.123 in place of the newest. */
	isOlder?: boolean;
	/** Of the same node of the same workflow, as another activation has it (default: one of its own). */
	nodeId?: string;
	/** Default: a workflow of its own for each node; `null`: none, as n8n's own agents run nodes. */
	workflowId?: string | null;
}

const URLS = {
	restApiUrl: 'http://127.0.0.1/rest',
	instanceBaseUrl: 'http://127.0.0.1',
	webhookBaseUrl: 'http://127.0.0.1/webhook',
	webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
	webhookTestBaseUrl: 'http://127.0.0.1/webhook-test',
	formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
};

export const CREDENTIAL_TYPE = new PartnerHotelOAuth2Api();
let nextNodeId = 1;

export function harness(type: INodeType, options: HarnessOptions): NodeHarness {
	const name = type.description.name;
	const node: INode = {
		id: options.nodeId ?? `node-${nextNodeId++}`,
		name: 'Hotel',
		type: `n8n-nodes-partner-hotel.${name}`,
		typeVersion: 1,
		position: [0, 0],
		parameters: options.parameters ?? {},
		credentials: { [CREDENTIAL_TYPE.name]: { id: `credential-${credentialKey(options)}`, name: 'Sandbox' } },
		...(options.onError && { onError: options.onError }),
	};
	const nodeTypes: INodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({
		...(options.workflowId !== null && { id: options.workflowId ?? `workflow-${node.id}` }),
		nodes: [node],
		connections: {},
		active: true,
		nodeTypes,
		settings: { timezone: options.timezone ?? 'UTC' },
		...(options.staticData && { staticData: { [`node:${node.name}`]: options.staticData } }),
	});
	const stored: ICredentialDataDecryptedObject = { ...options.credential } as ICredentialDataDecryptedObject;
	const additionalData = dataAround(workflow, node, stored);
	const staticData = workflow.getStaticData('node', node);
	const hints: NodeExecutionHint[] = [];
	const asHost = <T extends IExecuteFunctions | IPollFunctions>(context: T) =>
		options.isOlder ? asOlderHost(context, additionalData) : context;
	const polling = new Map<string, IPollFunctions>();
	const pollContextFor = (wanted: PollOptions) => {
		const key = `${wanted.mode} ${wanted.activation}`;
		const context = polling.get(key) ?? asHost(pollContext(workflow, node, additionalData, wanted));
		polling.clear();
		polling.set(key, context);
		return withBudget(context, wanted);
	};

	return {
		node,
		stored,
		staticData,
		hints,
		decrypted: async () => await withIsolate(workflow, async () => resolved(workflow, node, stored)),
		execute: async (input = [{}], signal) =>
			await withIsolate(workflow, async () => {
				const context = asHost(executeContext(workflow, node, additionalData, input, signal));
				const [items = []] = (await type.execute?.call(context)) as INodeExecutionData[][];
				hints.splice(0, Infinity, ...context.hints);
				return items;
			}),
		poll: async (pollOptions = {}) =>
			await withIsolate(workflow, async () => {
				const context = pollContextFor(pollOptions);
				return (await type.poll?.call(context))?.[0] ?? null;
			}),
		restart: () => polling.clear(),
		search: async (method, filter, paginationToken) =>
			await withIsolate(workflow, async () => {
				const listSearch = type.methods?.listSearch?.[method];
				if (!listSearch) throw new Error(`There is no list search '${method}'`);
				return await listSearch.call(
					loadOptionsContext(workflow, node, additionalData),
					filter,
					paginationToken,
				);
			}),
		loadOptions: async (method) =>
			await withIsolate(workflow, async () => {
				const load = type.methods?.loadOptions?.[method];
				if (!load) throw new Error(`There are no choices '${method}'`);
				return await load.call(loadOptionsContext(workflow, node, additionalData));
			}),
	};
}

/** Harnesses of the same client share n8n's single flight of token renewals, as credentials do. */
function credentialKey({ credential }: HarnessOptions): string {
	return `${credential.baseUrl} ${credential.apiClientId}`;
}

function executeContext(
	workflow: Workflow,
	node: INode,
	additionalData: IWorkflowExecuteAdditionalData,
	input: Array<IDataObject | INodeExecutionData>,
	signal?: AbortSignal,
): IExecuteFunctions & Pick<ExecuteContext, 'hints'> {
	const items = input.map((one) =>
		'binary' in one ? (one as INodeExecutionData) : { json: one as IDataObject },
	);
	const data = { main: [items] };
	return new ExecuteContext(
		workflow,
		node,
		additionalData,
		'manual',
		createRunExecutionData(),
		0,
		items,
		data,
		{ data, node, source: null },
		[],
		signal,
	) as unknown as IExecuteFunctions & Pick<ExecuteContext, 'hints'>;
}

function pollContext(
	workflow: Workflow,
	node: INode,
	additionalData: IWorkflowExecuteAdditionalData,
	{ mode = 'trigger', activation = 'activate' }: PollOptions,
): IPollFunctions {
	return new PollContext(workflow, node, additionalData, mode, activation) as unknown as IPollFunctions;
}

const USUAL_BUDGET_MS = 300_000;

function withBudget(context: IPollFunctions, { budgetMs = USUAL_BUDGET_MS }: PollOptions): IPollFunctions {
	return Object.assign(context, { getPollBudgetMs: budgetMs === null ? undefined : () => budgetMs });
}

function loadOptionsContext(
	workflow: Workflow,
	node: INode,
	additionalData: IWorkflowExecuteAdditionalData,
): ILoadOptionsFunctions {
	return new LoadOptionsContext(workflow, node, additionalData, '') as unknown as ILoadOptionsFunctions;
}

export async function withIsolate<T>(workflow: Workflow, run: () => Promise<T>): Promise<T> {
	await workflow.expression.acquireIsolate?.();
	return await run().finally(async () => await workflow.expression.releaseIsolate?.());
}

export function dataAround(
	workflow: Workflow,
	node: INode,
	stored: ICredentialDataDecryptedObject,
): IWorkflowExecuteAdditionalData {
	const decrypted = () => resolved(workflow, node, stored);
	const credentialsHelper = {
		getDecrypted: async () => decrypted(),
		getParentTypes: () => CREDENTIAL_TYPE.extends,
		updateCredentialsOauthTokenData: async (
			_: unknown,
			__: unknown,
			data: ICredentialDataDecryptedObject,
		) => {
			if (data.oauthTokenData !== undefined) stored.oauthTokenData = data.oauthTokenData;
		},
		runPreAuthentication: async () => undefined,
		preAuthentication: async () => undefined,
		authenticate: async (_: unknown, __: unknown, request: unknown) => request,
		isCredentialUsableByNode: () => true,
	};
	return {
		...URLS,
		credentialsHelper,
		executionId: 'execution',
		currentNodeParameters: node.parameters,
		variables: {},
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** As n8n's credentials helper does it: defaults of the type, then expressions over the credential itself. */
function resolved(
	workflow: Workflow,
	node: INode,
	stored: ICredentialDataDecryptedObject,
): ICredentialDataDecryptedObject {
	const defaults = Object.fromEntries(
		CREDENTIAL_TYPE.properties.map((property) => [property.name, property.default]),
	);
	const data = { ...defaults, ...stored } as ICredentialDataDecryptedObject;
	return workflow.expression.getComplexParameterValue(
		node,
		data as INodeParameters,
		'internal',
		{},
		undefined,
		undefined,
		data as IDataObject,
	) as ICredentialDataDecryptedObject;
}
