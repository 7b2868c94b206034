import { wholeDate } from '../../../shared/dates/instants';
import type { Api } from '../../../shared/transport/types';
import { ParameterError } from '../../../shared/util/parameterError';
import { hotelCalendar } from '../../stay';

/** `24:00`, the end of the day, in minutes. */
export const MIDNIGHT_AFTER = 24 * 60;

/** Minutes after midnight of `HH:mm`, up to `24:00`; `undefined` for anything else. */
export function minutesOf(text: string): number | undefined {
	const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)(?::00)?$/.exec(text) ?? [];
	const total = Number(hours) * 60 + Number(minutes);
	return total <= MIDNIGHT_AFTER ? total : undefined;
}

/** `HH:mm`. */
export function timeText(minutes: number): string {
	return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** `4 h 30 min`. */
export function durationText(minutes: number): string {
	const parts = [
		[Math.floor(minutes / 60), 'h'],
		[minutes % 60, 'min'],
	] as const;
	return parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ');
}

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
