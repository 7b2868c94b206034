import { DateTime } from 'luxon';

import { fetchBookingPage } from '../shared/api/bookings/bookingsFeed';
import { feedInstant } from '../shared/api/bookings/feedStart';
import { utcSeconds } from '../shared/dates/instants';
import { instantOf } from '../shared/polling/feedTime';
import type { Starts } from '../shared/polling/pollPersistence';
import { propertyIn } from '../shared/polling/pollState';
import { startMissingProperties, type StartContext } from '../shared/polling/starts';
import type { WatchedProperties } from '../shared/polling/watchedProperties';
import type { Api } from '../shared/transport/types';
import { absorbPage } from './backlog';
import { takeAsKnown } from './changeDetection';
import { positionOf } from './feedPosition';
import { startProperty, type PropertyState } from './propertyState';
import type { Settings } from './settings';
import type { TriggerState } from './state';

/**
 * Adds the watched properties that are not known yet to the state.
 * @returns the starts to keep in case n8n drops the state
 * @throws when no property is known yet and the first ones do not respond, so that the user sees it on activation
 */
export async function startMissing(
	api: Api,
	state: TriggerState,
	watched: WatchedProperties,
	settings: Settings,
	start: StartContext,
): Promise<Starts> {
	const starter = {
		isKnown: (id: string) => propertyIn(state, id) !== undefined,
		add: (id: string, lastModification: string | undefined) => {
			state.properties[id] = startProperty({ lastModification });
		},
		serverTime: async (id: string) => await serverTime(api, id),
		takeAsKnown: async (id: string) => {
			const property = propertyIn(state, id) as PropertyState;
			absorbPage(property, await fetchBookingPage(api, id, positionOf(property)));
			takeAsKnown(property);
		},
	};
	const { propertySelection } = settings;
	const fixed = fixedStart(settings, start.timezone);
	return await startMissingProperties(starter, watched, { propertySelection, fixed }, state, start);
}

function fixedStart(
	{ startFrom, startDate }: Settings,
	timezone: string,
): { since: string | undefined } | undefined {
	if (startFrom === 'everything') return { since: undefined };
	return startFrom === 'date' ? { since: feedInstant('startDate', startDate, timezone) } : undefined;
}

async function serverTime(api: Api, id: string): Promise<string> {
	const local = utcSeconds(DateTime.utc());
	const { servedAt } = await fetchBookingPage(api, id, { lastModification: local }, 1);
	return instantOf(servedAt) ?? local;
}
