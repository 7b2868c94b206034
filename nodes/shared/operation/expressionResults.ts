import type { INodeProperties } from 'n8n-workflow';

import { ParameterError } from '../util/parameterError';

/**
 * An expression without a result must not have the effect of an empty field, which stands for now, today, everything
 * or the hotel's own value: a misspelt field would go unnoticed. Required parameters are checked by their operations,
 * and those with `typeOptions.mayBeEmpty` have nothing else to mean.
 * @param written the parameter with its expressions, asked for only if something is empty
 * @throws ParameterError naming the parameter or the field of a collection
 */
export function requireResults(parameter: INodeProperties, value: unknown, written: () => unknown): void {
	const fields = parameter.type === 'collection' ? emptyFields(parameter, asRecord(value)) : [];
	const isChecked = CHECKED_ALONE.has(parameter.type) && parameter.required !== true;
	const isMissing = isChecked && isEmpty(value) && !mayBeEmpty(parameter);
	if (!isMissing && fields.length === 0) return;
	const raw = written();
	if (isMissing) requireNoExpression(parameter.name, raw);
	for (const name of fields) requireNoExpression(name, asRecord(raw)[name]);
}

/** The others have no empty value. */
const CHECKED_ALONE: ReadonlySet<string> = new Set(['dateTime', 'multiOptions', 'resourceLocator', 'string']);

function emptyFields(parameter: INodeProperties, entered: Record<string, unknown>): string[] {
	if (mayBeEmpty(parameter)) return [];
	const fields = (parameter.options ?? []) as INodeProperties[];
	return fields
		.filter((field) => !mayBeEmpty(field) && field.name in entered && isEmpty(entered[field.name]))
		.map(({ name }) => name);
}

function mayBeEmpty({ typeOptions }: INodeProperties): boolean {
	return typeOptions?.mayBeEmpty === true;
}

function requireNoExpression(name: string, written: unknown): void {
	const text = locatorValue(written);
	if (typeof text !== 'string' || !text.startsWith('=') || FOR_MODEL.test(text)) return;
	throw new ParameterError(
		name,
		'',
		'is empty',
		`Its expression returned nothing. Correct it, or delete it if {${name}} is not needed.`,
	);
}

/** What a model leaves empty, it leaves out on purpose. */
const FOR_MODEL = /\$fromAI\s*\(/i;

export function asRecord(raw: unknown): Record<string, unknown> {
	return typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {};
}

/** A resource locator contains its value and its mode. */
export function locatorValue(raw: unknown): unknown {
	return asRecord(raw).__rl === true ? asRecord(raw).value : raw;
}

export function isEmpty(raw: unknown): boolean {
	const value = locatorValue(raw);
	if (Array.isArray(value)) return value.length === 0;
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
