import { claimFolder, emptyFolder } from '../util/folders.mts';
import { DURABLE_POLLING, OLDER_POLLING } from '../n8n/polling.mts';
import { inRoot } from '../util/paths.mts';
import { anyFreePort } from '../util/ports.mts';
import { Stack } from '../n8n/stack.mts';
import type { Workflow } from '../n8n/types.mts';
import { ofProperty, TRIGGER_NAME, watching, watchingReservations } from '../n8n/workflows.mts';
import {
	readAbandonedDatabase,
	readDatabase,
	type DatabaseContents,
	type WatchedWorkflow,
} from './database.mts';
import type { DetailRead } from './explain.mts';
import type { AfterCrash, PollingMode } from './options.mts';
import { bookingKey, mergeExecutions, type Delivery, type ExecutionRecord } from './states.mts';
import { Stream, type StreamPlan } from './stream.mts';

export interface TrialPlan {
	/** Its folder below .chaos/. */
	name: string;
	mode: PollingMode;
	stream: StreamPlan;
	/** Every property, instead of naming each. */
	all: boolean;
	afterCrash?: AfterCrash;
	atLeastEvery?: number;
	/** A reservation trigger of the same API client watches the properties, too. */
	withReservations?: boolean;
	tokenLifetimeSeconds?: number;
	preloaded?: readonly string[];
	settings?: Record<string, string>;
}

export const KEEP_EXECUTIONS = {
	EXECUTIONS_DATA_PRUNE: 'false',
	EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'all',
	EXECUTIONS_DATA_SAVE_ON_ERROR: 'all',
};
/** The sandbox starts without bookings: the stream makes all of them. */
const NO_BOOKINGS = 0;
const MANY = 1_000;
const DETAIL_PATH = /\/properties\/([^/]+)\/bookings\/([^/]+)$/;

/** A real n8n with one active workflow, a sandbox, and the bookings that are made in it. */
export class Trial {
	private readonly readings: ExecutionRecord[][] = [];
	private readonly reads = new Map<string, DetailRead>();

	private constructor(
		readonly stack: Stack,
		readonly stream: Stream,
		private readonly workflow: WatchedWorkflow,
		private readonly reservations?: WatchedWorkflow,
	) {}

	static async start(plan: TrialPlan): Promise<Trial> {
		const { name, mode, stream: streamPlan, all, tokenLifetimeSeconds, preloaded } = plan;
		const folder = inRoot('.chaos', name);
		await claimFolder(folder);
		emptyFolder(folder);
		const { seed, properties } = streamPlan;
		const stack = await Stack.start({
			folder,
			n8nPort: await anyFreePort(),
			sandbox: { port: 0, liveSeconds: 0, properties, bookings: NO_BOOKINGS, seed, tokenLifetimeSeconds },
			n8n: {
				settings: {
					...KEEP_EXECUTIONS,
					...(mode === 'durable' ? DURABLE_POLLING : OLDER_POLLING),
					...plan.settings,
				},
				preloaded,
			},
		});
		const propertyIds = stack.sandbox.properties.map(({ id }) => id);
		const stream = new Stream(stack.sandbox.control, propertyIds, streamPlan);
		await stream.prepare();
		const parameters = { ...watchedProperties(propertyIds, all), ...optionsOf(plan) };
		const credential = await stack.sandboxCredential();
		const { runtime, userFolder } = stack.n8nPlan;
		const start = async (workflow: Workflow): Promise<WatchedWorkflow> => {
			const { id: workflowId } = await stack.client.startWorkflow(workflow);
			return { runtime, userFolder, workflowId, triggerName: TRIGGER_NAME };
		};
		const bookings = await start(watching('Chaos', credential, parameters));
		if (!plan.withReservations) return new Trial(stack, stream, bookings);
		const both = { propertySelection: 'all', events: ['new', 'cancelled'] };
		const reservations = await start(watchingReservations('Reservations', credential, '', both));
		return new Trial(stack, stream, bookings, reservations);
	}

	/** What the reservation trigger emitted, by booking number; undefined if there is no such trigger. */
	async readReservations(): Promise<Delivery[] | undefined> {
		if (this.reservations === undefined) return undefined;
		const { executions } = await readDatabase(this.reservations);
		const { control, properties } = this.stack.sandbox;
		const bookings = new Map<string, string>();
		for (const { id } of properties)
			for (const { number, bookingNumber } of await control.reservations(id, MANY))
				bookings.set(bookingKey({ propertyId: id, number }), bookingNumber);
		return executions
			.flatMap(({ deliveries }) => deliveries)
			.map((one) => ({ ...one, number: bookings.get(bookingKey(one)) ?? one.number }));
	}

	/** What n8n has saved, with the executions of all readings so far. */
	async read({ abandoned = false } = {}): Promise<DatabaseContents> {
		const contents = await (abandoned ? readAbandonedDatabase : readDatabase)(this.workflow);
		this.readings.push(contents.executions);
		const executions = mergeExecutions(this.readings);
		this.readings.splice(0, Infinity, executions);
		return { ...contents, executions };
	}

	/** The responses with details so far. Must be called regularly, because the sandbox keeps a limited number. */
	async detailReads(): Promise<DetailRead[]> {
		for (const { path, at, status } of await this.stack.sandbox.control.allRequests('/bookings/')) {
			const [, propertyId = '', number = ''] = DETAIL_PATH.exec(path) ?? [];
			const booking = bookingKey({ propertyId, number: decodeURIComponent(number) });
			if (status === 200) this.reads.set(`${booking} ${at}`, { booking, at });
		}
		return [...this.reads.values()];
	}
}

function watchedProperties(propertyIds: readonly string[], all: boolean): Record<string, unknown> {
	if (all) return {};
	const [only = '', ...more] = propertyIds;
	return more.length === 0 ? ofProperty(only) : { propertySelection: 'several', propertyIds };
}

function optionsOf({ afterCrash, atLeastEvery }: TrialPlan): Record<string, unknown> {
	const options = {
		...(afterCrash === 'again' && { afterCrash: 'handOverAgain' }),
		...(atLeastEvery && { atLeastEvery }),
	};
	return Object.keys(options).length > 0 ? { options } : {};
}
