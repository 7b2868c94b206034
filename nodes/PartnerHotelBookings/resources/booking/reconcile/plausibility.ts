import { AnswerError } from '../../../../shared/util/json';
import { ParameterError } from '../../../../shared/util/parameterError';
import type { Comparison, Result } from './comparison';

export interface Counts extends Record<Result, number> {
	notCompared: number;
}

export function countsOf({ bookings, notCompared }: Comparison): Counts {
	const counts: Counts = { missing: 0, changed: 0, cancelled: 0, unknown: 0, equal: 0, notCompared };
	for (const { result } of bookings) counts[result] += 1;
	return counts;
}

/**
 * A large part of missing or unknown bookings comes from items that are not complete, from another property or from a
 * feed that is not complete, rather than from the hotel.
 * @throws ParameterError if more than the stated percentage is missing or unknown
 */
export function requirePlausible(propertyId: string, counts: Counts, failAbove: number): void {
	const { missing, changed, cancelled, unknown, equal } = counts;
	const inBoth = changed + cancelled + equal;
	const problem =
		exceeded(missing, missing + inBoth, failAbove, 'that the hotel lists are missing in the items') ??
		exceeded(unknown, unknown + inBoth, failAbove, 'in the items are unknown to the hotel');
	if (problem === undefined) return;
	throw new ParameterError(
		'failAbove',
		failAbove,
		`is exceeded at the property ${propertyId}: ${problem}`,
		'Nothing was returned. Check that the items are all bookings of the property, and check {numberField}, {propertyField} and {modifiedSince}. If the figures are right, raise {failAbove} for this run.',
	);
}

function exceeded(count: number, all: number, percent: number, what: string): string | undefined {
	if (all === 0 || (count / all) * 100 <= percent) return undefined;
	return `${count} of the ${all} bookings ${what}`;
}

/** @throws AnswerError if the feed had records without a number: they may be the unknown bookings */
export function requireReadable(propertyId: string, { unknown }: Counts, unreadable: boolean): void {
	if (!unreadable || unknown === 0) return;
	throw new AnswerError(
		`The bookings feed of property ${propertyId} contains records without a booking number, so it is not certain which bookings are unknown to the hotel (${unknown})`,
		'Report it to the provider of the API.',
	);
}
