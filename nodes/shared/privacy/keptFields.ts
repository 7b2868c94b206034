import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../util/json';
import type { Field, RecordReference } from './fields';
import { fieldsOf, type RecordName } from './personalFields';

type Value = IDataObject[string];

/** The record without its personal data. What the table of fields does not know is left out, at every depth. */
export function keptFields(name: RecordName, record: IDataObject): IDataObject {
	return keptOf(name, record);
}

function keptOf(name: string, record: IDataObject): IDataObject {
	const fields = fieldsOf(name);
	const kept = Object.entries(record).flatMap(([key, value]): Array<[string, Value]> => {
		const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
		const left = field && keptValue(field, value);
		return left === undefined ? [] : [[key, left]];
	});
	return Object.fromEntries(kept);
}

/** @returns `undefined`: the field is left out */
function keptValue(field: Field, value: Value): Value | undefined {
	const { isValue, reference } = readingOf(field);
	if (!isValue && (reference === undefined || isWhollyPersonal(reference))) return undefined;
	const one = (entry: unknown): Value | undefined => {
		if (isRecord(entry)) return reference === undefined ? undefined : keptOf(reference, entry);
		return isValue && isScalar(entry) ? entry : undefined;
	};
	if (value === null) return null;
	if (!Array.isArray(value)) return one(value);
	return (value as unknown[]).map(one).filter((entry) => entry !== undefined) as Value;
}

/** Nothing would be left of it, so it is left out with its field. */
function isWhollyPersonal(name: RecordReference): boolean {
	return Object.values(fieldsOf(name)).every((field) => {
		const { isValue, reference } = readingOf(field);
		return !isValue && (reference === undefined || isWhollyPersonal(reference));
	});
}

function readingOf(field: Field): { isValue: boolean; reference?: RecordReference } {
	if (typeof field !== 'string') return { isValue: true, reference: field[1] };
	if (field === 'kept') return { isValue: true };
	return field === 'personal' ? { isValue: false } : { isValue: false, reference: field };
}

function isScalar(value: unknown): value is boolean | number | string | null {
	return value === null || ['boolean', 'number', 'string'].includes(typeof value);
}
