import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IPollFunctions,
} from 'n8n-workflow';

import { Database } from '../../src/host/database.mts';
import { executeContext } from '../../src/host/contexts.mts';
import { Process, type LoadedMachine, type Profile } from '../../src/host/process.mts';
import { VirtualTime, type Owner } from '../../src/kernel/virtualTime.mts';
import { Network, type HttpResponse, type Delivery, type HttpRequest } from '../../src/network/network.mts';
import { Random } from '../../../sandbox/src/world/random.mts';
import { FakeApi, FakeService, textOf } from '../../../../test/support/fakeApi';
import { CREDENTIAL_TYPE, harness } from '../../../../test/support/n8n';

/** What a test has a node do. */
export type Work<T> = (context: IExecuteFunctions) => Promise<T>;

/** A node that does whatever a test wants; n8n drops parameters that a node does not have. */
export function probe(
	run: {
		execute?: Work<INodeExecutionData[][]>;
		poll?: (context: IPollFunctions) => Promise<INodeExecutionData[][] | null>;
	},
	parameters: INodeParameters = {},
): INodeType {
	const { execute, poll } = run;
	const names = Object.keys(parameters);
	return {
		description: {
			name: 'probe',
			displayName: 'Probe',
			group: [execute ? 'transform' : 'trigger'],
			version: 1,
			inputs: execute ? ['main'] : [],
			outputs: ['main'],
			properties: names.map((name) => ({ displayName: name, name, type: 'json', default: '' })),
			credentials: [{ name: CREDENTIAL_TYPE.name }],
			...(poll && { polling: true }),
		},
		...(execute && {
			async execute(this: IExecuteFunctions) {
				return await execute(this);
			},
		}),
		...(poll && {
			async poll(this: IPollFunctions) {
				return await poll(this);
			},
		}),
	} as unknown as INodeType;
}

const HOST = '127.0.0.1:8080';
const CREDENTIAL_ID = 'credential';
/** Loopback, where nobody listens. */
export const NOBODY = 'http://127.0.0.1:9';

function ownerNamed(name: string): Owner {
	const random = new Random(name);
	return { name, clockOffsetMs: 0, alive: true, fraction: () => random.fraction() };
}

/** The model, with a scripted service and nodes of a test's own. */
export class ModelHost {
	readonly service = new FakeService();
	readonly time = new VirtualTime(Date.UTC(2026, 0, 5), ownerNamed('world'));
	readonly database = new Database(this.time, new Random('database'));
	readonly url = `http://${HOST}`;
	private readonly deliveries = new Map<HttpRequest, Delivery>();
	private readonly network = new Network(
		this.time,
		(request) => this.deliveryOf(request),
		() => undefined,
	);

	constructor(private readonly profile: Profile = { version: 'newest', polling: 'older' }) {
		const service = ownerNamed('service');
		this.network.connect(new URL(NOBODY).host, service, () => Promise.reject(new Error('Nobody listens')));
		this.network.connect(HOST, service, async (request) => await this.respond(request));
	}

	process(name = 'process', type?: INodeType): Process {
		const machine: LoadedMachine = {
			...ownerNamed(name),
			nodes: new Map(type ? [[type.description.name, type]] : []),
			credential: CREDENTIAL_TYPE,
			kill: () => (machine.alive = false),
		};
		return new Process(machine, this.profile, this.time, this.database, this.network, () => undefined);
	}

	store(credential: IDataObject): void {
		this.database.credentials.set(CREDENTIAL_ID, { id: CREDENTIAL_ID, name: 'Sandbox', data: credential });
	}

	get stored(): IDataObject {
		return this.database.credentials.get(CREDENTIAL_ID)?.data ?? {};
	}

	/** Lets time pass until the work is done. */
	async pass<T>(process: Process, work: () => Promise<T>): Promise<T> {
		let isDone = false;
		const result = this.time.runAs(process.machine, work).finally(() => (isDone = true));
		result.catch(() => undefined);
		while (!isDone) await this.time.runUntil(this.time.nowMs + 100);
		return await result;
	}

	private deliveryOf(request: HttpRequest): Delivery {
		const delivery: Delivery = {
			thereMs: 5,
			backMs: 5,
			...(request.url.startsWith(NOBODY) && { lost: 'ECONNREFUSED' }),
		};
		this.deliveries.set(request, delivery);
		return delivery;
	}

	private async respond(request: HttpRequest): Promise<HttpResponse> {
		const { method, url, headers, body = '' } = request;
		const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
		const answer = await this.service.take(
			method,
			url.slice(this.url.length),
			Object.fromEntries(lowered),
			body,
		);
		const delivery = this.deliveries.get(request) as Delivery;
		if (answer === 'hang') delivery.responseFault = 'hangs';
		else if (answer === 'reset') delivery.responseFault = 'reset';
		else {
			if (answer.breaksOff) delivery.responseFault = 'breaksOff';
			const given = { 'content-type': 'application/json', ...answer.headers };
			return { status: answer.status ?? 200, headers: given, body: textOf(answer) };
		}
		return { status: 200, headers: {}, body: '' };
	}
}

export interface Setting {
	parameters?: INodeParameters;
	items?: INodeExecutionData[];
	credential?: IDataObject;
	timezone?: string;
	signal?: AbortSignal;
}

/** One host with its service: n8n itself, or the model. */
export interface Host {
	service: FakeService;
	url: string;
	run<T>(work: Work<T>, setting?: Setting): Promise<T>;
	/** The credential as it is stored now. */
	stored(): IDataObject;
}

const SECRET = { apiClientId: 'client', apiClientSecret: 'secret' };

function hostOfModel(): Host {
	const host = new ModelHost();
	return {
		service: host.service,
		url: host.url,
		stored: () => host.stored,
		run: async (
			work,
			{ parameters = {}, items = [{ json: {} }], credential, timezone = 'UTC', signal } = {},
		) => {
			host.store(credential ?? { baseUrl: host.url, ...SECRET, ...host.stored });
			const node = nodeWith(parameters);
			const type = probe({ execute: async () => await Promise.resolve([]) }, parameters);
			const process = host.process('process', type);
			const workflow = process.workflow({ id: 'workflow', name: '', timezone, active: true, node });
			const cancelSignal = signal ?? new AbortController().signal;
			const run = { items, executeData: {}, cancelSignal };
			return await host.pass(
				process,
				async () => await work(executeContext(process, workflow, workflow.getNode(node.name) as INode, run)),
			);
		},
	};
}

function hostOfN8n(api: FakeApi): Host {
	let stored: IDataObject = {};
	return {
		service: api,
		url: api.url,
		stored: () => stored,
		run: async (work, { parameters, items, credential, timezone, signal } = {}) => {
			let result: unknown;
			const execute: Work<INodeExecutionData[][]> = async (context) => {
				result = await work(context);
				return [[]];
			};
			const type = probe({ execute }, parameters);
			const given = { baseUrl: api.url, ...SECRET, ...(credential ?? stored) };
			const node = harness(type, { parameters, credential: given, timezone });
			stored = node.stored;
			await node.execute(
				items?.map(({ json }) => json),
				signal ?? new AbortController().signal,
			);
			return result as never;
		},
	};
}

export function nodeWith(parameters: INodeParameters): INode {
	return {
		id: 'node',
		name: 'Hotel',
		type: 'probe',
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { [CREDENTIAL_TYPE.name]: { id: CREDENTIAL_ID, name: 'Sandbox' } },
	};
}

/** Plays the same events to both, and what each of them makes of it: n8n first. */
export async function inBoth<T>(trace: (host: Host) => Promise<T>): Promise<[T, T]> {
	const api = await FakeApi.start();
	try {
		return [await trace(hostOfN8n(api)), await trace(hostOfModel())];
	} finally {
		await api.stop();
	}
}

export const authenticated =
	(options: IHttpRequestOptions): Work<unknown> =>
	async (context) =>
		(await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_TYPE.name,
			options,
		)) as unknown;
