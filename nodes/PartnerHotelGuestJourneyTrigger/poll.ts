import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import * as feed from '../shared/api/bookings/bookingsFeed';
import { pollTrigger, type PollingTrigger } from '../shared/polling/pollingTrigger';
import * as search from '../shared/polling/reservationSearch';
import { rateScopes } from '../shared/transport/rateScopes';
import { shownText } from '../shared/util/shownText';
import type { Missed } from './looking';
import { parameters } from './parameters';
import { runPoll } from './pollRun';
import { readSettings, type Settings } from './settings';
import { startMissing } from './startPosition';
import { putFirst, stateFormat, type HandedOverMessage, type PropertyState } from './state';
import { fetchTestEvent } from './testEvent';

function triggerOf(source: unknown): PollingTrigger<Settings, PropertyState, HandedOverMessage> {
	const isOfBookings = source === 'bookings';
	return {
		parameters,
		apiSettings: { readOnly: true },
		scope: isOfBookings ? rateScopes.bookingDetail : rateScopes.default,
		fetchTestEvent,
		readSettings,
		stateFormat,
		putFirst,
		startMissing,
		unreadableText: isOfBookings ? feed.unreadableBookingsText : search.unreadableReservationsText,
		run: async (api, state, propertyIds, settings, { context, deadline, allowance }) => {
			const result = await runPoll(api, state, propertyIds, settings, allowance, deadline);
			logMissed(context, result.missed);
			return result;
		},
	};
}

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	return await pollTrigger(triggerOf(context.getNodeParameter('source', 'reservations')), context);
}

const MAX_LISTED = 20;

/** Once: they are not looked at for it again. */
function logMissed(context: IPollFunctions, missed: readonly Missed[]): void {
	if (missed.length === 0) return;
	const listed = missed
		.slice(0, MAX_LISTED)
		.map(({ property, number, moment }) => `'${moment}' of ${number} (property ${property})`);
	const more = missed.length > MAX_LISTED ? ` and ${missed.length - MAX_LISTED} more` : '';
	context.logger.warn(shownText(`Too late to send, and not sent: ${listed.join(', ')}${more}`));
}
