import type { IDataObject } from 'n8n-workflow';

import type { DatasetRecord } from '../../../../shared/operation/defineOperation';
import { isSame, modifiedSecondsOf, type ComparedBooking } from './comparison';
import type { OwnState } from './ownBookings';

/** One booking as an item. What the items have is that of the first one that differs, otherwise of the latest. */
export function bookingRecord(propertyId: string, booking: ComparedBooking): DatasetRecord {
	const { result, number, listed, states, differences } = booking;
	const own = states.find((state) => differsFrom(booking, state)) ?? latestOf(states);
	return {
		json: {
			result,
			propertyId,
			number,
			status: listed?.status ?? null,
			createdDateTime: listed?.createdDateTime ?? null,
			modifiedDateTime: listed?.modifiedDateTime ?? null,
			ownStatus: own?.status ?? null,
			ownModifiedDateTime: own?.modified ?? null,
			differences,
			newer: newerSide(booking),
			itemCount: states.length,
		},
		items: states.map(({ item }) => item),
	};
}

function differsFrom(
	{ listed, differences }: ComparedBooking,
	{ status, modifiedSeconds }: OwnState,
): boolean {
	if (listed === undefined) return false;
	if (!Object.is(modifiedSecondsOf(listed), modifiedSeconds)) return true;
	return differences.includes('status') && !isSame(status, listed.status);
}

function latestOf(states: readonly OwnState[]): OwnState | undefined {
	return [...states].sort((one, other) => other.modifiedSeconds - one.modifiedSeconds)[0];
}

/** Which side has the later modification time; null if it is the same or one has none. */
function newerSide({ listed, states }: ComparedBooking): 'hotel' | 'items' | null {
	if (listed === undefined || states.length === 0) return null;
	const hotel = modifiedSecondsOf(listed);
	const times = states.map(({ modifiedSeconds }) => modifiedSeconds);
	if (times.some((seconds) => seconds > hotel)) return 'items';
	return times.some((seconds) => seconds < hotel) ? 'hotel' : null;
}

/** The figures of one property as an item. */
export function countsRecord(
	propertyId: string,
	modifiedSince: string,
	counts: object,
	items: readonly number[],
): DatasetRecord {
	return { json: { propertyId, modifiedSince, ...counts } as IDataObject, items };
}
