import type { IDataObject } from 'n8n-workflow';

import { defineOperation, defineParameter, type InputFile } from '../../../shared/operation';
import { ParameterError } from '../../../shared/parameterError';
import { propertyId } from '../../../shared/parameters/property';
import { entriesOf } from '../../../shared/values';
import { pmsPersonId } from '../../parameters';
import { carryOut, GUEST, guestErrors, pmsRequest } from '../../pmsRequests';

/** Limits of a scan (specification, Other limits): of its Base64 text, and of its name. */
const MAX_BASE64_LENGTH = 2 * 1024 * 1024;
const EXTENSIONS = ['.pdf', '.jpg', '.jpeg', '.png', '.gif'];

const binaryFields = defineParameter({
	displayName: 'Input Data Field Names',
	name: 'binaryFields',
	type: 'string',
	required: true,
	default: 'data',
	placeholder: 'e.g. front, back',
	hint: 'The names of the input fields containing the files to upload, separated by commas',
	description:
		'Each file needs a name ending in .pdf, .jpg, .jpeg, .png or .gif, and can have about 1.5 MB (2 MB as Base64)',
});

export const uploadDocumentScans = defineOperation({
	option: {
		name: 'Upload Document Scans',
		value: 'uploadDocumentScans',
		action: 'Upload scans of the identity document of a guest (changes hotel data)',
		description: 'Add one or several scans to the identity document of one guest. Changes data of the hotel.',
	},
	parameters: [propertyId, pmsPersonId, binaryFields],
	run: async ({ values, api, readFile }) => {
		const files: IDataObject[] = [];
		for (const field of fieldNames(values.binaryFields)) files.push(scan(await readFile(field)));
		const [done = {}] = await carryOut(
			api,
			pmsRequest('POST', `${GUEST}/personal-document/files`, values, { body: { files } }),
			values,
			{
				errors: guestErrors(values),
				howToCheck: "Look at the guest's document in the hotel system before you upload the scans again.",
			},
		);
		return [{ ...done, files: files.map(({ name }) => name) }];
	},
});

function fieldNames(text: string): string[] {
	const names = entriesOf('binaryFields', text);
	if (names.length > 0) return names;
	throw new ParameterError(
		'binaryFields',
		'',
		'names no field',
		'Enter the name of at least one binary field of the input item.',
	);
}

/** A file as the API takes it. @throws ParameterError for a wrong extension or size */
export function scan({ field, fileName, content }: InputFile): IDataObject {
	const extension = /\.[^.]*$/.exec(fileName)?.[0].toLowerCase() ?? '';
	if (!EXTENSIONS.includes(extension)) {
		throw new ParameterError(
			'binaryFields',
			field,
			`holds the file '${fileName}', whose name does not end in ${EXTENSIONS.join(', ')}`,
			'Rename the file, or convert it to one of these formats.',
		);
	}
	const base64 = content.toString('base64');
	if (base64.length > MAX_BASE64_LENGTH || base64.length === 0) {
		const problem =
			base64.length === 0 ? 'which is empty' : `which has ${megabytes(base64.length)} MB as Base64`;
		throw new ParameterError(
			'binaryFields',
			field,
			`holds the file '${fileName}', ${problem}`,
			'A scan can have at most 2 MB as Base64, about 1.5 MB as a file.',
		);
	}
	return { content: base64, name: fileName };
}

function megabytes(bytes: number): string {
	return (bytes / 1024 / 1024).toFixed(2);
}
