import { EXIT_MISTAKE, UserError } from './userError.mts';

/**
 * An option that takes a whole number; undefined where it was not given.
 * @throws UserError when it is another value
 */
export function wholeNumber<Name extends string>(
	values: Readonly<Partial<Record<Name, string>>>,
	name: Name,
	lowest: number,
	highest: number,
): number | undefined {
	const text = values[name];
	if (text === undefined) return undefined;
	const number = /^\d+$/.test(text) ? Number(text) : NaN;
	if (number >= lowest && number <= highest) return number;
	const range = `a whole number from ${lowest} to ${highest}`;
	throw new UserError(`--${name} must be ${range}, not '${text}'. See --help.`, EXIT_MISTAKE);
}
