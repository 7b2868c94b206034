import type { IDataObject } from 'n8n-workflow';

import { messagesIn } from '../../util/json';

/** Messages of the API about a record. */
export interface Messages {
	_warnings?: IDataObject[];
	_errors?: IDataObject[];
}

/** Adds the warnings and errors of a response, if any, to its records as `_warnings` and `_errors`. */
export function withWarnings(records: IDataObject[], body: unknown): IDataObject[] {
	const kept = keptMessages(warningsIn(body), errorsIn(body));
	return Object.keys(kept).length === 0 ? records : records.map((record) => ({ ...record, ...kept }));
}

/** The messages of a record, for another form of it. */
export function messagesOf({ _warnings, _errors }: IDataObject): IDataObject {
	return { ...(_warnings !== undefined && { _warnings }), ...(_errors !== undefined && { _errors }) };
}

/** Adds the messages of other records to those of the record, each once. */
export function withMessagesOf(record: IDataObject, others: readonly Messages[]): IDataObject {
	const all = [record as Messages, ...others];
	return {
		...record,
		...keptMessages(
			all.flatMap(({ _warnings = [] }) => _warnings),
			all.flatMap(({ _errors = [] }) => _errors),
		),
	};
}

function keptMessages(warnings: IDataObject[], errors: IDataObject[]): IDataObject {
	return {
		...(warnings.length > 0 && { _warnings: eachOnce(warnings) }),
		...(errors.length > 0 && { _errors: eachOnce(errors) }),
	};
}

function eachOnce(messages: IDataObject[]): IDataObject[] {
	return [...new Map(messages.map((message) => [JSON.stringify(message), message])).values()];
}

export function warningsIn(body: unknown): IDataObject[] {
	return messagesIn(body, 'warnings');
}

export function errorsIn(body: unknown): IDataObject[] {
	return messagesIn(body, 'errors');
}
