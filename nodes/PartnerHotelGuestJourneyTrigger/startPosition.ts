import { readServiceTime } from '../shared/journey/nearStays';
import type { Starts } from '../shared/polling/pollPersistence';
import { propertyIn } from '../shared/polling/pollState';
import { startMissingProperties, type StartContext } from '../shared/polling/starts';
import type { WatchedProperties } from '../shared/polling/watchedProperties';
import type { Api } from '../shared/transport/types';
import type { Settings } from './settings';
import { startProperty, type PropertyState, type TriggerState } from './state';

/**
 * Adds the watched properties that are not known yet to the state, from now on.
 * @returns the starts to keep in case n8n drops the state
 * @throws when no property is known yet and the first ones do not respond, so that the user sees it on activation
 */
export async function startMissing(
	api: Api,
	state: TriggerState,
	watched: WatchedProperties,
	{ propertySelection, source, unitKind }: Settings,
	start: StartContext,
): Promise<Starts> {
	const isOfThese = (known: PropertyState) => known.source === source && known.unitKind === unitKind;
	const starter = {
		isKnown: (id: string) => {
			const known = propertyIn(state, id);
			return known !== undefined && isOfThese(known);
		},
		add: (id: string, at = '') => {
			state.properties[id] = startProperty(at, { source, unitKind });
		},
		serverTime: async (id: string) => await readServiceTime(api, id, source),
		takeAsKnown: () => undefined,
	};
	// What others were sent before now is not known.
	const wereOthers = !Object.values(state.properties).every(isOfThese);
	const before = wereOthers ? {} : state;
	const noted = wereOthers ? {} : start.noted;
	return await startMissingProperties(starter, watched, { propertySelection }, before, {
		...start,
		noted,
	});
}
