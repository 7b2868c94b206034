import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../util/json';

/**
 * Reads a value deep in a record, whatever on the way is missing or null. Zero, false and empty text are
 * values.
 */
export function at(record: unknown, ...keys: string[]): IDataObject[string] {
	const found = keys.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), record);
	return (found ?? null) as IDataObject[string];
}

/** Text deep in a record, a number as text; `undefined` when it is missing, null or empty. */
export function textAt(record: unknown, ...keys: string[]): string | undefined {
	const value = at(record, ...keys);
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The records of a list deep in a record; none when it is missing, null or `[null]`. */
export function recordsAt(record: unknown, ...keys: string[]): IDataObject[] {
	const list = at(record, ...keys);
	return Array.isArray(list) ? (list as unknown[]).filter(isRecord) : [];
}

/** The texts that are there, joined: `first last`. Masked parts (`*`) are kept as they come. */
export function joinedText(separator: string, ...parts: unknown[]): string | null {
	const texts = parts.filter((part): part is string => typeof part === 'string' && part.trim() !== '');
	return texts.length > 0 ? texts.join(separator) : null;
}
