import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packInto } from '../package/pack.mts';
import { anyFreePort } from '../util/ports.mts';
import { step } from '../util/progress.mts';
import { N8nClient } from './n8nClient.mts';
import { startN8n, WITHOUT_EDITOR } from './n8nProcess.mts';
import { ensureRuntime } from './runtime.mts';
import type { Login } from './types.mts';
import { installPackage } from './userFolder.mts';

/** The variable that tells test files, which are separate processes, where it is. */
const FOLDER_VARIABLE = 'PARTNER_HOTEL_PREPARED';
const PACKAGE = 'package';
const INSTALLED = [PACKAGE, join('.n8n', 'nodes')];
/** It has n8n's key and database. */
const WHOLE = [PACKAGE, '.n8n'];

/** Sets up n8n with the packed package, once for this process and its children. */
export async function prepareN8n(folder: string, login: Login): Promise<void> {
	rmSync(folder, { recursive: true, force: true });
	await installFresh(folder);
	await step({ doing: 'Setting n8n up', done: 'Set n8n up' }, async () => {
		const plan = { userFolder: folder, port: await anyFreePort(), logFile: join(folder, 'logs', 'n8n.log') };
		const runtime = await ensureRuntime();
		const { url, service } = await startN8n({ ...plan, runtime, settings: WITHOUT_EDITOR });
		await new N8nClient(url).signIn(login);
		await service.stop();
	});
	process.env[FOLDER_VARIABLE] = folder;
}

/**
 * The folder of an n8n with the packed package: a copy of the prepared one, if there is one.
 * @param settings of the n8n, which may include another key or database
 */
export async function setUp(folder: string, settings: Readonly<Record<string, string>> = {}): Promise<void> {
	const prepared = process.env[FOLDER_VARIABLE];
	if (prepared === undefined) return await installFresh(folder);
	const hasOwn = 'N8N_ENCRYPTION_KEY' in settings || 'DB_TYPE' in settings;
	for (const name of hasOwn ? INSTALLED : WHOLE)
		cpSync(join(prepared, name), join(folder, name), { recursive: true });
}

async function installFresh(folder: string): Promise<void> {
	await installPackage(folder, await packInto(join(folder, PACKAGE)));
}
