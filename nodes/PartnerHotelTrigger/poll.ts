import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { unreadableText } from '../shared/api/bookingsFeed';
import { toNodeError } from '../shared/operation/nodeErrors';
import { pollDeadline, withinDeadline } from '../shared/polling/deadline';
import { PROPERTY_LIST, recovered, reportFailures } from '../shared/polling/failureReports';
import { isDurable, isOneTransaction, noteStarts } from '../shared/polling/pollPersistence';
import {
	clientMemory,
	memoryOf,
	unlessPolling,
	type ClientMemory,
	type ProcessMemory,
} from '../shared/polling/processMemory';
import { startContext } from '../shared/polling/starts';
import { warnIfIdle, warnOfUnreadable } from '../shared/polling/warnings';
import { watchedProperties, type WatchedProperties } from '../shared/polling/watchedProperties';
import { createApi } from '../shared/transport/request';
import type { Api } from '../shared/transport/types';
import { markHandedOver, takeBack } from './handedOver';
import { pageBudget } from './pageBudget';
import { parameters } from './parameters';
import { loadState, storeState } from './pollPersistence';
import { runPoll } from './pollRun';
import { readSettings, type Settings } from './settings';
import { startMissing } from './startPosition';
import { keepOnly, type TriggerState } from './state';
import { fetchTestEvent } from './testEvent';
import { warnOfLostToken } from './warnings';

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const polled = context.getMode() === 'manual' ? fetchTestEvent(context) : pollUnlessRunning(context);
	const items = await polled.catch((error) => {
		throw toNodeError(context.getNode(), error, parameters);
	});
	return items && items.length > 0 ? [items.map((json) => ({ json }))] : null;
}

async function pollUnlessRunning(context: IPollFunctions): Promise<IDataObject[] | null> {
	const memory = memoryOf(context);
	return await unlessPolling(context, memory, async () => await pollFeeds(context, memory));
}

async function pollFeeds(context: IPollFunctions, memory: ProcessMemory): Promise<IDataObject[]> {
	const deadline = pollDeadline(context, memory.lastPollAt === undefined);
	const maxPages = pageBudget(memory.lastPollAt && Date.now() - memory.lastPollAt);
	memory.lastPollAt = Date.now();
	const settings = readSettings(context);
	const api = withinDeadline(createApi(context), deadline.atMost);
	const client = clientMemory(memory, await api.client());
	const stored = context.getWorkflowStaticData('node');
	const state = loadState(context, stored);
	const handsOverAgain = settings.handsOverAgain && !isOneTransaction(context, stored);
	if (handsOverAgain) takeBack(state);
	delete state.handedOver;
	const watched = await watch(context, api, settings, client, stored, state);
	const { reported } = client;
	const onLostToken = (propertyId: string) => warnOfLostToken(context, reported, propertyId);
	const runSettings = { ...settings, maxPages, onLostToken, readTimes: client.readTimes };
	const result = await runPoll(api, state, watched.ids, runSettings, deadline);
	if (watched.failure !== undefined) result.failures.set(PROPERTY_LIST, watched.failure);
	if (watched.listedAt !== undefined) recovered(reported, PROPERTY_LIST);
	warnOfUnreadable(context, reported, result, unreadableText);
	warnIfIdle(context, reported, result);
	reportFailures(context, result, reported, watched.ids.length, parameters);
	if (handsOverAgain) markHandedOver(state, result.emitted);
	storeState(stored, state);
	return result.items;
}

/** Updates the properties of the state to the watched ones. */
async function watch(
	context: IPollFunctions,
	api: Api,
	settings: Settings,
	client: ClientMemory,
	stored: IDataObject,
	state: TriggerState,
): Promise<WatchedProperties> {
	const start = startContext(context, stored, state);
	const watched = await watchedProperties(api, settings, client, state);
	if (settings.propertySelection !== 'all') keepOnly(state, watched.ids);
	const starts = await startMissing(api, state, watched, settings, start);
	if (isDurable(stored)) noteStarts(context, starts);
	state.listedAt = watched.listedAt ?? state.listedAt;
	return watched;
}
