import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

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
import { startContext, startMissing, type Starter } from '../shared/polling/starts';
import { warnIfIdle, warnOfUnreadable } from '../shared/polling/warnings';
import { watchedProperties, type WatchedProperties } from '../shared/polling/watchedProperties';
import { createApi } from '../shared/transport/request';
import type { Api } from '../shared/transport/types';
import { markHandedOver, takeBack } from './handedOver';
import { parameters } from './parameters';
import { runPoll } from './pollRun';
import { requestBudget } from './requestBudget';
import { fetchSearchPage, unreadableText } from './reservationSearch';
import { readSettings, type Settings } from './settings';
import { keepOnly, loadState, propertyIn, startProperty, storeState, type TriggerState } from './state';
import { fetchTestEvent } from './testEvent';

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const polled = context.getMode() === 'manual' ? fetchTestEvent(context) : pollUnlessRunning(context);
	const items = await polled.catch((error) => {
		throw toNodeError(context.getNode(), error, parameters);
	});
	return items && items.length > 0 ? [items.map((json) => ({ json }))] : null;
}

async function pollUnlessRunning(context: IPollFunctions): Promise<IDataObject[] | null> {
	const memory = memoryOf(context);
	return await unlessPolling(context, memory, async () => await pollSearches(context, memory));
}

async function pollSearches(context: IPollFunctions, memory: ProcessMemory): Promise<IDataObject[]> {
	const deadline = pollDeadline(context, memory.lastPollAt === undefined);
	const maxRequests = requestBudget(memory.lastPollAt && Date.now() - memory.lastPollAt);
	memory.lastPollAt = Date.now();
	const settings = readSettings(context);
	const api = withinDeadline(createApi(context, { readOnly: true, personal: true }), deadline.atMost);
	const client = clientMemory(memory, await api.client());
	const stored = context.getWorkflowStaticData('node');
	const state = loadState(context, stored);
	const handsOverAgain = settings.handsOverAgain && !isOneTransaction(context, stored);
	if (handsOverAgain) takeBack(state);
	delete state.handedOver;
	const watched = await watch(context, api, settings, client, stored, state);
	const { reported, readTimes } = client;
	const result = await runPoll(api, state, watched.ids, { ...settings, maxRequests, readTimes }, deadline);
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
	const { since, propertySelection } = settings;
	const fixed = since === undefined ? undefined : { since };
	const starts = await startMissing(
		starterOf(api, state),
		watched,
		{ propertySelection, fixed },
		state.listedAt,
		start,
	);
	if (isDurable(stored)) noteStarts(context, starts);
	state.listedAt = watched.listedAt ?? state.listedAt;
	return watched;
}

function starterOf(api: Api, state: TriggerState): Starter {
	return {
		isKnown: (id) => propertyIn(state, id) !== undefined,
		add: (id, since = '') => {
			state.properties[id] = startProperty(since);
		},
		serverTime: async (id) => {
			const now = DateTime.utc().toFormat("yyyy-MM-dd'T'HH:mm");
			const range = { startAffectPeriodDateTime: now, endAffectPeriodDateTime: now };
			return (await fetchSearchPage(api, id, 'Active', range, undefined, undefined, 1)).servedAt;
		},
		takeAsKnown: async (id) => {
			const property = propertyIn(state, id);
			if (property) property.fresh = true;
			await Promise.resolve();
		},
	};
}
