import type { IDataObject } from 'n8n-workflow';

import { textIn } from '../../../../shared/util/json';
import { timeReader } from './itemTimes';

/** A booking as the hotel has it, in its feed or in its details (specification, Read reservation). */
export interface HotelBooking {
	number: string;
	status: string | null;
	createdDateTime: string | null;
	modifiedDateTime: string | null;
	/** Of its last change, in whole seconds since 1970 UTC; NaN: not known. */
	modifiedSeconds: number;
}

/** The API's own times: those without an offset are UTC. */
const secondsOf = timeReader('utc');

/** A value of a type that the specification does not name counts as none. */
export function hotelBooking(record: IDataObject, number: string): HotelBooking {
	const { createdDateTime, modifiedDateTime } = record;
	// A booking that was never changed may have no modification time.
	const changed = isNone(modifiedDateTime) ? createdDateTime : modifiedDateTime;
	return {
		number: number.trim(),
		status: textIn(record, 'status') ?? null,
		createdDateTime: textOrNull(createdDateTime),
		modifiedDateTime: textOrNull(modifiedDateTime),
		modifiedSeconds: secondsOf(changed) ?? NaN,
	};
}

function isNone(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

function textOrNull(value: unknown): string | null {
	return typeof value === 'string' && value !== '' ? value : null;
}

/** Two numbers with the same key are the same booking: other systems change the letter case and add white space. */
export function numberKey(number: string): string {
	return number.trim().toLowerCase();
}

/** Systems write states in capitals or not. */
export function isSameStatus(one: string | null, other: string | null): boolean {
	return (one ?? '').trim().toLowerCase() === (other ?? '').trim().toLowerCase();
}

export function isCancelledAtHotel({ status }: HotelBooking): boolean {
	return isSameStatus(status, 'Cancelled');
}
