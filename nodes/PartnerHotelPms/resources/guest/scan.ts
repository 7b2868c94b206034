import type { IDataObject } from 'n8n-workflow';

import type { InputFile } from '../../../shared/operation/defineOperation';
import { ParameterError } from '../../../shared/util/parameterError';

/** Limits of a scan (specification, Other limits): of its Base64 text, and of its name. */
const MAX_BASE64_LENGTH = 2 * 1024 * 1024;
const EXTENSIONS = ['.pdf', '.jpg', '.jpeg', '.png', '.gif'];

/**
 * A file in the format of the API.
 * @param position among the entered fields; errors quote no field or file names, which can contain a guest's name
 * @throws ParameterError for a wrong extension or size
 */
export function scan(file: InputFile | undefined, position: number): IDataObject {
	if (!file)
		throw fileError(
			position,
			'that the input item does not have',
			'Check the names of the binary fields of the input item.',
		);
	const { fileName, content } = file;
	const extension = /\.[^.]*$/.exec(fileName)?.[0].toLowerCase() ?? '';
	if (!EXTENSIONS.includes(extension)) {
		throw fileError(
			position,
			`whose name does not end in ${EXTENSIONS.join(', ')}`,
			'Rename the file, or convert it to one of these formats.',
		);
	}
	const base64 = content.toString('base64');
	if (base64.length > MAX_BASE64_LENGTH || base64.length === 0) {
		throw fileError(
			position,
			base64.length === 0 ? 'that is empty' : `that has ${megabytes(base64.length)} MB as Base64`,
			'A scan can have at most 2 MB as Base64, about 1.5 MB as a file.',
		);
	}
	return { content: base64, name: fileName };
}

function fileError(position: number, problem: string, advice: string): ParameterError {
	return new ParameterError('binaryFields', '', `name a file (number ${position}) ${problem}`, advice);
}

function megabytes(bytes: number): string {
	return (bytes / 1024 / 1024).toFixed(2);
}
