import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { pollTrigger, type PollingTrigger } from '../shared/polling/pollingTrigger';
import { markHandedOver, takeBack, type HandedOverReservation } from './handedOver';
import { parameters } from './parameters';
import { runPoll } from './pollRun';
import { requestBudget } from './requestBudget';
import { unreadableText } from './reservationSearch';
import { readSettings, type Settings } from './settings';
import { startMissing } from './startPosition';
import { loadState, storeState, type TriggerState } from './state';
import { fetchTestEvent } from './testEvent';

const trigger: PollingTrigger<Settings, TriggerState, HandedOverReservation> = {
	parameters,
	apiSettings: { readOnly: true },
	fetchTestEvent,
	readSettings,
	loadState,
	storeState,
	markHandedOver,
	takeBack,
	startMissing,
	unreadableText,
	run: async (api, state, propertyIds, settings, { client: { readTimes }, deadline, sinceLastPollMs }) => {
		const maxRequests = requestBudget(sinceLastPollMs);
		return await runPoll(api, state, propertyIds, { ...settings, maxRequests, readTimes }, deadline);
	},
};

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	return await pollTrigger(trigger, context);
}
