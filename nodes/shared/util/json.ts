import type { Failure, IDataObject } from 'n8n-workflow';

/** A successful response without the expected structure. */
export class ResponseError extends Error {
	constructor(
		message: string,
		readonly advice = "Check Base URL in the credential 'Partner Hotel OAuth2 API'. If it is correct, the API may have changed: report it to the maintainers of these nodes.",
		readonly failure: Failure = { cause: 'configuration-invalid' },
	) {
		super(message);
		this.name = 'ResponseError';
	}
}

export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The record below `key`. @throws ResponseError */
export function recordIn(body: unknown, key: string): IDataObject {
	const record = isRecord(body) ? body[key] : undefined;
	if (!isRecord(record)) throw new ResponseError(`The response of the partner API has no record '${key}'`);
	return record;
}

/** The records of the list below `key`. @throws ResponseError */
export function listIn(body: unknown, key: string): IDataObject[] {
	const list = isRecord(body) ? body[key] : undefined;
	if (!Array.isArray(list)) throw new ResponseError(`The response of the partner API has no list '${key}'`);
	return list.filter(isRecord);
}

/** A response can have any number. */
const MAX_MESSAGES = 100;

/** Messages of the API below `key`, without the empty forms: missing, null, `[]`, `[null]`. */
export function messagesIn(body: unknown, key: 'warnings' | 'errors'): IDataObject[] {
	const list = isRecord(body) ? body[key] : undefined;
	const found: IDataObject[] = [];
	if (!Array.isArray(list)) return found;
	for (const item of list as unknown[]) {
		if (found.length >= MAX_MESSAGES) break;
		found.push(...asMessage(item));
	}
	return found;
}

function asMessage(item: unknown): IDataObject[] {
	if (typeof item === 'string' && item !== '') return [{ message: item }];
	return isRecord(item) ? [item] : [];
}

/** Whether a response contains records besides its messages. */
export function holdsRecords(body: IDataObject): boolean {
	return Object.entries(body).some(([key, value]) => {
		if (key === 'warnings' || key === 'errors') return false;
		return Array.isArray(value) ? (value as unknown[]).some(isRecord) : isRecord(value);
	});
}

/** Text below `key`, or `undefined` when it is missing, null or empty. */
export function textIn(record: IDataObject, key: string): string | undefined {
	const value = record[key];
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value !== '' ? value : undefined;
}
