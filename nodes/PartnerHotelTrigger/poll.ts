import {
	deepCopy,
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';

import { unreadableText } from '../shared/bookingsFeed';
import { toNodeError } from '../shared/nodeErrors';
import { ParameterError } from '../shared/parameterError';
import { createApi } from '../shared/transport/request';
import { failureText, isDue, tickError, untold } from './failureReports';
import { markHandedOver, takeBack } from './handedOver';
import { isDurable, isOneTransaction, notedStarts, noteStarts } from './pollPersistence';
import { parameters } from './parameters';
import { listAllowance } from './pageBudget';
import { findSample } from './testEvent';
import { beginMissing, selectProperties, type Listing, type Start } from './watchedProperties';
import { readSettings, type Settings } from './settings';
import { emptyState, isFromNewerVersion, keepOnly, readState, type TriggerState } from './state';
import { runTick, type TickResult } from './pollRun';
import { inTime, LEAST_MS, timeFrom } from './deadline';

/** Hosts that do not say how long a poll may take abandon it after this, at the earliest. */
const UNKNOWN_BUDGET_MS = 35_000;
/** n8n abandons a poll only some seconds after the time that it names. */
const BUDGET_SHARE = 0.8;
/** Hand over what there is before the next poll is due, rather than hold it back for minutes. */
const HAND_OVER_AFTER_MS = 45_000;
/** n8n calls a workflow started only when its first poll has ended; killed before, it waits two minutes. */
const FIRST_TICK_MS = 10_000;

/** Someone waits in the editor. */
const SAMPLE_MS = 30_000;

/** What this process remembers of a trigger node between ticks. Nothing of it is needed to go on elsewhere. */
interface Memory {
	/** Which activations have a poll under way: the next one must not overtake it. */
	polling: Set<object>;
	lastTickAt?: number;
	known: Known;
}

/** What holds for one API client: with another credential, all of it is found out anew. */
interface Known {
	client?: string;
	listing?: Listing;
	/** When an error told the user of a failure, by property id. */
	toldAt: Map<string, number>;
	/** When n8n's log was. */
	warnedAt: Map<string, number>;
	/** Properties whose token was refused and that could not be read since. */
	lostTokens: Set<string>;
	/** Properties whose feed holds records without a booking number. */
	unreadable: Set<string>;
}

const memories = new Map<string, Memory>();
/** In place of a property id: the list of all properties could not be read. */
const THE_LIST = '';
/** In place of a property id: there was no time for any. */
const THE_TIME = ' ';
const MOST_REMEMBERED = 1_000;

export async function pollBookings(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const polled = context.getMode() === 'manual' ? fetchSample(context) : tickUnlessRunning(context);
	return await polled.catch((error) => {
		throw toNodeError(context.getNode(), error, parameters);
	});
}

/** The editor's "Fetch Test Event": one booking; the stored state is left alone. */
async function fetchSample(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const settings = readSettings(context);
	const { atMost } = timeFrom(Date.now(), SAMPLE_MS, SAMPLE_MS);
	const api = inTime(createApi(context), atMost);
	const { ids } = await selectProperties(api, settings, {}, emptyState());
	const { items, bookings } = await findSample(api, ids, settings, () => atMost() < LEAST_MS);
	if (items.length > 0) return [asItems(items)];
	throw bookings > 0 ? noneFits(bookings) : noBookings(settings);
}

function noneFits(bookings: number): ParameterError {
	return new ParameterError(
		'events',
		'',
		`and Filters match none of the ${bookings} bookings looked at, so there is no test event`,
		'Choose other {events} or {filters} to see a booking. Once active, the trigger works all the same.',
	);
}

function noBookings({ propertySelection, propertyId }: Settings): ParameterError {
	const one = propertySelection === 'one';
	return new ParameterError(
		one ? 'propertyId' : 'propertySelection',
		one ? propertyId : '',
		'has no bookings yet, so there is no test event',
		'Choose another property, or make a booking first. Once active, the trigger works all the same.',
	);
}

async function tickUnlessRunning(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const memory = memoryOf(`${context.getWorkflow().id}:${context.getNode().id}`);
	const { polling } = memory;
	const activation = activationOf(context, memory);
	if (polling.has(activation)) return null;
	polling.add(activation);
	return await tick(context, memory).finally(() => polling.delete(activation));
}

/** A poll of the activation before, which n8n does not end, must not keep the first one of the next from beginning. */
function activationOf(context: IPollFunctions, memory: Memory): object {
	const stored = context.getWorkflowStaticData('node');
	const isScheduled = isDurable(stored) && context.getActivationMode() !== 'activate';
	return isScheduled ? memory : stored;
}

function memoryOf(key: string): Memory {
	const memory = memories.get(key) ?? newMemory();
	memories.delete(key);
	memories.set(key, memory);
	const [oldest] = memories;
	if (memories.size > MOST_REMEMBERED && oldest && oldest[1].polling.size === 0) memories.delete(oldest[0]);
	return memory;
}

function newMemory(): Memory {
	return { polling: new Set(), known: nothingKnown() };
}

function nothingKnown(client?: string): Known {
	return { client, toldAt: new Map(), warnedAt: new Map(), lostTokens: new Set(), unreadable: new Set() };
}

async function tick(context: IPollFunctions, memory: Memory): Promise<INodeExecutionData[][] | null> {
	const isFirst = memory.lastTickAt === undefined;
	const timeLeft = timeFrom(Date.now(), tickBudgetMs(context), isFirst ? FIRST_TICK_MS : HAND_OVER_AFTER_MS);
	const maxLists = listAllowance(memory.lastTickAt && Date.now() - memory.lastTickAt);
	memory.lastTickAt = Date.now();
	const settings = readSettings(context);
	const api = inTime(createApi(context), timeLeft.atMost);
	const client = await api.client();
	if (memory.known.client !== client) memory.known = nothingKnown(client);
	const { known } = memory;
	const stored = context.getWorkflowStaticData('node');
	const state = copyOfState(context, stored);
	const handsOverAgain = settings.handsOverAgain && !isOneTransaction(context, stored);
	if (handsOverAgain) takeBack(state);
	delete state.handedOver;
	const start = startOf(context, stored, state);
	const selection = await selectProperties(api, settings, known, state);
	if (settings.propertySelection !== 'all') keepOnly(state, selection.ids);
	const begun = await beginMissing(api, state, selection, settings, start);
	if (isDurable(stored)) noteStarts(context, begun);
	state.listedAt = selection.listedAt ?? state.listedAt;
	const onLostToken = (propertyId: string) => warnOnce(context, known, propertyId);
	const result = await runTick(api, state, selection.ids, { ...settings, maxLists, onLostToken }, timeLeft);
	warnOfUnreadable(context, known, result);
	if (selection.failure !== undefined) result.failures.set(THE_LIST, selection.failure);
	if (selection.listedAt !== undefined) recovered(known, THE_LIST);
	warnIfIdle(context, known, result);
	if (handsOverAgain) markHandedOver(state, result.emitted);
	return handOver(context, stored, state, result, known, selection.ids.length);
}

function tickBudgetMs(context: IPollFunctions): number {
	const budget = context.getPollBudgetMs?.();
	return budget === undefined ? UNKNOWN_BUDGET_MS : budget * BUDGET_SHARE;
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
function startOf(context: IPollFunctions, stored: IDataObject, { properties }: TriggerState): Start {
	const timezone = context.getTimezone();
	const stateWasDropped =
		isDurable(stored) && Object.keys(properties).length === 0 && context.getActivationMode() === 'update';
	return { timezone, stateWasDropped, noted: isDurable(stored) ? notedStarts(context) : {} };
}

/** Once until the property could be read again: the restart itself may fail. */
function warnOnce(context: IPollFunctions, { lostTokens }: Known, propertyId: string): void {
	if (lostTokens.has(propertyId)) return;
	lostTokens.add(propertyId);
	context.logger.warn(
		`The partner API refused the stored continue token of property ${propertyId}; the bookings feed is read again from two days before the last known change`,
	);
}

/** Once until the feed of the property could be read without any. */
function warnOfUnreadable(
	context: IPollFunctions,
	{ unreadable: told }: Known,
	{ read, unreadable }: TickResult,
): void {
	for (const id of read) if (!unreadable.has(id)) told.delete(id);
	for (const [id, records] of unreadable) {
		if (told.has(id)) continue;
		told.add(id);
		context.logger.warn(unreadableText(id, records));
	}
}

/** Where n8n gives polls little time, the limits of the API may leave none of it. */
function warnIfIdle(
	context: IPollFunctions,
	{ warnedAt }: Known,
	{ read, items, failures }: TickResult,
): void {
	if (read.length > 0 || items.length > 0 || failures.size > 0) return;
	const seconds = (context.getPollBudgetMs?.() ?? UNKNOWN_BUDGET_MS) / 1000;
	warnHourly(
		context,
		warnedAt,
		THE_TIME,
		`No property could be asked within ${seconds} s: the request limits of the API are used up, or n8n gives polls too little time (N8N_SCHEDULER_POLL_TIMEOUT)`,
	);
}

function warnHourly(
	context: IPollFunctions,
	warnedAt: Map<string, number>,
	about: string,
	text: string,
): void {
	const now = Date.now();
	if (!isDue(warnedAt.get(about), now)) return;
	warnedAt.set(about, now);
	context.logger.warn(text);
}

/** @throws the failure of the tick when there is nothing else to hand over; then nothing of it is kept */
function handOver(
	context: IPollFunctions,
	stored: IDataObject,
	state: TriggerState,
	{ items, failures, read }: TickResult,
	known: Known,
	properties: number,
): INodeExecutionData[][] | null {
	const { toldAt, lostTokens } = known;
	const now = Date.now();
	for (const id of read) {
		lostTokens.delete(id);
		if (!failures.has(id)) recovered(known, id);
	}
	const othersGoOn = read.length > 0 || failures.size < properties;
	const told = othersGoOn ? untold(failures, toldAt, now) : [...failures.keys()].sort();
	if (items.length === 0 && told.length > 0) {
		for (const id of told) toldAt.set(id, now);
		throw tickError(context.getNode(), failures, told, othersGoOn);
	}
	for (const [id, failure] of items.length > 0 ? failures : []) {
		const error = toNodeError(context.getNode(), failure, parameters);
		warnHourly(context, known.warnedAt, id, failureText(id, error));
	}
	stored.bookings = state;
	return items.length > 0 ? [asItems(items)] : null;
}

function recovered({ toldAt, warnedAt }: Known, id: string): void {
	toldAt.delete(id);
	warnedAt.delete(id);
}

function asItems(items: readonly IDataObject[]): INodeExecutionData[] {
	return items.map((json) => ({ json }));
}
