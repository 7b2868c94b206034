import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { unreadableText } from '../shared/api/bookingsFeed';
import { pollTrigger, type PollingTrigger } from '../shared/polling/pollingTrigger';
import { markHandedOver, takeBack, type HandedOverBooking } from './handedOver';
import { pageBudget } from './pageBudget';
import { parameters } from './parameters';
import { loadState, storeState } from './pollPersistence';
import { runPoll } from './pollRun';
import { readSettings, type Settings } from './settings';
import { startMissing } from './startPosition';
import type { TriggerState } from './state';
import { fetchTestEvent } from './testEvent';
import { warnOfLostToken } from './warnings';

const trigger: PollingTrigger<Settings, TriggerState, HandedOverBooking> = {
	parameters,
	fetchTestEvent,
	readSettings,
	loadState,
	storeState,
	markHandedOver,
	takeBack,
	startMissing,
	unreadableText,
	run: async (api, state, propertyIds, settings, { context, client, deadline, sinceLastPollMs }) => {
		const { readTimes, reported } = client;
		const maxPages = pageBudget(sinceLastPollMs);
		const onLostToken = (propertyId: string) => warnOfLostToken(context, reported, propertyId);
		return await runPoll(
			api,
			state,
			propertyIds,
			{ ...settings, maxPages, onLostToken, readTimes },
			deadline,
		);
	},
};

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	return await pollTrigger(trigger, context);
}
