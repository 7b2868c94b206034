import { ParameterError } from '../util/parameterError';

/** @throws ParameterError when nothing was entered */
export function requireText(parameter: string, text: string): string {
	if (text !== '') return text;
	throw new ParameterError(
		parameter,
		'',
		'is empty',
		'Enter a value, or check that the expression returns one.',
	);
}

/** Whole numbers from a list a user wrote: ages of children. */
export function agesOf(parameter: string, entries: string[]): number[] {
	return entries.map((entry) => {
		const age = Number(entry);
		if (Number.isInteger(age) && age >= 0) return age;
		throw new ParameterError(
			parameter,
			entry,
			'is not the age of a child',
			'Enter whole years, 0 or more, separated by commas.',
		);
	});
}

/** @throws ParameterError for what is not three capital letters (ISO 4217) */
export function requireCurrency(parameter: string, code: string): string {
	const upper = code.slice(0, 4).toUpperCase();
	if (/^[A-Z]{3}$/.test(upper)) return upper;
	throw new ParameterError(parameter, code, 'is not a currency code', 'Enter three letters, like EUR.');
}
