import { createServer } from 'node:net';

const TRIES = 50;
const MAX_PORT = 65_535;

/** The next free port above the taken one; undefined when there is none near. */
export async function nextFreePort(taken: number, host: string): Promise<number | undefined> {
	const last = Math.min(taken + TRIES, MAX_PORT);
	for (let port = taken + 1; port <= last; port += 1) {
		if (await isFree(port, host)) return port;
	}
	return undefined;
}

async function isFree(port: number, host: string): Promise<boolean> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, host, () => server.close(() => resolve(true)));
	});
}
