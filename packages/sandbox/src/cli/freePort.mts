import getPort from 'get-port';
import { DEFAULT_HOST } from '../options.mts';

const NEAR = 50;
const MAX_PORT = 65_535;

/** This port, the next free one, or any if none is near. */
export async function freePortFrom(first: number, host = DEFAULT_HOST): Promise<number> {
	const near = Array.from({ length: NEAR }, (_, index) => first + index);
	return await getPort({ host, port: near.filter((port) => port <= MAX_PORT) });
}
