import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { ROOT } from './paths.mts';
import { UserError } from './userError.mts';

const CLAIM = 'claim.sock';

/**
 * Claims a folder until this program ends: two n8n on one database destroy it.
 * @throws UserError when another program has claimed it
 */
export async function claimFolder(folder: string): Promise<void> {
	mkdirSync(folder, { recursive: true });
	const address = claimAddress(folder);
	if (await someoneListens(address)) {
		throw new UserError(
			`${relative(ROOT, folder)} is in use by the same command, started earlier. Stop that one first.`,
		);
	}
	if (process.platform !== 'win32') rmSync(address, { force: true });
	await new Promise<void>((resolve, reject) => {
		const claim = createServer((visitor) => visitor.destroy());
		claim.once('error', reject);
		claim.listen(address, resolve);
		claim.unref();
	});
}

/** Empties a claimed folder, except for the claim itself and the names to keep. */
export function emptyFolder(folder: string, kept: readonly string[] = []): void {
	for (const name of readdirSync(folder)) {
		if (name !== CLAIM && !kept.includes(name)) rmSync(join(folder, name), { recursive: true });
	}
}

/** A socket: unlike a file with a process ID, it cannot outlive its owner. */
function claimAddress(folder: string): string {
	const path = join(folder, CLAIM);
	if (process.platform === 'win32') return join('\\\\?\\pipe', resolve(path));
	// A socket's path must be short.
	return relative(process.cwd(), path);
}

async function someoneListens(address: string): Promise<boolean> {
	return await new Promise((resolve) => {
		const visit = connect(address);
		visit.once('connect', () => {
			visit.destroy();
			resolve(true);
		});
		visit.once('error', () => resolve(false));
	});
}
