import { ParameterError } from '../util/parameterError';

/**
 * An option that protects from a wrong or second write, as the user set it.
 * @param saved reads a parameter before its expressions are resolved
 * @throws ParameterError if it was added but has no value, because then it would protect nothing; and if an AI model
 * fills it: a model would set its own limits, and a key for each call
 */
export function protectedOption<O extends object, N extends keyof O & string>(
	options: O,
	name: N,
	saved: (path: string) => unknown,
): O[N] | undefined {
	const entered = saved(`options.${name}`);
	if (/\$fromAI\b/i.test(String(entered ?? ''))) {
		throw new ParameterError(
			name,
			'',
			'is filled by the AI model',
			'Enter it yourself, or take it from the workflow.',
		);
	}
	if (options[name] === undefined && entered !== undefined) {
		throw new ParameterError(
			name,
			'',
			'is empty',
			'Enter a value, check that the expression returns one, or remove the option.',
		);
	}
	return options[name];
}
