import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../util/json';

/**
 * Reads a nested value; null if any part of the path is missing or null. Zero, false and empty text are
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

/** The records of a nested list; none if it is missing, null or `[null]`. */
export function recordsAt(record: unknown, ...keys: string[]): IDataObject[] {
	const list = at(record, ...keys);
	return Array.isArray(list) ? (list as unknown[]).filter(isRecord) : [];
}

/** Joins the texts that are not empty: `first last`. A part that is masked as a whole (`*`) counts as empty. */
export function joinedText(separator: string, ...parts: unknown[]): string | null {
	const texts = parts.filter((part): part is string => typeof part === 'string' && /[^\s*]/.test(part));
	return texts.length > 0 ? texts.join(separator) : null;
}
