export const EXIT_FAILED = 1;
export const EXIT_MISTAKE = 2;
export const EXIT_PORT_TAKEN = 3;

/** A failure in words for the user: shown without a stack. */
export class UserError extends Error {
	override name = 'UserError';

	constructor(
		message: string,
		readonly exitCode: number = EXIT_FAILED,
	) {
		super(message);
	}
}

export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
