import type { IDataObject } from 'n8n-workflow';

import { isRecord, textIn } from '../../../../shared/util/json';
import { ParameterError } from '../../../../shared/util/parameterError';
import { secondsOf, timeText } from './itemTimes';

/** Where in the items the fields are; nested ones with dots. */
export interface ItemFields {
	numberField: string;
	/** Empty: states are not compared. */
	statusField: string;
	modifiedField: string;
	propertyField: string;
	/** IANA, for times without an offset. */
	timeZone: string;
}

/** A booking as one item has it. */
export interface OwnState {
	item: number;
	/** As the item has it; null if it has none. */
	status: string | null;
	/** As the item has it, a date as text; null if it has none. */
	modified: string | null;
	/** NaN: none. */
	modifiedSeconds: number;
}

/** By property and booking number: several items can be about the same booking. */
export type OwnBookings = Map<string, Map<string, OwnState[]>>;

/**
 * The bookings that the items are about.
 * @param properties that are compared; if it is one, items without a property belong to it
 * @returns also how many items belong to other properties
 * @throws ParameterError for an item without a number, with something that is not a time or without a property, and
 * for a field that no item has
 */
export function ownBookings(
	items: readonly IDataObject[],
	fields: ItemFields,
	properties: readonly string[],
): { own: OwnBookings; elsewhere: number } {
	const own: OwnBookings = new Map(properties.map((id) => [id, new Map<string, OwnState[]>()]));
	let elsewhere = 0;
	requireFields(items, fields);
	for (const [item, json] of items.entries()) {
		if (isEmpty(json)) continue;
		const numbers = own.get(propertyIn(json, item, fields, properties));
		const state = stateIn(json, item, fields);
		const number = numberIn(json, item, fields);
		if (numbers === undefined) {
			elsewhere += 1;
			continue;
		}
		const states = numbers.get(number);
		if (states) states.push(state);
		else numbers.set(number, [state]);
	}
	return { own, elsewhere };
}

/** What *Always Output Data* and outer joins give in place of no items. */
function isEmpty(json: IDataObject): boolean {
	return Object.values(json).every((value) => value === null || value === undefined);
}

/** A field that no item has is a typing error. */
function requireFields(items: readonly IDataObject[], fields: ItemFields): void {
	const filled = items.filter((json) => !isEmpty(json));
	if (filled.length === 0) return;
	for (const parameter of ['numberField', 'statusField', 'modifiedField'] as const) {
		const path = fields[parameter];
		if (path === '' && parameter === 'statusField') continue;
		if (path !== '' && filled.some((json) => valueAt(json, path) !== undefined)) continue;
		throw new ParameterError(
			parameter,
			path,
			path === '' ? 'is empty' : 'is in no item',
			`Enter the name of the field of the items in {${parameter}}, as the previous node returns it.`,
		);
	}
}

function numberIn(json: IDataObject, item: number, { numberField }: ItemFields): string {
	const number = textAt(json, numberField);
	if (number !== undefined) return number;
	throw new ParameterError(
		'numberField',
		numberField,
		`is empty in item ${item}`,
		'Every item needs a booking number. Remove items without one before this node.',
	);
}

function stateIn(json: IDataObject, item: number, fields: ItemFields): OwnState {
	const modified = valueAt(json, fields.modifiedField);
	const modifiedSeconds = secondsOf(modified, fields.timeZone);
	if (modifiedSeconds === undefined) {
		throw new ParameterError(
			'modifiedField',
			fields.modifiedField,
			`is not a date and time in item ${item}`,
			'Choose the field with the modification time of the booking, like 2027-03-01T14:30:00Z.',
		);
	}
	const status = fields.statusField === '' ? undefined : textAt(json, fields.statusField);
	return { item, status: status ?? null, modified: timeText(modified), modifiedSeconds };
}

function propertyIn(
	json: IDataObject,
	item: number,
	{ propertyField }: ItemFields,
	properties: readonly string[],
): string {
	const found = propertyField === '' ? undefined : textAt(json, propertyField);
	if (found !== undefined) return found;
	const [only, ...others] = properties;
	if (only !== undefined && others.length === 0) return only;
	throw new ParameterError(
		'propertyField',
		propertyField,
		`is empty in item ${item}`,
		'With several properties, every item needs the ID of its property: enter the name of that field in {propertyField}.',
	);
}

/** A field of this very name comes before a nested one. */
function valueAt(json: IDataObject, path: string): IDataObject[string] | undefined {
	if (path in json) return json[path];
	return path
		.split('.')
		.reduce<
			IDataObject[string] | undefined
		>((value, key) => (isRecord(value) ? value[key] : undefined), json);
}

function textAt(json: IDataObject, path: string): string | undefined {
	const text = textIn({ value: valueAt(json, path) ?? null }, 'value')?.trim();
	return text === '' ? undefined : text;
}
