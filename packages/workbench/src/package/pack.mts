import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { npmQuietly } from '../processes/tool.mts';
import { UserError } from '../util/userError.mts';
import { ensureBuilt } from './build.mts';

export interface PackedFile {
	path: string;
}

interface PackResult {
	filename: string;
	files: PackedFile[];
}

/** Builds if need be, and packs as npm would publish it. Returns the path of the tarball. */
export async function packInto(folder: string): Promise<string> {
	await ensureBuilt();
	mkdirSync(folder, { recursive: true });
	const { filename } = await npmPack(['--pack-destination', folder]);
	return join(folder, filename);
}

/** What npm would publish. */
export async function packedFiles(): Promise<string[]> {
	const { files } = await npmPack(['--dry-run']);
	return files.map(({ path }) => path);
}

async function npmPack(args: readonly string[]): Promise<PackResult> {
	const [packed] = JSON.parse(await npmQuietly(['pack', '--json', ...args])) as PackResult[];
	if (packed === undefined) throw new UserError('npm pack packed nothing.');
	return packed;
}
