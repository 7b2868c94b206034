import { parse } from 'flatted';
import { UserError } from '../util/userError.mts';
import { waitFor } from '../util/waiting.mts';
import { capabilitiesOf, type Capabilities } from './capabilities.mts';
import { chosenN8n } from './version.mts';
import type {
	CredentialData,
	CredentialReference,
	DataTableColumn,
	Execution,
	ExecutionFailure,
	Items,
	ListEntry,
	Login,
	SavedWorkflow,
	Workflow,
} from './types.mts';

export const CREDENTIAL_TYPE = 'partnerHotelOAuth2Api';
/** The first poll may wait for the limit of a minute. */
const ACTIVATION_TIMEOUT_MS = 120_000;
const RESPONSE_TIMEOUT_MS = 60_000;
const EXECUTIONS_PER_PAGE = 100;

/** A client of the REST interface of n8n's editor. */
export class N8nClient {
	private cookie = '';
	private created: Promise<unknown> = Promise.resolve();

	constructor(
		readonly url: string,
		private readonly capabilities: Capabilities = capabilitiesOf(chosenN8n()),
	) {}

	/** Signs in, as the new or existing owner. */
	async signIn({ email, password }: Login): Promise<void> {
		await this.post('/login', { emailOrLdapLoginId: email, password }).catch(async (refused: unknown) => {
			const owner = { email, password, firstName: 'Demo', lastName: 'Hotelier' };
			await this.post('/owner/setup', owner).catch(() => {
				// There is an owner already.
				throw refused;
			});
		});
	}

	/** Signs in another user of the same n8n, who shares nothing with this one. */
	async addUser({ email, password }: Login): Promise<N8nClient> {
		const invited = await this.post<Array<{ user: { inviteAcceptUrl: string } }>>('/invitations', [
			{ email, role: 'global:member' },
		]);
		const { searchParams } = new URL(invited[0]?.user.inviteAcceptUrl ?? '', this.url);
		const { token, inviterId, inviteeId } = Object.fromEntries(searchParams);
		const user = new N8nClient(this.url, this.capabilities);
		const known = { password, firstName: 'Another', lastName: 'Hotelier' };
		// n8n 1 has the users in the URL.
		if (token === undefined) await user.post(`/invitations/${inviteeId}/accept`, { inviterId, ...known });
		else await user.post('/invitations/accept', { token, ...known });
		return user;
	}

	/** Creates a credential, by default for the hotel nodes. */
	async createCredential(
		name: string,
		data: CredentialData | Record<string, unknown>,
		type = CREDENTIAL_TYPE,
	): Promise<CredentialReference> {
		const { id } = await this.post<CredentialReference>('/credentials', { name, type, data });
		return { id, name };
	}

	async findCredential(name: string): Promise<CredentialReference | undefined> {
		const credentials = await this.get<CredentialReference[]>('/credentials');
		return credentials.find((credential) => credential.name === name);
	}

	async credentialData({ id }: CredentialReference): Promise<Partial<CredentialData>> {
		return (await this.get<{ data: Partial<CredentialData> }>(`/credentials/${id}?includeData=true`)).data;
	}

	async updateCredential(
		{ id, name }: CredentialReference,
		data: CredentialData | Record<string, unknown>,
		type = CREDENTIAL_TYPE,
	): Promise<void> {
		await this.call('PATCH', `/credentials/${id}`, { name, type, data });
	}

	/** Tests a credential, as the editor does after saving it. */
	async testCredential(
		{ id, name }: CredentialReference,
		data: CredentialData,
	): Promise<{ status: string; message: string }> {
		return await this.post('/credentials/test', { credentials: { id, name, type: CREDENTIAL_TYPE, data } });
	}

	/** Creates one after another: with SQLite, n8n 1 fails if several are created at once. */
	async createWorkflow(workflow: Workflow): Promise<SavedWorkflow> {
		const created = this.created.then(
			async () => await this.post<SavedWorkflow>('/workflows', { ...workflow, active: false }),
		);
		this.created = created.catch(() => undefined);
		return await created;
	}

	/** Creates a workflow and activates it. */
	async startWorkflow(workflow: Workflow): Promise<SavedWorkflow> {
		const created = await this.createWorkflow(workflow);
		await this.activate(created);
		return created;
	}

	/** Replaces the contents of a saved workflow. */
	async updateWorkflow({
		id,
		versionId,
		name,
		nodes,
		connections,
		settings,
	}: SavedWorkflow): Promise<SavedWorkflow> {
		const workflow = { versionId, name, nodes, connections, settings };
		return await this.call('PATCH', `/workflows/${id}`, workflow);
	}

	/** Changes an active workflow as in the editor: afterwards it is active with the new parameters. */
	async edit(
		workflow: SavedWorkflow,
		nodeName: string,
		parameters: Record<string, unknown>,
	): Promise<SavedWorkflow> {
		const nodes = workflow.nodes.map((node) =>
			node.name === nodeName ? { ...node, parameters: { ...node.parameters, ...parameters } } : node,
		);
		const edited = await this.updateWorkflow({ ...workflow, nodes });
		// In earlier versions, saving an active workflow activates its changes.
		if (this.capabilities.publishing) await this.activate(edited);
		return edited;
	}

	/** Executes a workflow as the editor's button does, with one of its triggers and its pinned data. */
	async run({ id }: SavedWorkflow, triggerName: string): Promise<string> {
		const workflowData = await this.get<SavedWorkflow>(`/workflows/${id}`);
		const { executionId } = await this.post<{ executionId: string }>(`/workflows/${id}/run`, {
			workflowData,
			triggerToStartFrom: { name: triggerName },
		});
		return executionId;
	}

	/** Retries an execution as the editor's button does, with the original workflow: from the failed node, with its items. */
	async retry({ id }: Execution): Promise<void> {
		await this.post(`/executions/${id}/retry`, { loadWorkflow: false });
	}

	async findWorkflow(name: string): Promise<SavedWorkflow | undefined> {
		const workflows = await this.get<SavedWorkflow[]>('/workflows');
		const found = workflows.find((workflow) => workflow.name === name);
		return found && (await this.get(`/workflows/${found.id}`));
	}

	async deactivate(workflow: SavedWorkflow): Promise<void> {
		if (this.capabilities.publishing) await this.post(`/workflows/${workflow.id}/deactivate`, {});
		else await this.saveAs(workflow, { active: false });
	}

	/** Activates a workflow and waits until its triggers and webhooks are registered. */
	async activate(workflow: SavedWorkflow): Promise<void> {
		if (this.capabilities.publishing) await this.publish(workflow);
		else await this.saveAs(workflow, { active: true });
	}

	private async saveAs({ id, versionId }: SavedWorkflow, state: { active: boolean }): Promise<void> {
		await this.call('PATCH', `/workflows/${id}`, { ...state, versionId });
	}

	/** n8n responds long before the triggers are registered, and calls a workflow active even if that fails. */
	private async publish({ id, versionId, name }: SavedWorkflow): Promise<void> {
		await this.post(`/workflows/${id}/activate`, { versionId });
		await waitFor({ for: `'${name}' to become active`, timeoutMs: ACTIVATION_TIMEOUT_MS }, async () => {
			const { status, triggers } = await this.publicationStatus(id);
			const failure = triggers.find(({ errorMessage }) => errorMessage !== null)?.errorMessage;
			if (status === 'failed' || status === 'partial') {
				throw new UserError(`'${name}' could not be activated: ${failure ?? 'n8n gives no reason'}`);
			}
			return status === 'published' ? true : undefined;
		});
	}

	/** The executions of a workflow that have ended, oldest first. */
	async endedExecutions(workflow: { id: string }): Promise<Execution[]> {
		const executions = await this.executions(workflow);
		return executions.filter(({ status }) => !['new', 'running', 'waiting'].includes(status));
	}

	/** All executions of a workflow, oldest first. */
	async executions({ id }: { id: string }): Promise<Execution[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		const found = new Map<string, Execution>();
		let next: string | undefined = '';
		while (next !== undefined) {
			const path: string = `/executions?limit=${EXECUTIONS_PER_PAGE}&filter=${filter}${next}`;
			const page: ExecutionPage = await this.get<ExecutionPage>(path);
			for (const execution of page.results) found.set(execution.id, execution);
			next = nextPage(page);
		}
		return [...found.values()].sort((one, other) => Number(one.id) - Number(other.id));
	}

	/** The items of the trigger, also of an execution that was killed before they were saved. */
	async startedWith(executionId: string, triggerName: string): Promise<Items> {
		const { data } = await this.get<{ data: string }>(`/executions/${executionId}`);
		const { resultData, executionData } = parse(data) as ExecutionContents;
		const handedOn = resultData.runData[triggerName]?.[0]?.data?.main[0];
		const waiting = executionData?.nodeExecutionStack.find(({ node }) => node.name === triggerName)?.data;
		return (handedOn ?? waiting?.main[0] ?? []).map(({ json }) => json);
	}

	/** Deletes an execution, like *Delete* in the list of executions. */
	async deleteExecutions(ids: readonly string[]): Promise<void> {
		await this.post('/executions/delete', { ids });
	}

	/** Deletes an inactive workflow, like *Archive* and then *Delete* in the list of workflows. */
	async deleteWorkflow({ id }: { id: string }): Promise<void> {
		await this.post(`/workflows/${id}/archive`, {});
		if (this.capabilities.publishing) await this.untilUnpublished(id);
		await this.call('DELETE', `/workflows/${id}`);
	}

	/** n8n responds long before the triggers are unregistered, and refuses to delete a workflow until then. */
	private async untilUnpublished(id: string): Promise<void> {
		await waitFor({ for: `workflow ${id} to be unpublished`, timeoutMs: ACTIVATION_TIMEOUT_MS }, async () => {
			const { status } = await this.publicationStatus(id);
			return status === 'in_progress' ? undefined : true;
		});
	}

	private async publicationStatus(id: string): Promise<PublicationStatus> {
		return await this.get<PublicationStatus>(`/workflows/${id}/publication-status`);
	}

	async deleteAllWorkflows(): Promise<void> {
		for (const workflow of await this.get<SavedWorkflow[]>('/workflows')) {
			if (workflow.active) await this.deactivate(workflow);
			await this.deleteWorkflow(workflow);
		}
	}

	async staticData({ id }: { id: string }): Promise<unknown> {
		return (await this.get<{ staticData: unknown }>(`/workflows/${id}`)).staticData;
	}

	/** The output of a node in an execution; empty if it did not run. */
	async outputOf(execution: Execution, nodeName: string): Promise<Items> {
		return (await this.outputsOf(execution, nodeName))[0] ?? [];
	}

	/** The same for each of its outputs. */
	async outputsOf({ id }: Execution, nodeName: string): Promise<Items[]> {
		const { runData } = await this.resultOf(id);
		const outputs = runData[nodeName]?.[0]?.data?.main ?? [];
		return outputs.map((items) => (items ?? []).map(({ json }) => json));
	}

	async failureOf({ id }: Execution): Promise<ExecutionFailure | undefined> {
		const { error, lastNodeExecuted } = await this.resultOf(id);
		return error && { ...error, at: lastNodeExecuted };
	}

	/** Creates a data table in the owner's project. @returns its ID */
	async createDataTable(name: string, columns: readonly DataTableColumn[]): Promise<string> {
		const { id: projectId } = await this.get<{ id: string }>('/projects/personal');
		const { id } = await this.post<{ id: string }>(`/projects/${projectId}/data-tables`, { name, columns });
		return id;
	}

	async deleteAllDataTables(): Promise<void> {
		const { id: projectId } = await this.get<{ id: string }>('/projects/personal');
		const path = `/projects/${projectId}/data-tables`;
		const { data } = await this.get<{ data: Array<{ id: string }> }>(path);
		for (const { id } of data) await this.call('DELETE', `${path}/${id}`);
	}

	/** What the editor shows in the list of a parameter. */
	async listSearch(
		nodeType: string,
		methodName: string,
		credential: CredentialReference,
		filter?: string,
	): Promise<ListEntry[]> {
		const path = '/dynamic-node-parameters/resource-locator-results';
		const { results } = await this.post<{ results: ListEntry[] }>(path, {
			path: 'parameters.propertyId',
			methodName,
			filter,
			nodeTypeAndVersion: { name: nodeType, version: 1 },
			currentNodeParameters: {},
			credentials: { [CREDENTIAL_TYPE]: credential },
		});
		return results;
	}

	/** The descriptions of all nodes that n8n knows, as the editor gets them. */
	async nodeTypes<T>(): Promise<T[]> {
		const response = await fetch(`${this.url}/types/nodes.json`, { headers: { cookie: this.cookie } });
		return (await response.json()) as T[];
	}

	private async resultOf(executionId: string): Promise<ExecutionResult> {
		const { data } = await this.get<{ data: string }>(`/executions/${executionId}`);
		return (parse(data) as { resultData: ExecutionResult }).resultData;
	}

	/** Retries once if n8n closes the connection just then: it closes those that were idle for five seconds. */
	private async get<T>(path: string): Promise<T> {
		return await this.call<T>('GET', path).catch(async (error: unknown) => {
			if (!isConnectionReset(error)) throw error;
			return await this.call<T>('GET', path);
		});
	}

	private async post<T>(path: string, body: unknown): Promise<T> {
		return await this.call('POST', path, body);
	}

	private async call<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(`${this.url}/rest${path}`, {
			method,
			headers: { 'content-type': 'application/json', 'browser-id': 'partner-hotel', cookie: this.cookie },
			...(body !== undefined && { body: JSON.stringify(body) }),
			signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
		});
		const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
		if (cookies.length > 0) this.cookie = cookies.join('; ');
		const text = await response.text();
		if (!response.ok)
			throw new UserError(`n8n responded to ${method} ${path} with ${response.status}: ${text}`);
		return (JSON.parse(text) as { data: T }).data;
	}
}

function isConnectionReset(error: unknown): boolean {
	const { cause } = error as { cause?: { code?: string } };
	return cause?.code === 'ECONNRESET' || cause?.code === 'UND_ERR_SOCKET';
}

interface ExecutionPage {
	results: Execution[];
	/** Since n8n 2.41; earlier versions take the ID of the last execution of a page. */
	nextCursor?: string | null;
}

function nextPage({ results, nextCursor }: ExecutionPage): string | undefined {
	if (nextCursor) return `&cursor=${encodeURIComponent(nextCursor)}`;
	const isLast = nextCursor === null || results.length < EXECUTIONS_PER_PAGE;
	return isLast ? undefined : `&lastId=${results.at(-1)?.id}`;
}

interface PublicationStatus {
	status: 'in_progress' | 'not_published' | 'published' | 'partial' | 'failed';
	triggers: Array<{ errorMessage: string | null }>;
}

type NodeOutput = { main: Array<Array<{ json: Record<string, unknown> }> | null> };

interface ExecutionContents {
	resultData: ExecutionResult;
	executionData?: { nodeExecutionStack: Array<{ node: { name: string }; data: NodeOutput }> };
}

interface ExecutionResult {
	runData: Record<string, Array<{ data?: NodeOutput }>>;
	error?: ExecutionFailure;
	lastNodeExecuted?: string;
}
