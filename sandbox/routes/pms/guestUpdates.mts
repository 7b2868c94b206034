import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { faker } from '@faker-js/faker/locale/en';
import { Body, bodyOf } from '../../http/fields.mts';
import type { Answer } from '../../http/route.mts';
import { DOCUMENT_TYPES } from '../../world/pms/documentTypes.mts';
import type { Scan } from '../../world/pms/pmsChange.mts';
import { parseDate } from '../../world/time.mts';
import { incorrectDates } from './dates.mts';
import { guestOf, write, type PmsCall } from './pmsCall.mts';

const MAX_DEPARTMENT_CODE_LENGTH = 16;
const MAX_ISSUE_AUTHORITY_LENGTH = 2_048;
const MAX_SCAN_LENGTH = 2 * 1_024 * 1_024;
const EXTENSIONS = ['.pdf', '.jpg', '.jpeg', '.png', '.gif'];
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const COUNTRY_CODES: ReadonlySet<string> = new Set(
	faker.rawDefinitions.location?.country_code?.map(({ alpha3 }) => alpha3),
);

export function setDocument(call: PmsCall): Answer {
	const { id } = guestOf(call);
	const fields = bodyOf(call);
	const type = fields.requiredText('type');
	if (!DOCUMENT_TYPES.has(type)) throw fields.refusal('type', 'is not a known type of document');
	const document = {
		type,
		series: alphanumeric(fields, 'series'),
		number: alphanumeric(fields, 'number'),
		effectiveDate: date(fields, 'effectiveDate'),
		expiryDate: date(fields, 'expiryDate'),
		departmentCode: atMost(fields, 'departmentCode', MAX_DEPARTMENT_CODE_LENGTH),
		issueAuthority: atMost(fields, 'issueAuthority', MAX_ISSUE_AUTHORITY_LENGTH),
	};
	return write(call, { kind: 'documentSet', pmsPersonId: id, document });
}

function alphanumeric(fields: Body, name: string): string | null {
	const text = fields.text(name);
	if (text === undefined || /^[\p{L}\p{N}]{1,64}$/u.test(text)) return text ?? null;
	throw fields.refusal(name, 'must have 1 to 64 letters and digits');
}

function date(fields: Body, name: string): string | null {
	const text = fields.text(name);
	if (text !== undefined && parseDate(text) === undefined) throw incorrectDates();
	return text ?? null;
}

function atMost(fields: Body, name: string, longest: number): string | null {
	const text = fields.text(name);
	if (text !== undefined && text.length > longest) {
		throw fields.refusal(name, `must have at most ${longest} characters`);
	}
	return text ?? null;
}

export function setBirthCountry(call: PmsCall): Answer {
	const { id } = guestOf(call);
	const fields = bodyOf(call);
	if (!fields.has('countryCode')) throw fields.refusal('countryCode', 'is missing');
	const countryCode = fields.text('countryCode') ?? null;
	if (countryCode !== null && !COUNTRY_CODES.has(countryCode)) {
		throw fields.refusal('countryCode', 'must be an ISO 3166-1 alpha-3 code or null');
	}
	return write(call, { kind: 'birthCountrySet', pmsPersonId: id, countryCode });
}

export function addScans(call: PmsCall): Answer {
	const { id } = guestOf(call);
	const fields = bodyOf(call);
	if (!fields.has('files')) throw fields.refusal('files', 'is missing');
	const files = fields.list('files') ?? [];
	const scans = files.map((file, index) => readScan(file, index));
	return write(call, { kind: 'scansAdded', pmsPersonId: id, scans });
}

function readScan(file: unknown, index: number): Scan {
	const place = `files[${index}]`;
	const fields = Body.of(file, place, `${place}.`);
	const name = fields.requiredText('name');
	if (!EXTENSIONS.includes(extname(name).toLowerCase())) {
		throw fields.refusal('name', `must end in one of ${EXTENSIONS.join(', ')}`, 'InvalidFileName');
	}
	const content = fields.requiredText('content');
	if (content.length > MAX_SCAN_LENGTH) {
		throw fields.refusal('content', 'must have at most 2 MB of Base64', 'FileTooLarge');
	}
	if (!BASE64.test(content)) throw fields.refusal('content', 'is not Base64', 'InvalidFileContent');
	const bytes = Buffer.from(content, 'base64');
	return { name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}
