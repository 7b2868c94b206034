import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { ParameterError } from '../shared/util/parameterError';
import { createApi } from '../shared/transport/request';
import { deadlineIn, withinDeadline } from '../shared/polling/deadline';
import { watchedProperties } from '../shared/polling/watchedProperties';
import { readSettings, type Settings } from './settings';
import { emptyState } from './state';
import { findTestEvent } from './testEventSearch';

/** A user is waiting in the editor. */
const TEST_EVENT_MS = 30_000;

/**
 * The items of the editor's "Fetch Test Event": those of one booking. The stored state does not change.
 * @throws when no booking fits the settings
 */
export async function fetchTestEvent(context: IPollFunctions): Promise<IDataObject[]> {
	const settings = readSettings(context);
	const { atMost } = deadlineIn(TEST_EVENT_MS);
	const api = withinDeadline(createApi(context), atMost);
	const { ids } = await watchedProperties(api, settings, {}, emptyState());
	const { items, bookings } = await findTestEvent(api, ids, settings, atMost);
	if (items.length > 0) return items;
	throw bookings > 0 ? noneFits(bookings) : noBookings(settings);
}

function noneFits(bookings: number): ParameterError {
	return new ParameterError(
		'events',
		'',
		`and Filters match none of the ${bookings} bookings checked, so there is no test event`,
		'Change {events} or {filters} to get a test event. The active trigger works without one.',
	);
}

function noBookings({ propertySelection, propertyId }: Settings): ParameterError {
	const one = propertySelection === 'one';
	return new ParameterError(
		one ? 'propertyId' : 'propertySelection',
		one ? propertyId : '',
		'has no bookings yet, so there is no test event',
		'Choose another property, or make a booking first. The active trigger works without one.',
	);
}
