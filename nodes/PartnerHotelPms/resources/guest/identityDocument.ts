import type { IDataObject } from 'n8n-workflow';

import { requireOrder } from '../../../shared/dateRules';
import { ParameterError } from '../../../shared/parameterError';

export interface DocumentFields {
	departmentCode?: string;
	expiryDate?: string;
	effectiveDate?: string;
	issueAuthority?: string;
	series?: string;
}

/** The body, checked (specification, Guest identity document). @throws ParameterError */
export function documentBody(type: string, enteredNumber: string, fields: DocumentFields): IDataObject {
	const { series, departmentCode, issueAuthority, effectiveDate, expiryDate } = fields;
	if (effectiveDate !== undefined && expiryDate !== undefined) {
		requireOrder(
			{ parameter: 'effectiveDate', value: effectiveDate },
			{ parameter: 'expiryDate', value: expiryDate },
		);
	}
	return {
		type,
		series: alphanumeric('series', series),
		number: alphanumeric('documentNumber', enteredNumber === '' ? undefined : enteredNumber),
		departmentCode: atMost('departmentCode', departmentCode, 16),
		issueAuthority: atMost('issueAuthority', issueAuthority, 2048),
		effectiveDate: effectiveDate ?? null,
		expiryDate: expiryDate ?? null,
	};
}

function alphanumeric(parameter: string, text: string | undefined): string | null {
	if (text === undefined) return null;
	if (/^[\p{L}\p{N}]{1,64}$/u.test(text)) return text;
	throw new ParameterError(
		parameter,
		text,
		'is not 1 to 64 letters and digits',
		'Leave out spaces, dashes and other signs.',
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
