import { ResponseError } from '../../../../shared/util/json';
import { ParameterError } from '../../../../shared/util/parameterError';
import { RESULTS, type ComparedBooking, type Result } from './comparison';

export interface Counts extends Record<Result, number> {
	notCompared: number;
}

/** How many bookings may be missing or unknown. */
export interface Guard {
	/** In percent. */
	failAbove: number;
	/** Fewer are always plausible, unless none may be. */
	failFrom: number;
}

export function countsOf(bookings: readonly ComparedBooking[], notCompared: number): Counts {
	const none = Object.fromEntries(RESULTS.map((result) => [result, 0])) as Record<Result, number>;
	const counts: Counts = { ...none, notCompared };
	for (const { result } of bookings) counts[result] += 1;
	return counts;
}

/**
 * The counts if the hotel says of as many unlisted bookings as it is asked for that it has them.
 * @param asked at most so many
 */
export function bestCounts(counts: Counts, unlisted: number, asked: number): Counts {
	const open = Math.max(0, unlisted - asked);
	return { ...counts, unconfirmed: open, equal: counts.equal + unlisted - open };
}

/**
 * A large part of missing or unknown bookings comes from items that are not complete, from another property or from a
 * feed that is not complete, rather than from the hotel.
 * @returns what is not plausible
 */
export function implausibility(counts: Counts, guard: Guard): string | undefined {
	const { missing, changed, cancelled, unknown, unconfirmed, equal } = counts;
	const inBoth = changed + cancelled + equal;
	const unlisted = unknown + unconfirmed;
	return (
		exceeded(missing, missing + inBoth, guard, 'that the hotel lists are missing in the items') ??
		exceeded(
			unlisted,
			unlisted + inBoth,
			guard,
			`in the items are unknown to the hotel${unconfirmed > 0 ? ' or unconfirmed' : ''}`,
		)
	);
}

/** @throws ParameterError if more than the stated percentage is missing or unknown */
export function requirePlausible(propertyId: string, counts: Counts, guard: Guard): void {
	const problem = implausibility(counts, guard);
	if (problem === undefined) return;
	throw new ParameterError(
		'failAbove',
		guard.failAbove,
		`is exceeded at the property ${propertyId}: ${problem}`,
		'Nothing was returned. Check that the items are all bookings of the property, and check {numberField}, {propertyField} and {modifiedSince}. If the figures are right, raise {failAbove} for this run.',
	);
}

function exceeded(
	count: number,
	all: number,
	{ failAbove, failFrom }: Guard,
	what: string,
): string | undefined {
	const isMany = count >= (failAbove === 0 ? 1 : failFrom);
	return isMany && (count / all) * 100 > failAbove ? `${count} of the ${all} bookings ${what}` : undefined;
}

/** @throws ResponseError if the feed had records without a number: they may be the bookings that it does not list */
export function requireReadable(propertyId: string, unlisted: number, unreadable: boolean): void {
	if (!unreadable || unlisted === 0) return;
	throw new ResponseError(
		`The bookings feed of property ${propertyId} contains records without a booking number, so it is not certain which bookings are unknown to the hotel (${unlisted})`,
		'Report it to the provider of the API.',
	);
}
