import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { unreadableBookingsText } from '../shared/api/bookings/bookingsFeed';
import { pollTrigger, type PollingTrigger } from '../shared/polling/pollingTrigger';
import { rateScopes } from '../shared/transport/rateScopes';
import { putFirst, type HandedOverBooking } from './handedOver';
import { parameters } from './parameters';
import { runPoll } from './pollRun';
import type { PropertyState } from './propertyState';
import { readSettings, type Settings } from './settings';
import { startMissing } from './startPosition';
import { stateFormat } from './state';
import { fetchTestEvent } from './testEvent';
import { warnOfLostToken } from './lostToken';

const trigger: PollingTrigger<Settings, PropertyState, HandedOverBooking> = {
	parameters,
	scope: rateScopes.bookingList,
	fetchTestEvent,
	readSettings,
	stateFormat,
	putFirst,
	startMissing,
	unreadableText: unreadableBookingsText,
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
