export const EXIT_FAILED = 1;
export const EXIT_MISTAKE = 2;
export const EXIT_PORT_TAKEN = 3;

/** The message of an error, for the user. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
