import type { IDataObject, INodeExecutionData, INodeProperties, IPollFunctions } from 'n8n-workflow';

import { toNodeError } from '../operation/nodeErrors';
import type { Allowance } from '../rateLimit/triggerAllowance';
import type { RateScope } from '../rateLimit/windows';
import { createApi, pollAllowance } from '../transport/request';
import type { Api, ApiSettings } from '../transport/types';
import { pollDeadline, withinDeadline, type Deadline } from './deadline';
import { failureText, PROPERTY_LIST, recovered, reportFailures, triedAgainSoon } from './failureReports';
import { markHandedOver, takeBack, type OfProperty } from './handedOver';
import { isDurable, isOneTransaction, noteStarts, type Starts } from './pollPersistence';
import { runWatching } from './keepWatching';
import { emittingPoll, isFromBefore } from './lateSaving';
import { forgetReturned, keepChosen, keepListed } from './pollState';
import {
	clientMemory,
	memoryOf,
	triggerKey,
	unlessPolling,
	type ClientMemory,
	type ProcessMemory,
	type Turn,
} from './processMemory';
import type { RunResult } from './runProgress';
import { noteFailure, notePoll, noteResult } from './triggerStatus';
import { dropOldDetails } from './sharedDetails';
import { startContext, type StartContext } from './starts';
import { loadState, type StateFormat, type StoredState } from './storedState';
import { tellWhichPolling, warnIfBehind, warnIfFull, warnIfIdle, warnOfUnreadable } from './pollWarnings';
import { watchedProperties, type WatchedProperties } from './watchedProperties';

/** The settings of every polling trigger. */
export interface PollSettings {
	propertySelection: string;
	/** The chosen properties, each once; empty with all properties. */
	propertyIds: string[];
	/** After a restart of n8n, what the last execution got is emitted again. */
	handsOverAgain: boolean;
	/** A poll that finds nothing reads on. */
	keepsWatching: boolean;
}

/** One poll, as its run sees it. */
interface Poll {
	context: IPollFunctions;
	client: ClientMemory;
	deadline: Deadline;
	/** What it may send in the trigger's scope. */
	allowance: Allowance;
}

/** What every trigger keeps of a property. */
interface WithBacklog {
	/** What was read but not emitted yet. */
	backlog: readonly unknown[];
}

/** What is different from trigger to trigger. A poll works on a copy of the state and stores it as a whole. */
export interface PollingTrigger<
	Settings extends PollSettings,
	Property extends WithBacklog,
	Emitted extends OfProperty,
> {
	parameters: readonly INodeProperties[];
	apiSettings?: ApiSettings;
	/** The limits that its polls are divided by. */
	scope: RateScope;
	fetchTestEvent(context: IPollFunctions): Promise<IDataObject[]>;
	readSettings(context: IPollFunctions): Settings;
	stateFormat: StateFormat;
	/** Puts what another process had handed over in front of what waits. */
	putFirst(property: Property, one: Emitted): void;
	/** Adds the watched properties that the state does not have yet. */
	startMissing(
		api: Api,
		state: StoredState<Property, Emitted>,
		watched: WatchedProperties,
		settings: Settings,
		start: StartContext,
	): Promise<Starts>;
	/** Reads what is new, and updates the state. */
	run(
		api: Api,
		state: StoredState<Property, Emitted>,
		propertyIds: readonly string[],
		settings: Settings,
		poll: Poll,
	): Promise<RunResult<Emitted>>;
	/** The warning about so many records of a property that cannot be read. */
	unreadableText(propertyId: string, records: number): string;
}

/** @returns null when there is nothing to emit, or while another poll of the same activation runs */
export async function pollTrigger<
	Settings extends PollSettings,
	Property extends WithBacklog,
	Emitted extends OfProperty,
>(
	trigger: PollingTrigger<Settings, Property, Emitted>,
	context: IPollFunctions,
): Promise<INodeExecutionData[][] | null> {
	const isManual = context.getMode() === 'manual';
	const polled = isManual ? trigger.fetchTestEvent(context) : pollUnlessRunning(trigger, context);
	const items = await polled.catch((error) => {
		const nodeError = toNodeError(context.getNode(), error, trigger.parameters);
		if (isManual) throw nodeError;
		noteFailure(memoryOf(context), nodeError.message, Date.now());
		throw triedAgainSoon(nodeError);
	});
	return items && items.length > 0 ? [items.map((json) => ({ json }))] : null;
}

async function pollUnlessRunning<
	Settings extends PollSettings,
	Property extends WithBacklog,
	Emitted extends OfProperty,
>(
	trigger: PollingTrigger<Settings, Property, Emitted>,
	context: IPollFunctions,
): Promise<IDataObject[] | null> {
	const memory = memoryOf(context);
	return await unlessPolling(context, memory, async (turn) => await pollOnce(trigger, context, memory, turn));
}

async function pollOnce<
	Settings extends PollSettings,
	Property extends WithBacklog,
	Emitted extends OfProperty,
>(
	trigger: PollingTrigger<Settings, Property, Emitted>,
	context: IPollFunctions,
	memory: ProcessMemory,
	{ isStart, isCurrent }: Turn,
): Promise<IDataObject[]> {
	dropOldDetails();
	const now = Date.now();
	const stored = context.getWorkflowStaticData('node');
	const { key } = trigger.stateFormat;
	if (isDurable(stored) && isFromBefore(memory.emittingPoll, stored[key], now)) return [];
	const lastPollAt = isStart ? undefined : memory.lastPollAt;
	const sinceLastMs = lastPollAt === undefined ? undefined : now - lastPollAt;
	const deadline = pollDeadline(context, sinceLastMs);
	memory.lastPollAt = now;
	const settings = trigger.readSettings(context);
	const apiOf = (isTrigger: boolean) =>
		withinDeadline(createApi(context, { ...trigger.apiSettings, isTrigger }), deadline);
	const api = apiOf(true);
	// Somebody waits at the switch, which n8n leaves off if this fails.
	const startApi = apiOf(!isStart);
	const client = clientMemory(memory, await api.client());
	const status = notePoll(context, client, now);
	const state = loadState<Property, Emitted>(context, stored, trigger.stateFormat);
	const isExactlyOnce = isOneTransaction(context, stored);
	tellWhichPolling(context, memory, isExactlyOnce);
	const handsOverAgain = settings.handsOverAgain && !isExactlyOnce;
	if (handsOverAgain) takeBack(state, trigger.putFirst);
	delete state.handedOver;

	const start = startContext(context, stored, state, memory.starts);
	const watched = await watchedProperties(startApi, settings, client, state);
	status.propertyIds = watched.ids;
	if (settings.propertySelection !== 'all') keepChosen(state, watched.ids);
	else if (watched.listedAt !== undefined)
		keepListed(state, watched.ids, watched.listedAt, watched.emptyLists);
	const starts = await trigger.startMissing(startApi, state, watched, settings, start);
	if (isDurable(stored)) {
		noteStarts(context, starts);
		memory.starts = starts;
	}
	state.listedAt = watched.listedAt ?? state.listedAt;
	if (watched.listedAt !== undefined) forgetReturned(state, watched.ids);

	const allowance = await pollAllowance(context, trigger.scope, triggerKey(context), watched.ids.length);
	const poll = { context, client, deadline, allowance };
	const run = async (within: Deadline) =>
		await trigger.run(api, state, watched.ids, settings, { ...poll, deadline: within });
	const result = settings.keepsWatching
		? await runWatching(run, deadline, allowance, isCurrent)
		: await run(deadline);
	// The later activation has read the same, from what n8n had saved.
	if (!isCurrent()) return [];
	const { reported } = client;
	if (watched.failure !== undefined) result.failures.set(PROPERTY_LIST, watched.failure);
	if (watched.listedAt !== undefined) recovered(reported, PROPERTY_LIST);
	noteResult(status, result, state.properties, now);
	const [failed] = result.failures;
	if (failed) noteFailure(memory, failureText(context, ...failed, trigger.parameters), now);
	warnOfUnreadable(context, reported, result, trigger.unreadableText);
	warnIfIdle(context, reported, result, sinceLastMs === undefined);
	warnIfBehind(context, client, result);
	warnIfFull(context, reported, result);
	const watch = {
		properties: watched.ids.length,
		isStartOfAll: isStart && settings.propertySelection === 'all',
	};
	reportFailures(context, result, reported, watch, trigger.parameters);

	if (handsOverAgain) markHandedOver(state, result.emitted);
	if (isDurable(stored) && result.items.length > 0)
		memory.emittingPoll = emittingPoll(stored[key], Date.now());
	stored[key] = state;
	return result.items;
}
