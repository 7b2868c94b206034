import { EXIT_MISTAKE, UserError } from './userError.mts';

/**
 * An option that takes a whole number; undefined if it was not given.
 * @throws UserError for any other value
 */
export function wholeNumber<Name extends string>(
	values: Readonly<Partial<Record<Name, string>>>,
	name: Name,
	min: number,
	max: number,
): number | undefined {
	const text = values[name];
	if (text === undefined) return undefined;
	const number = /^\d+$/.test(text) ? Number(text) : NaN;
	if (number >= min && number <= max) return number;
	const range = `a whole number from ${min} to ${max}`;
	throw new UserError(`--${name} must be ${range}, not '${text}'. See --help.`, EXIT_MISTAKE);
}
