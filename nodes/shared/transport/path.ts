import { ParameterError } from '../util/parameterError';

/** The names in the braces of a path template. */
const placeholder = /\{(\w+)\}/g;

// IDs and numbers are opaque, but none contains a path separator, a control character or white space: such a
// value is a typing error, and encoded it would only lead to a confusing 404.
// eslint-disable-next-line no-control-regex
const impossibleInId = /[/\\?#%\s\u0000-\u001f\u007f]/;

function segment(name: string, value: string | undefined): string {
	const id = (value ?? '').trim();
	if (id === '')
		throw new ParameterError(name, value ?? '', 'is empty', 'Choose it from the list or enter it.');
	if (id === '.' || id === '..' || impossibleInId.test(id)) {
		throw new ParameterError(
			name,
			id,
			'is not a valid identifier',
			'Enter it exactly as the hotel system shows it, without slashes or spaces.',
		);
	}
	return encodeURIComponent(id);
}

/**
 * Fills a template of the specification: `/v1/properties/{propertyId}/bookings/{number}`.
 * @throws ParameterError for a value that cannot be one path segment (`''`, `..`, `a/b`).
 */
export function fillPath(template: string, values: Record<string, string> = {}): string {
	return template.replace(placeholder, (_, name: string) => segment(name, values[name]));
}
