import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { unreadableText } from '../shared/api/bookingsFeed';
import { pollTrigger, type PollingTrigger } from '../shared/polling/pollingTrigger';
import { rateScopes } from '../shared/transport/rateScopes';
import { markHandedOver, takeBack, type HandedOverBooking } from './handedOver';
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
	scope: rateScopes.bookingList,
	fetchTestEvent,
	readSettings,
	loadState,
	storeState,
	markHandedOver,
	takeBack,
	startMissing,
	unreadableText,
	run: async (api, state, propertyIds, settings, { context, client, deadline, allowance }) => {
		const { readTimes, reported } = client;
		const onLostToken = (propertyId: string) => warnOfLostToken(context, reported, propertyId);
		return await runPoll(
			api,
			state,
			propertyIds,
			{ ...settings, onLostToken, readTimes },
			allowance,
			deadline,
		);
	},
};

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	return await pollTrigger(trigger, context);
}
