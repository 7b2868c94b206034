import {
	deepCopy,
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';

import { toNodeError } from '../shared/nodeErrors';
import { ParameterError } from '../shared/parameterError';
import { createApi } from '../shared/transport/request';
import { tickError, untold } from './failures';
import { parameters } from './parameters';
import { listAllowance } from './round';
import { sampleItems } from './sample';
import { beginMissing, selectProperties, type Listing } from './selection';
import { readSettings } from './settings';
import { emptyState, isFromNewerVersion, keepOnly, readState, type TriggerState } from './state';
import { runTick, type TickResult } from './tick';
import { inTime, timeFrom } from './time';

/** Hosts that do not say how long a poll may take abandon it after this, at the earliest. */
const UNKNOWN_BUDGET_MS = 35_000;
/** Hand over what there is before the next poll is due, rather than hold it back for minutes. */
const HAND_OVER_AFTER_MS = 45_000;
/** n8n calls a workflow started only when its first poll has ended; killed before, it waits two minutes. */
const FIRST_TICK_MS = 10_000;

/** What this process remembers of a trigger node between ticks. Nothing of it is needed to go on elsewhere. */
interface Memory {
	/** A slow tick must not be overtaken by the next. */
	isRunning: boolean;
	lastTickAt?: number;
	listing?: Listing;
	/** When the user was told of a failure, by property id. */
	toldAt: Map<string, number>;
	/** Properties whose token was refused and that could not be read since. */
	lostTokens: Set<string>;
}

const memories = new Map<string, Memory>();
/** In place of a property id: the list of all properties could not be read. */
const THE_LIST = '';
const MOST_REMEMBERED = 1_000;

export async function pollBookings(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const polled = context.getMode() === 'manual' ? fetchSample(context) : tickUnlessRunning(context);
	return await polled.catch((error) => {
		throw toNodeError(context.getNode(), error, parameters);
	});
}

/** The editor's "Fetch Test Event": one recent booking; the stored state is left alone. */
async function fetchSample(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const settings = readSettings(context);
	const api = createApi(context);
	const { ids } = await selectProperties(api, settings, {}, []);
	const items = await sampleItems(api, ids, settings);
	if (items.length > 0) return [asItems(items)];
	throw new ParameterError(
		settings.propertySelection === 'one' ? 'propertyId' : 'propertySelection',
		settings.propertySelection === 'one' ? settings.propertyId : '',
		'has no bookings yet, so there is no sample to show',
		'Choose another property, or make a booking first. Once active, the trigger works all the same.',
	);
}

async function tickUnlessRunning(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const memory = memoryOf(`${context.getWorkflow().id}:${context.getNode().id}`);
	if (memory.isRunning) return null;
	memory.isRunning = true;
	return await tick(context, memory).finally(() => (memory.isRunning = false));
}

function memoryOf(key: string): Memory {
	const memory = memories.get(key) ?? newMemory();
	memories.delete(key);
	memories.set(key, memory);
	const [oldest] = memories;
	if (memories.size > MOST_REMEMBERED && oldest && !oldest[1].isRunning) memories.delete(oldest[0]);
	return memory;
}

function newMemory(): Memory {
	return { isRunning: false, toldAt: new Map(), lostTokens: new Set() };
}

async function tick(context: IPollFunctions, memory: Memory): Promise<INodeExecutionData[][] | null> {
	const isFirst = memory.lastTickAt === undefined;
	const timeLeft = timeFrom(Date.now(), tickBudgetMs(context), isFirst ? FIRST_TICK_MS : HAND_OVER_AFTER_MS);
	const maxLists = listAllowance(memory.lastTickAt && Date.now() - memory.lastTickAt);
	memory.lastTickAt = Date.now();
	const settings = readSettings(context);
	const api = inTime(createApi(context), timeLeft.atMost);
	const stored = context.getWorkflowStaticData('node');
	const state = copyOfState(context, stored);
	const timezone = context.getTimezone();
	const selection = await selectProperties(api, settings, memory, Object.keys(state.properties));
	const start = { timezone, stateWasDropped: stateWasDropped(context, state) };
	if (settings.propertySelection !== 'all') keepOnly(state, selection.ids);
	await beginMissing(api, state, selection, settings, start);
	state.listedAt = selection.listedAt ?? state.listedAt;
	const onLostToken = (propertyId: string) => warnOnce(context, memory, propertyId);
	const result = await runTick(api, state, selection.ids, { ...settings, maxLists, onLostToken }, timeLeft);
	if (selection.failure !== undefined) result.failures.set(THE_LIST, selection.failure);
	if (selection.listedAt !== undefined) memory.toldAt.delete(THE_LIST);
	return handOver(context, stored, state, result, memory, selection.ids.length);
}

function tickBudgetMs(context: IPollFunctions): number {
	const budget = context.getPollBudgetMs?.();
	return budget === undefined ? UNKNOWN_BUDGET_MS : budget - Math.max(budget / 5, 5_000);
}

/** @throws NodeOperationError rather than forget where a newer version had got to */
function copyOfState(context: IPollFunctions, stored: IDataObject): TriggerState {
	if (isFromNewerVersion(stored.bookings)) {
		throw new NodeOperationError(
			context.getNode(),
			'What the trigger remembers was written by a newer version of this package',
			{
				description:
					'Install that version again. To go on with this one, replace the trigger by a new one: it starts as its settings say.',
			},
		);
	}
	return deepCopy(readState(stored.bookings) ?? emptyState());
}

/** n8n's durable mode drops what the poll on activation left; its next poll finds nothing. */
function stateWasDropped(context: IPollFunctions, { properties }: TriggerState): boolean {
	return Object.keys(properties).length === 0 && context.getActivationMode() === 'update';
}

/** Once until the property could be read again: the restart itself may fail. */
function warnOnce(context: IPollFunctions, { lostTokens }: Memory, propertyId: string): void {
	if (lostTokens.has(propertyId)) return;
	lostTokens.add(propertyId);
	context.logger.warn(
		`The partner API refused the stored continue token of property ${propertyId}; the bookings feed is read again from two days before the last known change`,
	);
}

/** @throws the failure of the tick when there is nothing else to hand over; then nothing of it is kept */
function handOver(
	context: IPollFunctions,
	stored: IDataObject,
	state: TriggerState,
	{ items, failures, read }: TickResult,
	{ toldAt, lostTokens }: Memory,
	properties: number,
): INodeExecutionData[][] | null {
	for (const id of read) {
		lostTokens.delete(id);
		if (!failures.has(id)) toldAt.delete(id);
	}
	const othersGoOn = read.length > 0 || failures.size < properties;
	const told = othersGoOn ? untold(failures, toldAt, Date.now()) : [...failures.keys()].sort();
	if (items.length === 0 && told.length > 0) {
		for (const id of told) toldAt.set(id, Date.now());
		throw tickError(context.getNode(), failures, told, othersGoOn);
	}
	stored.bookings = state;
	return items.length > 0 ? [asItems(items)] : null;
}

function asItems(items: readonly IDataObject[]): INodeExecutionData[] {
	return items.map((json) => ({ json }));
}
