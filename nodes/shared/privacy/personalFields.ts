import { bookingRecords } from './bookingRecords';
import type { RecordFields } from './fields';
import { pmsRecords } from './pmsRecords';
import { reviewRecords } from './reviewRecords';
import { storageRecords } from './storageRecords';

/** Every published field of the records that tell of guests, and whether it is personal: the only place that decides. */
export const personalFields = { ...bookingRecords, ...pmsRecords, ...reviewRecords, ...storageRecords };

export type RecordName = keyof typeof personalFields;

/** @throws if the table refers to a record that it does not have */
export function fieldsOf(name: string): RecordFields {
	const fields = (personalFields as Readonly<Record<string, RecordFields>>)[name];
	if (fields === undefined) throw new Error(`The table of personal fields has no record ${name}`);
	return fields;
}
