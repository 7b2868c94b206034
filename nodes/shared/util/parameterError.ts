/**
 * A parameter value that cannot be used. Thrown by code that knows only the `name` of the parameter; the item
 * loop replaces it with the display name.
 */
export class ParameterError extends Error {
	/**
	 * @param parameter `name` of the parameter, or several
	 * @param value what was entered
	 * @param problem completes the sentence "'<value>' …": `is not a date`; must not contain personal data
	 * @param advice what to do about it; `{name}` stands for the display name of a parameter
	 */
	constructor(
		readonly parameter: string,
		readonly value: unknown,
		readonly problem: string,
		readonly advice: string,
	) {
		super(`${parameter}: ${problem}`);
		this.name = 'ParameterError';
	}

	/** A copy without the value, which may be personal. */
	withoutValue(): ParameterError {
		return new ParameterError(this.parameter, undefined, this.problem, this.advice);
	}
}
