import {
	jsonParse,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { ParameterError } from '../util/parameterError';

/** Reads one parameter of the node, with n8n's expressions resolved. */
export type ReadParameter = (name: string, fallback: unknown) => unknown;

/**
 * Reads the values of an operation's parameters as their declared types. Empty fields of a collection are left
 * out; hidden parameters have their default.
 * @throws ParameterError for a value that is not of the declared type
 */
export function readValues(
	parameters: readonly INodeProperties[],
	read: ReadParameter,
): Record<string, unknown> {
	const entered = parameters.filter(({ type }) => type !== 'notice');
	return Object.fromEntries(
		entered.map((parameter) => [parameter.name, typed(parameter, read(parameter.name, parameter.default))]),
	);
}

function collection({ options = [] }: INodeProperties, raw: unknown): Record<string, unknown> {
	const entered = asRecord(raw);
	const fields = (options as INodeProperties[]).filter(({ name }) => !isEmpty(locatorValue(entered[name])));
	return Object.fromEntries(fields.map((field) => [field.name, typed(field, entered[field.name])]));
}

function groups({ options = [] }: INodeProperties, raw: unknown): Record<string, unknown> {
	const entered = asRecord(raw);
	return Object.fromEntries(
		(options as INodePropertyCollection[]).map(({ name, values }) => {
			const rows = Array.isArray(entered[name]) ? (entered[name] as unknown[]) : [];
			return [
				name,
				rows.map((row) => readValues(values, (field, fallback) => asRecord(row)[field] ?? fallback)),
			];
		}),
	);
}

function asRecord(raw: unknown): Record<string, unknown> {
	return typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {};
}

function isEmpty(value: unknown): boolean {
	if (Array.isArray(value)) return value.length === 0;
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** A resource locator contains its value and its mode. */
function locatorValue(raw: unknown): unknown {
	return asRecord(raw).__rl === true ? asRecord(raw).value : raw;
}

function typed(parameter: INodeProperties, raw: unknown): unknown {
	const { name, type, typeOptions } = parameter;
	switch (type) {
		case 'collection':
			return collection(parameter, raw);
		case 'fixedCollection':
			return groups(parameter, raw);
		case 'number':
			return toNumber(name, raw, typeOptions);
		case 'boolean':
			return toBoolean(name, raw);
		case 'dateTime':
			return toDateText(raw);
		case 'options':
			return chosen(parameter, raw);
		case 'multiOptions':
			return entriesOf(name, toText(raw)).map((entry) => chosen(parameter, entry));
		default:
			return toText(locatorValue(raw));
	}
}

/** An expression can return a value that is not among the options. */
function chosen({ name, options = [] }: INodeProperties, raw: unknown): unknown {
	const offered = (options as INodePropertyOptions[]).map(({ value }) => value);
	if (offered.length === 0 || offered.includes(raw as string)) return raw;
	const choice = offered.filter((value) => value !== '').join(', ');
	throw new ParameterError(name, raw, 'is not one of the options', `Choose one of: ${choice}.`);
}

/** Lists and objects from expressions become JSON, so that nothing is lost. */
function toText(raw: unknown): string {
	if (raw === undefined || raw === null) return '';
	return typeof raw === 'object' ? JSON.stringify(raw) : String(raw).trim();
}

/**
 * The entries of a list, which can be written as `5, 7`, as `[5, 7]` or as objects with a `code`, an `id` or a
 * `value`, as previous nodes return them.
 * @throws ParameterError for brackets that are not JSON
 */
export function entriesOf(name: string, text: string): string[] {
	const entries = text.startsWith('[') ? parseList(name, text) : text.split(',');
	return entries.map(entryText).filter((entry) => entry !== '');
}

function parseList(name: string, text: string): unknown[] {
	const parsed = jsonParse<unknown>(text, { fallbackValue: null });
	if (Array.isArray(parsed)) return parsed;
	throw new ParameterError(
		name,
		text,
		'is not a list',
		'Separate the entries with commas, or use an expression that returns a list.',
	);
}

function entryText(entry: unknown): string {
	const { code, id, value } = asRecord(entry);
	return toText(code ?? id ?? value ?? entry);
}

function toNumber(name: string, raw: unknown, limits: INodeProperties['typeOptions'] = {}): number {
	const { minValue: min = -Infinity, maxValue: max = Infinity, numberPrecision } = limits;
	const number = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw;
	if (typeof number !== 'number' || !Number.isFinite(number)) {
		throw new ParameterError(name, raw, 'is not a number', 'Enter a number.');
	}
	if (numberPrecision === 0 && !Number.isInteger(number)) {
		throw new ParameterError(name, raw, 'is not a whole number', 'Enter a number without decimals.');
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
		'Switch it on or off, or use an expression that returns true or false.',
	);
}

/** Expressions return Luxon or JavaScript dates, the date picker returns text. */
function toDateText(raw: unknown): string {
	if (raw instanceof Date && !Number.isNaN(raw.getTime())) return raw.toISOString();
	const luxon = raw as { isLuxonDateTime?: boolean; toISO?: () => string | null } | null | undefined;
	if (luxon?.isLuxonDateTime && luxon.toISO) return luxon.toISO() ?? 'Invalid DateTime';
	return toText(raw);
}
