import type { INodeProperties } from 'n8n-workflow';

import { midnightDay, namedDay } from '../dates/instants';
import { ParameterError } from '../util/parameterError';

/**
 * A date from the picker or an expression, as text. JavaScript and Luxon dates become ISO 8601. Where a day is wanted,
 * midnight of the workflow's zone written in UTC becomes that day, `YYYY-MM-DD`: a JavaScript date has no zone, nor has
 * the JSON that n8n makes of it.
 * @param text what is neither a JavaScript nor a Luxon date
 * @throws ParameterError for a JavaScript date that is no day, where only a day is taken
 */
export function enteredDateText(
	{ name, typeOptions = {} }: Pick<INodeProperties, 'name' | 'typeOptions'>,
	raw: unknown,
	text: string,
	timezone: string | undefined,
): string {
	if (typeOptions.dateOnly !== true || timezone === undefined) return text;
	const day = namedDay(text) ?? midnightDay(text, timezone);
	if (day !== undefined) return namedDay(text) === undefined ? day : text;
	if (typeOptions.takesTime === true || !isDate(raw)) return text;
	throw new ParameterError(
		name,
		text,
		'is a time, not a day',
		`A JavaScript date is taken as a day if it is midnight in the time zone of the workflow (${timezone}) or in UTC. Enter a date like 2031-05-20.`,
	);
}

/** ISO 8601 of a JavaScript or Luxon date; `undefined` for anything else. */
export function isoText(raw: unknown): string | undefined {
	if (isDate(raw)) return raw.toISOString();
	const luxon = raw as { isLuxonDateTime?: boolean; toISO?: () => string | null } | null | undefined;
	return luxon?.isLuxonDateTime && luxon.toISO ? (luxon.toISO() ?? 'Invalid DateTime') : undefined;
}

/** Expressions may be evaluated in a realm of their own. */
function isDate(raw: unknown): raw is Date {
	return Object.prototype.toString.call(raw) === '[object Date]' && !Number.isNaN((raw as Date).getTime());
}
