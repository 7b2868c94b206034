import type { Failure, IDataObject, INode } from 'n8n-workflow';

import { toNodeError } from '../shared/nodeErrors';
import { parameters } from './parameters';

/** Which failures the user is told, and how: by an error, or in n8n's log beside a tick that has something to emit. */

type TickError = Error & { failure?: Failure; context?: IDataObject };

/**
 * While anything else goes on, each failure is told once an hour: an error makes n8n wait before the next poll,
 * or drop what the tick did.
 */
const TELL_EVERY_MS = 3_600_000;

/** @param id of the property; empty: the list of all properties */
export function failureText(id: string, { message }: Error): string {
	return message.includes(id) ? message : `Property ${id}: ${message}`;
}

/** Failures by property id. @returns the properties whose failure the user has not been told lately */
export function untold(
	failures: ReadonlyMap<string, unknown>,
	toldAt: ReadonlyMap<string, number>,
	now: number,
): string[] {
	return [...failures.keys()].filter((id) => isDue(toldAt.get(id), now)).sort();
}

/** Also when the clock was set back since. */
export function isDue(toldAt: number | undefined, now: number): boolean {
	return toldAt === undefined || now < toldAt || now - toldAt >= TELL_EVERY_MS;
}

/**
 * One error for what failed in a tick.
 * @param othersGoOn whether anything else can be served: then the trigger as a whole is to be tried again soon
 */
export function tickError(
	node: INode,
	failures: ReadonlyMap<string, unknown>,
	propertyIds: readonly string[],
	othersGoOn: boolean,
): Error {
	const [first = '', ...others] = propertyIds;
	const error: TickError = toNodeError(node, failures.get(first), parameters);
	error.message = failureText(first, error);
	if (first !== '') {
		error.context = { ...error.context, propertyId: first };
	}
	if (others.length > 0) error.message += ` (also failing: ${others.slice(0, 10).join(', ')})`;
	if (othersGoOn && error.failure?.cause !== 'rate-limited')
		error.failure = { cause: 'temporarily-unavailable' };
	return error;
}
