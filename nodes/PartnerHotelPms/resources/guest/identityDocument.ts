import type { IDataObject } from 'n8n-workflow';

import { calendarDate, namedDay } from '../../../shared/dates/instants';
import { ParameterError } from '../../../shared/util/parameterError';

/** As entered: empty or absent without a value. */
interface DocumentFields {
	documentNumber: string;
	departmentCode?: string;
	expiryDate?: string;
	effectiveDate?: string;
	issueAuthority?: string;
	series?: string;
}

type Field = keyof DocumentFields;

/** In the order of the form, with the field of the API and the check of a value. */
const FIELDS: ReadonlyArray<[Field, string, (parameter: string, text: string) => string]> = [
	['documentNumber', 'number', alphanumeric],
	['departmentCode', 'departmentCode', maxLength(16)],
	['expiryDate', 'expiryDate', dateOfDocument],
	['effectiveDate', 'effectiveDate', dateOfDocument],
	['issueAuthority', 'issueAuthority', maxLength(2048)],
	['series', 'series', alphanumeric],
];

/**
 * The body (specification, Guest identity document). It replaces the whole document, and no record of the API has the
 * one that is stored, so that every field is either filled in or cleared.
 * @param cleared the fields that the document does not have
 * @throws ParameterError for a value that cannot be used, and for a field that is neither or both
 */
export function documentBody(type: string, entered: DocumentFields, cleared: readonly string[]): IDataObject {
	const body: IDataObject = { type };
	for (const [field, key, checked] of FIELDS) {
		const text = entered[field] ?? '';
		body[key] = text === '' ? null : checked(field, text);
	}
	requireValidity(body);
	const names = FIELDS.map(([field]) => field);
	const filled = names.filter((field) => (entered[field] ?? '') !== '');
	requireEmpty(filled.filter((field) => cleared.includes(field)));
	requireNone(names.filter((field) => !filled.includes(field) && !cleared.includes(field)));
	return body;
}

function requireEmpty([field]: readonly Field[]): void {
	if (field === undefined) return;
	throw new ParameterError(
		field,
		undefined,
		'is both filled in and to be cleared',
		`Empty {${field}}, or take it out of {clearFields}.`,
	);
}

function requireNone(lost: readonly Field[]): void {
	const [first] = lost;
	if (first === undefined) return;
	const list = lost.map((field) => `{${field}}`).join(', ');
	throw new ParameterError(
		first,
		'',
		'is empty',
		`The whole document is replaced, and the API does not return the stored one. Fill in or choose in {clearFields}: ${list}. If there is an expression, check that it returns a value.`,
	);
}

/** The day of a time in UTC is not known: JavaScript dates are written so, whatever zone they come from. */
function dateOfDocument(parameter: string, text: string): string {
	const day = calendarDate(parameter, text);
	if (namedDay(text) !== undefined || !/Z$/i.test(text)) return day;
	throw new ParameterError(parameter, text, 'is a time in UTC, not a day', 'Enter a date like 2031-05-20.');
}

function requireValidity({ effectiveDate, expiryDate }: IDataObject): void {
	const areGiven = typeof effectiveDate === 'string' && typeof expiryDate === 'string';
	if (!areGiven || expiryDate >= effectiveDate) return;
	throw new ParameterError(
		'expiryDate',
		expiryDate,
		'is before the date of issue',
		'Choose a day that is not before {effectiveDate}.',
	);
}

function alphanumeric(parameter: string, text: string): string {
	if (/^[\p{L}\p{N}]{1,64}$/u.test(text)) return text;
	throw new ParameterError(
		parameter,
		text,
		'is not 1 to 64 letters and digits',
		'Leave out spaces, dashes and other characters.',
	);
}

function maxLength(length: number) {
	return (parameter: string, text: string): string => {
		if (text.includes('*')) {
			throw new ParameterError(parameter, text, 'is masked (*)', 'Enter the value itself.');
		}
		if (text.length <= length) return text;
		throw new ParameterError(
			parameter,
			text,
			`has ${text.length} characters`,
			`Shorten it to at most ${length} characters.`,
		);
	};
}
