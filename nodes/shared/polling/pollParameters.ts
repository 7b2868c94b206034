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

/** For *Options*. */
export const keepWatching = {
	displayName: 'Keep Watching',
	name: 'keepWatching',
	type: 'boolean',
	default: false,
	description:
		'Whether a poll that finds nothing reads on until the next one is due, so that the workflow starts within seconds of a change instead of a minute. Set Poll Times to each minute. With more than about ten properties it gains little, and it uses all that the limits leave to triggers.',
} as const;

/** *At Least Every (Minutes)*, unless the user says otherwise. */
export const MAX_INTERVAL_MINUTES = 15;

/** With *After a Crash: Hand It Over Again*, per execution: each takes about 200 bytes of the state. */
export const MAX_HANDED_OVER = 1_000;

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
