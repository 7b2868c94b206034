import type { IDataObject } from 'n8n-workflow';

import type { InputFile } from '../../../shared/operation';
import { ParameterError } from '../../../shared/parameterError';

/** Limits of a scan (specification, Other limits): of its Base64 text, and of its name. */
const MAX_BASE64_LENGTH = 2 * 1024 * 1024;
const EXTENSIONS = ['.pdf', '.jpg', '.jpeg', '.png', '.gif'];

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
