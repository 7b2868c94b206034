import { wholeDate } from '../../../shared/dates/instants';
import type { Api } from '../../../shared/transport/types';
import { ParameterError } from '../../../shared/util/parameterError';
import { hotelCalendar } from '../../stay';
import { minutesOf } from './timeOfDay';

/** At the property: minutes after midnight and, where a date was entered with the time, `YYYY-MM-DD`. */
interface RequestedTime {
	time: number;
	date?: string;
}

/** The time that the user entered. @throws ParameterError */
export async function requestedTime(api: Api, propertyId: string, text: string): Promise<RequestedTime> {
	const minutes = minutesOf(text);
	if (minutes !== undefined) return { time: minutes };
	if (!/\d:\d/.test(text) || wholeDate(text, 'utc') === undefined) {
		throw new ParameterError(
			'time',
			text,
			'is not a time',
			'Enter hours and minutes in the local time of the hotel, like 09:30, or a date and time.',
		);
	}
	const { clock } = await hotelCalendar(api, propertyId);
	const local = await clock.minute('time', text);
	return { time: minutesOf(local.slice(11)) as number, date: local.slice(0, 10) };
}
