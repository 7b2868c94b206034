import { randomUUID } from 'node:crypto';
import { credentialFor } from '../n8n/credential.mts';
import { chain, webhookNode } from '../n8n/workflows.mts';
import type { CredentialReference, Execution, Items, SavedWorkflow, WorkflowNode } from '../n8n/types.mts';
import type { RequestRecord } from '../../../sandbox/src/client.mts';
import type { Stack } from '../n8n/stack.mts';
import { waitFor } from '../util/waiting.mts';
import { itemNodes, type Contender } from './contender.mts';

const SECRET = 'bench-secret';
const SAVED_TIMEOUT_MS = 60_000;

/** A separate API client, with fresh limits in the sandbox and in n8n. */
export interface Entrant {
	clientId: string;
	credential: CredentialReference;
}

/** A new client in the sandbox, with fresh limits. */
export async function newPair({ sandbox }: Stack): Promise<{ clientId: string; clientSecret: string }> {
	const pair = { clientId: `bench-${randomUUID()}`, clientSecret: SECRET };
	await sandbox.control.addClient(pair);
	return pair;
}

/** The requests of a client so far, without those for access tokens, which count by IP address. */
export async function requestsOf({ sandbox }: Stack, clientId: string): Promise<RequestRecord[]> {
	const all = await sandbox.control.allRequests('/api/');
	return all.filter((request) => request.clientId === clientId);
}

export function refusedAmong(requests: readonly RequestRecord[]): number {
	return requests.filter(({ status }) => status === 429).length;
}

/** @param warmUp a request that gets the access token, in a window that is not measured */
export async function newEntrant(stack: Stack, warmUp: Contender): Promise<Entrant> {
	const { client, sandbox } = stack;
	const pair = await newPair(stack);
	const { clientId } = pair;
	const credential = await client.createCredential(clientId, credentialFor({ url: sandbox.url, ...pair }));
	const entrant = { clientId, credential };
	await (await Race.prepare(stack, entrant, warmUp)).run();
	return entrant;
}

export interface Result {
	/** From start to end in n8n's execution record, which is how long the user waits. */
	wallMs: number;
	startedAtMs: number;
	stoppedAtMs: number;
	/** Requests for data, without those for access tokens, which count by IP address. */
	requests: number;
	/** Requests that got a 429. */
	refused: number;
	execution: Execution;
}

/** A workflow that runs a contender when it is called. */
export class Race {
	private constructor(
		private readonly stack: Stack,
		private readonly entrant: Entrant,
		private readonly workflow: SavedWorkflow,
		private readonly path: string,
		private readonly asking: string,
	) {}

	/** @param values one input item each, in the field `value`; undefined = one item without it */
	static async prepare(
		stack: Stack,
		entrant: Entrant,
		contender: Contender,
		values?: readonly string[],
	): Promise<Race> {
		const path = randomUUID();
		const nodes = contender.nodes(entrant.credential, `${stack.sandbox.url}/api`);
		const before: readonly WorkflowNode[] = values === undefined ? [] : itemNodes(values);
		const called = webhookNode(path, 'firstEntryJson');
		const workflow = await stack.client.startWorkflow(chain(path, [called, ...before, ...nodes]));
		return new Race(stack, entrant, workflow, path, nodes[0]?.name ?? '');
	}

	async run(): Promise<Result> {
		const requestsBefore = (await this.requests()).length;
		const executionsBefore = (await this.executions()).length;
		await this.call();
		const execution = await waitFor(
			{ for: 'n8n to save the execution', timeoutMs: SAVED_TIMEOUT_MS },
			async () => {
				const executions = await this.executions();
				return executions.length > executionsBefore ? executions.at(-1) : undefined;
			},
		);
		if (execution.status !== 'success') throw await this.failure(execution);
		const requests = (await this.requests()).slice(requestsBefore);
		return { ...timesOf(execution), ...countsOf(requests), execution };
	}

	/** The output of the contender's node. */
	async output({ execution }: Result): Promise<Items> {
		return await this.stack.client.outputOf(execution, this.asking);
	}

	/** Why input items have an error instead of a response: one text each. */
	async failures(result: Result): Promise<string[]> {
		const failed = (await this.output(result)).filter(({ error }) => error !== undefined);
		return failed.map(({ error }) => (typeof error === 'string' ? error : messageIn(error)));
	}

	private async call(): Promise<void> {
		const response = await fetch(`${this.stack.url}/webhook/${this.path}`);
		await response.arrayBuffer();
		if (!response.ok) throw new Error(`The workflow responded with ${response.status}.`);
	}

	private async executions(): Promise<Execution[]> {
		return await this.stack.client.endedExecutions(this.workflow);
	}

	private async requests(): Promise<RequestRecord[]> {
		return await requestsOf(this.stack, this.entrant.clientId);
	}

	private async failure(execution: Execution): Promise<Error> {
		const failure = await this.stack.client.failureOf(execution);
		return new Error(
			`The execution ended with ${execution.status}: ${failure?.message ?? 'n8n gives no reason'}`,
		);
	}
}

function messageIn(error: unknown): string {
	const { message } = error as { message?: unknown };
	return typeof message === 'string' ? message : 'no reason given';
}

function timesOf({
	startedAt,
	stoppedAt,
}: Execution): Pick<Result, 'wallMs' | 'startedAtMs' | 'stoppedAtMs'> {
	const [startedAtMs, stoppedAtMs] = [Date.parse(startedAt), Date.parse(stoppedAt)];
	return { wallMs: stoppedAtMs - startedAtMs, startedAtMs, stoppedAtMs };
}

function countsOf(requests: readonly RequestRecord[]): Pick<Result, 'requests' | 'refused'> {
	return { requests: requests.length, refused: refusedAmong(requests) };
}
