import getPort from 'get-port';
import { DEFAULT_HOST } from '../options.mts';

const NEAR = 50;
const MAX_PORT = 65_535;

/** This port, or the next free one; where none is near, any. */
export async function freePortFrom(first: number, host = DEFAULT_HOST): Promise<number> {
	const near = Array.from({ length: NEAR }, (_, index) => first + index);
	return await getPort({ host, port: near.filter((port) => port <= MAX_PORT) });
}
