import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { pollTrigger, type PollingTrigger } from '../shared/polling/pollingTrigger';
import { unreadableReservationsText } from '../shared/polling/reservationSearch';
import { rateScopes } from '../shared/transport/rateScopes';
import { parameters } from './parameters';
import { runPoll } from './pollRun';
import { readSettings, type Settings } from './settings';
import { startMissing } from './startPosition';
import { putFirst, stateFormat, type HandedOverReservation, type PropertyState } from './state';
import { fetchTestEvent } from './testEvent';

const trigger: PollingTrigger<Settings, PropertyState, HandedOverReservation> = {
	parameters,
	apiSettings: { readOnly: true },
	scope: rateScopes.default,
	fetchTestEvent,
	readSettings,
	stateFormat,
	putFirst,
	startMissing,
	unreadableText: unreadableReservationsText,
	run: async (api, state, propertyIds, settings, { client: { readTimes }, deadline, allowance }) =>
		await runPoll(api, state, propertyIds, { ...settings, readTimes }, allowance, deadline),
};

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	return await pollTrigger(trigger, context);
}
