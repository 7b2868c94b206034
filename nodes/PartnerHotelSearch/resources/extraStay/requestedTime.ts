import { wholeDate } from '../../../shared/dates/instants';
import type { Api } from '../../../shared/transport/types';
import { ParameterError } from '../../../shared/util/parameterError';
import { hotelCalendar } from '../../stay';
import { minutesOf } from './timeOfDay';

/** The time the user entered, at the property. Of a date and time, only the time counts. @throws ParameterError */
export async function requestedTime(api: Api, propertyId: string, text: string): Promise<number> {
	const minutes = minutesOf(text);
	if (minutes !== undefined) return minutes;
	if (!/\d:\d/.test(text) || wholeDate(text, 'utc') === undefined) {
		throw new ParameterError(
			'time',
			text,
			'is not a time',
			'Enter hours and minutes in the local time of the hotel, like 09:30, or a date and time.',
		);
	}
	const { clock } = await hotelCalendar(api, propertyId);
	return minutesOf((await clock.minute('time', text)).slice(11)) as number;
}
