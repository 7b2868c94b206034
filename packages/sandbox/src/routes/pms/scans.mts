import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { BodyFields, bodyOf } from '../../http/bodyFields.mts';
import { list, nonEmptyText } from '../../http/fieldTypes.mts';
import type { ApiResponse } from '../../http/route.mts';
import type { Scan } from '../../world/pms/pmsChange.mts';
import { guestOf, write, type PmsCall } from './pmsCall.mts';

const MAX_SCAN_LENGTH = 2 * 1_024 * 1_024;
const EXTENSIONS = ['.pdf', '.jpg', '.jpeg', '.png', '.gif'];
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Adds scans of an identity document. */
export function addScans(call: PmsCall): ApiResponse {
	const { id } = guestOf(call);
	const files = bodyOf(call).requireNullable('files', list) ?? [];
	const scans = files.map((file, index) => readScan(file, index));
	return write(call, { kind: 'scansAdded', pmsPersonId: id, scans });
}

function readScan(file: unknown, index: number): Scan {
	const place = `files[${index}]`;
	const fields = BodyFields.of(file, place, `${place}.`);
	const name = fields.require('name', nonEmptyText);
	if (!EXTENSIONS.includes(extname(name).toLowerCase())) {
		throw fields.error('name', `must end in one of ${EXTENSIONS.join(', ')}`, 'InvalidFileName');
	}
	const content = fields.require('content', nonEmptyText);
	if (content.length > MAX_SCAN_LENGTH) {
		throw fields.error('content', 'must have at most 2 MB of Base64', 'FileTooLarge');
	}
	if (!BASE64.test(content)) throw fields.error('content', 'is not Base64', 'InvalidFileContent');
	const bytes = Buffer.from(content, 'base64');
	return { name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}
