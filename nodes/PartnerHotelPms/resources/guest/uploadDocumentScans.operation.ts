import type { IDataObject } from 'n8n-workflow';

import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { ParameterError } from '../../../shared/util/parameterError';
import { propertyId } from '../../../shared/parameters/property';
import { entriesOf } from '../../../shared/operation/readValues';
import { pmsPersonId } from '../../parameters';
import { changed, GUEST, guestErrors, pmsRequest } from '../../../shared/pms/pmsRequests';
import { scan } from './scan';

const binaryFields = defineParameter({
	displayName: 'Input Data Field Names',
	name: 'binaryFields',
	type: 'string',
	required: true,
	default: 'data',
	placeholder: 'e.g. front, back',
	hint: 'The names of the input fields containing the files to upload, separated by commas',
	description:
		'File names must end in .pdf, .jpg, .jpeg, .png or .gif. A file can have up to about 1.5 MB (2 MB as Base64).',
});

export const uploadDocumentScans = defineOperation({
	option: {
		name: 'Upload Document Scans',
		value: 'uploadDocumentScans',
		action: 'Upload guest document scans and save',
		description: 'Add one or more scans to the identity document of a guest. Changes hotel data.',
	},
	writes: 'Upload of document scans',
	parameters: [propertyId, pmsPersonId, binaryFields],
	run: async ({ values, write, readFile }) => {
		const files: IDataObject[] = [];
		for (const field of fieldNames(values.binaryFields)) {
			files.push(scan(await readFile(field), files.length + 1));
		}
		await write({
			subject: 'Upload of document scans',
			request: pmsRequest('POST', `${GUEST}/personal-document/files`, values, { body: { files } }),
			errors: guestErrors(values),
			howToCheck:
				"look at the guest's document in the hotel system first, because the API does not list the scans",
			identity: [values.propertyId, values.pmsPersonId, files],
		});
		return [{ ...changed(values), files: files.map(({ name }) => name) }];
	},
});

function fieldNames(text: string): string[] {
	const names = entriesOf('binaryFields', text);
	if (names.length > 0) return names;
	throw new ParameterError(
		'binaryFields',
		'',
		'contain no field name',
		'Enter the name of at least one binary field of the input item.',
	);
}
