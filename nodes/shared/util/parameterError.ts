/**
 * A value the user entered that cannot be used. Thrown by pure code, which knows the parameter by its name;
 * the item loop puts the name the user sees in its place.
 */
export class ParameterError extends Error {
	/**
	 * @param parameter `name` of the parameter, or several
	 * @param value what was entered
	 * @param problem ends the sentence "'<value>' …": `is not a date`; with no value in it that can be personal
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

	/** The same where values are personal. */
	withoutValue(): ParameterError {
		return new ParameterError(this.parameter, undefined, this.problem, this.advice);
	}
}
