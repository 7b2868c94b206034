import { EXIT_FAILED } from '../../../sandbox/src/cli/exit.mts';

export { EXIT_FAILED, EXIT_MISTAKE, EXIT_PORT_TAKEN, messageOf } from '../../../sandbox/src/cli/exit.mts';

/** An error whose message is shown to the user without a stack trace. */
export class UserError extends Error {
	override name = 'UserError';

	constructor(
		message: string,
		readonly exitCode: number = EXIT_FAILED,
	) {
		super(message);
	}
}
