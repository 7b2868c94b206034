import type { INodeProperties } from 'n8n-workflow';

import { ParameterError } from './parameterError';

/** Reads one parameter of the node, with n8n's expressions resolved. */
export type ReadParameter = (name: string, fallback: unknown, options?: { extractValue: boolean }) => unknown;

/**
 * The values of an operation's parameters, by their declared types. What the user left empty in a
 * collection is absent. Parameters that are not shown have their default.
 * @throws ParameterError for a value that is not of the declared type
 */
export function readValues(
	parameters: readonly INodeProperties[],
	read: ReadParameter,
): Record<string, unknown> {
	return Object.fromEntries(
		parameters
			.filter(({ type }) => type !== 'notice')
			.map((parameter) => [parameter.name, readValue(parameter, read)]),
	);
}

function readValue(parameter: INodeProperties, read: ReadParameter): unknown {
	const { name, type, default: fallback } = parameter;
	if (type === 'resourceLocator') return toText(read(name, '', { extractValue: true }));
	const raw = read(name, fallback);
	return type === 'collection' ? collection(parameter, raw) : typed(parameter, raw);
}

function collection({ options = [] }: INodeProperties, raw: unknown): Record<string, unknown> {
	const entered = (raw ?? {}) as Record<string, unknown>;
	const fields = (options as INodeProperties[]).filter(({ name }) => !isEmpty(entered[name]));
	return Object.fromEntries(fields.map((field) => [field.name, typed(field, entered[field.name])]));
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function typed({ name, type, typeOptions }: INodeProperties, raw: unknown): unknown {
	switch (type) {
		case 'number':
			return toNumber(name, raw, typeOptions?.minValue, typeOptions?.maxValue);
		case 'boolean':
			return toBoolean(name, raw);
		case 'dateTime':
			return toDateText(raw);
		default:
			return toText(raw);
	}
}

function toText(raw: unknown): string {
	return raw === undefined || raw === null ? '' : String(raw).trim();
}

function toNumber(name: string, raw: unknown, min = -Infinity, max = Infinity): number {
	const number = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw;
	if (typeof number !== 'number' || !Number.isFinite(number)) {
		throw new ParameterError(name, raw, 'is not a number', 'Enter a number.');
	}
	if (number < min || number > max) {
		const range = max === Infinity ? `${min} or more` : `from ${min} to ${max}`;
		throw new ParameterError(name, raw, 'is out of range', `Enter a number ${range}.`);
	}
	return number;
}

function toBoolean(name: string, raw: unknown): boolean {
	if (typeof raw === 'boolean') return raw;
	if (raw === 'true' || raw === 'false') return raw === 'true';
	throw new ParameterError(
		name,
		raw,
		'is neither true nor false',
		'Switch it on or off, or let the expression give true or false.',
	);
}

/** Expressions give luxon dates and JavaScript dates, the date picker gives text. */
function toDateText(raw: unknown): string {
	if (raw instanceof Date && !Number.isNaN(raw.getTime())) return raw.toISOString();
	const luxon = raw as { isLuxonDateTime?: boolean; toISO?: () => string | null } | null | undefined;
	if (luxon?.isLuxonDateTime && luxon.toISO) return luxon.toISO() ?? 'Invalid DateTime';
	return toText(raw);
}
