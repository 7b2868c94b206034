import {
	jsonParse,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { ParameterError } from '../util/parameterError';
import { enteredDateText, isoText } from './enteredDates';
import { asRecord, isEmpty, locatorValue, requireResults } from './expressionResults';

/** Reads one parameter of the node, with n8n's expressions resolved unless they are asked for. */
export type ReadParameter = (
	name: string,
	fallback: unknown,
	options?: { rawExpressions?: boolean },
) => unknown;

/**
 * Reads the values of an operation's parameters as their declared types. Empty fields of a collection are left
 * out; hidden parameters have their default.
 * @param timezone IANA zone of the workflow
 * @throws ParameterError for a value that is not of the declared type, and for an expression without a result where
 * that would mean something else
 */
export function readValues(
	parameters: readonly INodeProperties[],
	read: ReadParameter,
	timezone?: string,
): Record<string, unknown> {
	const entered = parameters.filter(({ type }) => type !== 'notice');
	return Object.fromEntries(
		entered.map((parameter) => {
			const { name, default: initial } = parameter;
			const raw = read(name, initial);
			requireResults(parameter, raw, () => read(name, initial, { rawExpressions: true }));
			return [name, typed(parameter, raw, timezone)];
		}),
	);
}

function collection(
	{ options = [] }: INodeProperties,
	raw: unknown,
	timezone: string | undefined,
): Record<string, unknown> {
	const entered = asRecord(raw);
	const fields = (options as INodeProperties[]).filter(({ name }) => !isEmpty(entered[name]));
	return Object.fromEntries(fields.map((field) => [field.name, typed(field, entered[field.name], timezone)]));
}

function groups(
	{ options = [] }: INodeProperties,
	raw: unknown,
	timezone: string | undefined,
): Record<string, unknown> {
	const entered = asRecord(raw);
	return Object.fromEntries(
		(options as INodePropertyCollection[]).map(({ name, values }) => {
			const rows = Array.isArray(entered[name]) ? (entered[name] as unknown[]).map(asRecord) : [];
			const fieldOf = (row: Record<string, unknown>) => (field: string, fallback: unknown) =>
				field in row ? row[field] : fallback;
			return [name, rows.map((row) => readValues(values, fieldOf(row), timezone))];
		}),
	);
}

function typed(parameter: INodeProperties, raw: unknown, timezone: string | undefined): unknown {
	const { name, type, typeOptions } = parameter;
	switch (type) {
		case 'collection':
			return collection(parameter, raw, timezone);
		case 'fixedCollection':
			return groups(parameter, raw, timezone);
		case 'number':
			return toNumber(name, raw, typeOptions);
		case 'boolean':
			return toBoolean(name, raw);
		case 'dateTime':
			return enteredDateText(parameter, raw, toText(raw), timezone);
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

/** Lists and objects from expressions become JSON, so that nothing is lost, and dates ISO 8601. */
function toText(raw: unknown): string {
	if (raw === undefined || raw === null) return '';
	return typeof raw === 'object' ? (isoText(raw) ?? JSON.stringify(raw)) : String(raw).trim();
}

const MAX_LIST_LENGTH = 100_000;

/**
 * The entries of a list, which can be written as `5, 7`, as `[5, 7]` or as objects with a `code`, an `id` or a
 * `value`, as previous nodes return them.
 * @throws ParameterError for brackets that are not JSON
 */
export function entriesOf(name: string, text: string): string[] {
	if (text.length > MAX_LIST_LENGTH) {
		throw new ParameterError(name, text, 'is too long for a list', 'Enter fewer entries.');
	}
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
