import { faker } from '@faker-js/faker/locale/en';
import { bodyOf, type BodyFields } from '../../http/bodyFields.mts';
import { matching, oneOf, text, textUpTo } from '../../http/fieldTypes.mts';
import type { ApiResponse } from '../../http/route.mts';
import { DOCUMENT_TYPES } from '../../world/pms/documentTypes.mts';
import { parseDate } from '../../world/time.mts';
import { incorrectDates } from './dates.mts';
import { guestOf, write, type PmsCall } from './pmsCall.mts';

const MAX_DEPARTMENT_CODE_LENGTH = 16;
const MAX_ISSUE_AUTHORITY_LENGTH = 2_048;

const DOCUMENT_TYPE = oneOf(DOCUMENT_TYPES, 'is not a known type of document');
const SERIES_OR_NUMBER = matching(/^[\p{L}\p{N}]{1,64}$/u, 'must have 1 to 64 letters and digits');
const COUNTRY_CODE = oneOf(
	(faker.rawDefinitions.location?.country_code ?? []).map(({ alpha3 }) => alpha3),
	'must be an ISO 3166-1 alpha-3 code or null',
);

/** Replaces the identity document of a guest. */
export function setDocument(call: PmsCall): ApiResponse {
	const { id } = guestOf(call);
	const fields = bodyOf(call);
	const document = {
		type: fields.require('type', DOCUMENT_TYPE),
		series: fields.read('series', SERIES_OR_NUMBER) ?? null,
		number: fields.read('number', SERIES_OR_NUMBER) ?? null,
		effectiveDate: dateOf(fields, 'effectiveDate'),
		expiryDate: dateOf(fields, 'expiryDate'),
		departmentCode: fields.read('departmentCode', textUpTo(MAX_DEPARTMENT_CODE_LENGTH)) ?? null,
		issueAuthority: fields.read('issueAuthority', textUpTo(MAX_ISSUE_AUTHORITY_LENGTH)) ?? null,
	};
	return write(call, { kind: 'documentSet', pmsPersonId: id, document });
}

function dateOf(fields: BodyFields, name: string): string | null {
	const given = fields.read(name, text);
	if (given !== undefined && parseDate(given) === undefined) throw incorrectDates();
	return given ?? null;
}

export function setBirthCountry(call: PmsCall): ApiResponse {
	const { id } = guestOf(call);
	const countryCode = bodyOf(call).requireNullable('countryCode', COUNTRY_CODE);
	return write(call, { kind: 'birthCountrySet', pmsPersonId: id, countryCode });
}
