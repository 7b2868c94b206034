import type { Starts } from '../shared/polling/pollPersistence';
import { propertyIn } from '../shared/polling/pollState';
import { startMissingProperties, type StartContext } from '../shared/polling/starts';
import type { WatchedProperties } from '../shared/polling/watchedProperties';
import type { Api } from '../shared/transport/types';
import { serverTimeOf } from '../shared/polling/reservationSearch';
import type { Settings } from './settings';
import { startProperty, type TriggerState } from './state';

/**
 * Adds the watched properties that are not known yet to the state.
 * @returns the starts to keep in case n8n drops the state
 * @throws when no property is known yet and the first ones do not respond, so that the user sees it on activation
 */
export async function startMissing(
	api: Api,
	state: TriggerState,
	watched: WatchedProperties,
	{ propertySelection, since }: Settings,
	start: StartContext,
): Promise<Starts> {
	const starter = {
		isKnown: (id: string) => propertyIn(state, id) !== undefined,
		add: (id: string, at = '') => {
			state.properties[id] = startProperty(at);
		},
		serverTime: async (id: string) => await serverTimeOf(api, id),
		takeAsKnown: (id: string) => {
			const property = propertyIn(state, id);
			if (property) property.fresh = true;
		},
	};
	const fixed = since === undefined ? undefined : { since };
	return await startMissingProperties(starter, watched, { propertySelection, fixed }, state, start);
}
