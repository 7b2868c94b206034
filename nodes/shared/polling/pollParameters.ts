import { defineParameter } from '../operation/defineOperation';
import { ParameterError } from '../util/parameterError';

/** What the panels of the polling triggers have in common. */

export const startDate = defineParameter({
	displayName: 'Start Date',
	name: 'startDate',
	type: 'dateTime',
	required: true,
	displayOptions: { show: { startFrom: ['date'] } },
	default: '',
	description: 'Time of the first change to report. A time without an offset is in the workflow time zone.',
});

/** *At Least Every (Minutes)*, unless the user says otherwise. */
export const AT_LEAST_EVERY_MINUTES = 15;

/** With *After a Crash: Hand It Over Again*, per execution: each takes about 200 bytes of the state. */
export const MOST_HANDED_OVER = 1_000;

/** @throws ParameterError without any event */
export function requireEvents(events: readonly string[]): void {
	if (events.length > 0) return;
	throw new ParameterError(
		'events',
		'',
		'is empty',
		'Choose at least one event, or switch the workflow off.',
	);
}
