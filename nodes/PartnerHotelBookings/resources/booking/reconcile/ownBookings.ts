import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../../../shared/util/json';
import { inSlices } from '../../../../shared/util/inSlices';
import { ParameterError } from '../../../../shared/util/parameterError';
import { numberKey } from './hotelBooking';
import { itemTimeText, type ReadTime } from './itemTimes';

/** Where in the items the fields are; nested ones with dots. */
interface ItemFields {
	numberField: string;
	/** Empty: states are not compared. */
	statusField: string;
	modifiedField: string;
	/** Empty: the items are all of one property. */
	propertyField: string;
}

/** How the values of the items are read. */
export interface ItemReading {
	fields: ItemFields;
	secondsOf: ReadTime;
	/** The hotel's word for a status of the items. */
	statusOf: (status: string) => string;
	/** Whole seconds since 1970 UTC. */
	now: number;
}

/** A booking as one item has it. */
export interface OwnState {
	item: number;
	/** As the item has it; null if it has none. */
	status: string | null;
	/** The same in the hotel's words. */
	meaning: string | null;
	/** As the item has it, a date as text; null if it has none. */
	modified: string | null;
	/** NaN: none. */
	modifiedSeconds: number;
}

/** The items about one booking. */
export interface OwnBooking {
	/** As the first item has it. */
	number: string;
	states: OwnState[];
}

/** By the key of their number. */
export type HeldBookings = Map<string, OwnBooking>;

export interface OwnBookings {
	/** By property. */
	held: Map<string, HeldBookings>;
	/** How many items belong to properties that are not compared. */
	elsewhere: number;
	/** Items with a time that is still to come. */
	future: number[];
}

/** Clocks of two systems may differ by so much, in seconds. */
const CLOCK_TOLERANCE = 300;

const ADVICE = 'Enter the name of the field of the items in {field}, as the previous node returns it.';

/**
 * The bookings that the items are about.
 * @param properties that are compared
 * @throws ParameterError for an item without a number, with something that is not a time or without a property, and
 * for a field that no item has
 */
export async function ownBookings(
	items: readonly IDataObject[],
	reading: ItemReading,
	properties: readonly string[],
): Promise<OwnBookings> {
	const own: OwnBookings = {
		held: new Map(properties.map((id) => [id, new Map() as HeldBookings])),
		elsewhere: 0,
		future: [],
	};
	await requireFields(items, reading.fields, properties.length);
	await inSlices(items.entries(), ([item, json]) => {
		if (!isEmpty(json)) addItem(own, json, item, reading, properties);
	});
	return own;
}

function addItem(
	own: OwnBookings,
	json: IDataObject,
	item: number,
	reading: ItemReading,
	properties: readonly string[],
): void {
	const held = own.held.get(propertyIn(json, item, reading.fields, properties));
	const state = stateIn(json, item, reading);
	const number = numberIn(json, item, reading.fields);
	if (held === undefined) {
		own.elsewhere += 1;
		return;
	}
	if (state.modifiedSeconds > reading.now + CLOCK_TOLERANCE) own.future.push(item);
	const key = numberKey(number);
	const known = held.get(key);
	if (known) known.states.push(state);
	else held.set(key, { number, states: [state] });
}

/** What *Always Output Data* and outer joins give in place of no items. */
function isEmpty(json: IDataObject): boolean {
	return Object.values(json).every((value) => value === null || value === undefined);
}

/** A field that no item has is a typing error. */
async function requireFields(
	items: readonly IDataObject[],
	fields: ItemFields,
	properties: number,
): Promise<void> {
	const missing = new Map(
		(['numberField', 'statusField', 'modifiedField', 'propertyField'] as const).map((parameter) => [
			parameter,
			fields[parameter],
		]),
	);
	let isFilled = false;
	await inSlices(items, (json) => {
		if (missing.size === 0 || isEmpty(json)) return;
		isFilled = true;
		for (const [parameter, path] of missing) {
			if (path !== '' && valueAt(json, path) !== undefined) missing.delete(parameter);
		}
	});
	if (!isFilled) return;
	if (missing.get('statusField') === '') missing.delete('statusField');
	if (missing.get('propertyField') === '' && properties === 1) missing.delete('propertyField');
	for (const [parameter, path] of missing) {
		const problem = path === '' ? 'is empty' : 'is in no item';
		throw new ParameterError(parameter, path, problem, adviceFor(parameter));
	}
}

function adviceFor(parameter: keyof ItemFields): string {
	const advice = ADVICE.replace('{field}', `{${parameter}}`);
	if (parameter !== 'propertyField') return advice;
	return `${advice} Leave it empty only with one property, if all items belong to it.`;
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

function stateIn(json: IDataObject, item: number, { fields, secondsOf, statusOf }: ItemReading): OwnState {
	const modified = valueAt(json, fields.modifiedField);
	const modifiedSeconds = secondsOf(modified);
	if (modifiedSeconds === undefined) {
		throw new ParameterError(
			'modifiedField',
			fields.modifiedField,
			`is not a date and time in item ${item}`,
			'Choose the field with the modification time of the booking, like 2027-03-01T14:30:00Z.',
		);
	}
	const status = (fields.statusField === '' ? undefined : textAt(json, fields.statusField)) ?? null;
	const meaning = status === null ? null : statusOf(status);
	return { item, status, meaning, modified: itemTimeText(modified), modifiedSeconds };
}

/** Without a property, an item may be of another hotel, and would be unknown to this one. */
function propertyIn(
	json: IDataObject,
	item: number,
	{ propertyField }: ItemFields,
	[only = '']: readonly string[],
): string {
	if (propertyField === '') return only;
	const found = textAt(json, propertyField);
	if (found !== undefined) return found;
	throw new ParameterError(
		'propertyField',
		propertyField,
		`is empty in item ${item}`,
		'Every item needs the ID of its property. Remove items without one before this node, or leave {propertyField} empty if all items belong to one property.',
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
	const value = valueAt(json, path);
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	const text = typeof value === 'string' ? value.trim() : '';
	return text === '' ? undefined : text;
}
