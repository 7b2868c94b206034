import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { ParameterError } from '../shared/util/parameterError';
import { testEventHost } from '../shared/polling/testEvent';
import { readSettings, type Settings } from './settings';
import { findTestEvent } from './testEventSearch';

/**
 * The items of the editor's "Fetch Test Event": those of one booking. The stored state does not change.
 * @throws when no booking fits the settings
 */
export async function fetchTestEvent(context: IPollFunctions): Promise<IDataObject[]> {
	const settings = readSettings(context);
	const { items, bookings } = await findTestEvent(await testEventHost(context, settings), settings);
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
