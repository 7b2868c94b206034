import type { IDataObject } from 'n8n-workflow';

import { hasOtherStatus, hasOtherTime, type ComparedBooking, type Result } from './comparison';
import type { OwnState } from './ownBookings';
import type { Counts } from './plausibility';

/** One booking as an item. What the items have is that of the first one that differs, otherwise of the latest. */
export function bookingRecord(propertyId: string, booking: ComparedBooking): IDataObject {
	const { result, number, hotel, states, differences } = booking;
	const own = shownState(booking);
	return {
		result,
		number,
		status: hotel?.status ?? null,
		createdDateTime: hotel?.createdDateTime ?? null,
		modifiedDateTime: hotel?.modifiedDateTime ?? null,
		ownStatus: own?.status ?? null,
		ownModifiedDateTime: own?.modified ?? null,
		differences,
		newer: newerSide(booking),
		itemCount: states.length,
		propertyId,
	};
}

function shownState(booking: ComparedBooking): OwnState | undefined {
	const { states } = booking;
	return states.find((state) => differsFrom(booking, state)) ?? latestOf(states);
}

function differsFrom({ hotel, differences }: ComparedBooking, state: OwnState): boolean {
	if (hotel === undefined) return false;
	return hasOtherTime(hotel, state) || (differences.includes('status') && hasOtherStatus(hotel, state));
}

/** A state without a time comes last. */
function latestOf(states: readonly OwnState[]): OwnState | undefined {
	const time = ({ modifiedSeconds }: OwnState) =>
		Number.isNaN(modifiedSeconds) ? -Infinity : modifiedSeconds;
	return states.reduce<OwnState | undefined>(
		(latest, state) => (latest === undefined || time(state) > time(latest) ? state : latest),
		undefined,
	);
}

/** Which side has the later modification time; null if it is the same or one has none. */
function newerSide({ hotel, states }: ComparedBooking): 'hotel' | 'items' | null {
	if (hotel === undefined) return null;
	const times = states.map(({ modifiedSeconds }) => modifiedSeconds);
	if (times.some((seconds) => seconds > hotel.modifiedSeconds)) return 'items';
	return times.some((seconds) => seconds < hotel.modifiedSeconds) ? 'hotel' : null;
}

/** The figures of one property as an item. */
export function countsRecord(propertyId: string, modifiedSince: string, counts: Counts): IDataObject {
	return { propertyId, modifiedSince, ...counts };
}

const MAX_EXAMPLES = 10;

/** What a repair of the other system does about a result. */
const STEPS = {
	add: 'missing',
	addCancelled: 'cancelledAbsent',
	update: 'changed',
	cancel: 'cancelled',
	delete: 'unknown',
	leave: 'unconfirmed',
} as const satisfies Record<string, Result>;

/**
 * What a repair of one property would do, as an item: how many bookings each step concerns, and examples of them.
 * @param problem why that is not plausible; absent if it is
 */
export function summaryRecord(
	propertyId: string,
	modifiedSince: string,
	bookings: readonly ComparedBooking[],
	counts: Counts,
	problem: string | undefined,
): IDataObject {
	const steps = Object.entries(STEPS);
	return {
		propertyId,
		modifiedSince,
		plausible: problem === undefined,
		problem: problem ?? null,
		...Object.fromEntries(steps.map(([step, result]) => [step, counts[result]])),
		keep: counts.equal,
		notCompared: counts.notCompared,
		examples: Object.fromEntries(
			steps.map(([step, wanted]) => {
				const found = bookings.filter(({ result }) => result === wanted);
				return [step, found.slice(0, MAX_EXAMPLES).map(exampleOf)];
			}),
		),
	};
}

function exampleOf(booking: ComparedBooking): IDataObject {
	const own = shownState(booking);
	return {
		number: booking.number,
		status: booking.hotel?.status ?? null,
		modifiedDateTime: booking.hotel?.modifiedDateTime ?? null,
		ownStatus: own?.status ?? null,
		ownModifiedDateTime: own?.modified ?? null,
	};
}
