import type { IDataObject } from 'n8n-workflow';

import { calendarDate } from '../../../shared/dates/instants';
import { ParameterError } from '../../../shared/util/parameterError';

export interface DocumentFields {
	departmentCode?: string;
	expiryDate?: string;
	effectiveDate?: string;
	issueAuthority?: string;
	series?: string;
}

/** The body, checked (specification, Guest identity document). @throws ParameterError */
export function documentBody(type: string, enteredNumber: string, fields: DocumentFields): IDataObject {
	const { series, departmentCode, issueAuthority } = fields;
	const effectiveDate = date('effectiveDate', fields.effectiveDate);
	const expiryDate = date('expiryDate', fields.expiryDate);
	if (effectiveDate !== null && expiryDate !== null) {
		requireValidity(effectiveDate, expiryDate);
	}
	return {
		type,
		series: alphanumeric('series', series),
		number: alphanumeric('documentNumber', enteredNumber === '' ? undefined : enteredNumber),
		departmentCode: atMost('departmentCode', departmentCode, 16),
		issueAuthority: atMost('issueAuthority', issueAuthority, 2048),
		effectiveDate,
		expiryDate,
	};
}

function date(parameter: string, text: string | undefined): string | null {
	return text === undefined ? null : calendarDate(parameter, text);
}

function requireValidity(issued: string, expires: string): void {
	if (expires >= issued) return;
	throw new ParameterError(
		'expiryDate',
		expires,
		'is before the date of issue',
		'Choose a day that is not before {effectiveDate}.',
	);
}

function alphanumeric(parameter: string, text: string | undefined): string | null {
	if (text === undefined) return null;
	if (/^[\p{L}\p{N}]{1,64}$/u.test(text)) return text;
	throw new ParameterError(
		parameter,
		text,
		'is not 1 to 64 letters and digits',
		'Leave out spaces, dashes and other characters.',
	);
}

function atMost(parameter: string, text: string | undefined, length: number): string | null {
	if (text === undefined) return null;
	if (text.length <= length) return text;
	throw new ParameterError(
		parameter,
		text,
		`has ${text.length} characters`,
		`Shorten it to at most ${length} characters.`,
	);
}
