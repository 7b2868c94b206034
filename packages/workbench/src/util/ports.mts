import getPort from 'get-port';
import { freePortFrom } from '../../../sandbox/src/cli/freePort.mts';
import { HOST } from './paths.mts';
import { EXIT_PORT_TAKEN, UserError } from './userError.mts';

/** The usual ports of the demo. */
export const N8N_PORT = 5678;
export const SANDBOX_PORT = 4010;
export const INBOX_PORT = 4025;

export interface PortWish {
	/** The name of the program, for the user. */
	owner: string;
	/** The option that sets it. */
	option: string;
	usual: number;
	/** The port that the user asked for. */
	wanted?: number;
}

/**
 * The port the user asked for, or the usual one, or the next free one.
 * @throws UserError when the port that was asked for is taken
 */
export async function choosePort({ owner, option, usual, wanted }: PortWish): Promise<number> {
	const first = wanted ?? usual;
	const free = await freePortFrom(first);
	if (free === first) return free;
	if (wanted === undefined) {
		console.log(`Port ${usual} is taken: ${owner} uses ${free}.`);
		return free;
	}
	const advice = `Port ${free} is free: ${option} ${free}`;
	throw new UserError(`Port ${wanted} is taken, so ${owner} cannot use it. ${advice}`, EXIT_PORT_TAKEN);
}

/** Some free port. */
export async function anyFreePort(): Promise<number> {
	return await getPort({ host: HOST });
}
