import type { Failure, IDataObject } from 'n8n-workflow';

/** A successful response without the expected structure. */
export class AnswerError extends Error {
	constructor(
		message: string,
		readonly advice = "Check Base URL in the credential 'Partner Hotel OAuth2 API'. If it is correct, the API may have changed: report it to the maintainers of these nodes.",
		readonly failure: Failure = { cause: 'configuration-invalid' },
	) {
		super(message);
		this.name = 'AnswerError';
	}
}

export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The record below `key`. @throws AnswerError */
export function recordIn(body: unknown, key: string): IDataObject {
	const record = isRecord(body) ? body[key] : undefined;
	if (!isRecord(record)) throw new AnswerError(`The response of the partner API has no record '${key}'`);
	return record;
}

/** The records of the list below `key`. @throws AnswerError */
export function listIn(body: unknown, key: string): IDataObject[] {
	const list = isRecord(body) ? body[key] : undefined;
	if (!Array.isArray(list)) throw new AnswerError(`The response of the partner API has no list '${key}'`);
	return list.filter(isRecord);
}

/** Messages of the API below `key`, without the empty forms: missing, null, `[]`, `[null]`. */
export function messagesIn(body: unknown, key: 'warnings' | 'errors'): IDataObject[] {
	const list = isRecord(body) ? body[key] : undefined;
	return Array.isArray(list) ? (list as unknown[]).flatMap(asMessage) : [];
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
