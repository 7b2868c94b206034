import { ParameterError } from '../util/parameterError';

/** Longer ones are no identifiers. */
const MAX_LENGTH = 1_000;

/** The names in the braces of a path template. */
const placeholder = /\{(\w+)\}/g;

/**
 * Steps in a path are not sent: `.` and `..` stay steps when they are encoded, and a gateway that decodes an address
 * before it resolves it takes `a%2F..%2Fb` for `b`. Halves of characters have no encoding.
 */
const unaddressable = /(?:^|[/\\])\.\.?(?:$|[/\\])|\p{Surrogate}/u;

/** An identifier that no request can name, whether it was entered or came from the API. */
export class AddressError extends ParameterError {}

function segment(name: string, id = ''): string {
	if (id === '') throw new ParameterError(name, id, 'is empty', 'Choose it from the list or enter it.');
	if (id.length > MAX_LENGTH || unaddressable.test(id)) {
		throw new AddressError(
			name,
			id,
			'is not a valid identifier',
			'Enter it exactly as the hotel system shows it.',
		);
	}
	return encodeURIComponent(id);
}

/**
 * Fills a template of the specification: `/v1/properties/{propertyId}/bookings/{number}`. Identifiers are opaque:
 * each becomes one segment, encoded, whatever it consists of.
 * @throws ParameterError for a missing value; AddressError for one that cannot be a segment (`..`)
 */
export function fillPath(template: string, values: Record<string, string> = {}): string {
	return template.replace(placeholder, (_, name: string) => segment(name, values[name]));
}
