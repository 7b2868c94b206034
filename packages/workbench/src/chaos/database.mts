import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Runtime } from '../n8n/runtime.mts';
import { runQuietly } from '../processes/tool.mts';
import type { ExecutionRecord } from './states.mts';

export interface DatabaseContents {
	executions: ExecutionRecord[];
	/** The static data of the workflow, as JSON. */
	staticData: string | null;
	/** The cursor of durable polling, as JSON. */
	cursor: string | null;
}

export interface WatchedWorkflow {
	runtime: Runtime;
	userFolder: string;
	workflowId: string;
	triggerName: string;
}

const PARTS = ['', '-wal', '-shm'];

/** Reads the database while n8n is running. */
export async function readDatabase(workflow: WatchedWorkflow): Promise<DatabaseContents> {
	return await read(databaseOf(workflow), workflow);
}

/** Reads a copy of the database after a kill, so that n8n finds its own one unchanged. */
export async function readAbandonedDatabase(workflow: WatchedWorkflow): Promise<DatabaseContents> {
	const file = databaseOf(workflow);
	const folder = mkdtempSync(join(tmpdir(), 'chaos-'));
	try {
		for (const part of PARTS.filter((part) => existsSync(file + part))) {
			cpSync(file + part, join(folder, basename(file) + part));
		}
		return await read(join(folder, basename(file)), workflow);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

function databaseOf({ userFolder }: WatchedWorkflow): string {
	return join(userFolder, '.n8n', 'database.sqlite');
}

async function read(
	file: string,
	{ runtime, workflowId, triggerName }: WatchedWorkflow,
): Promise<DatabaseContents> {
	const script = join(import.meta.dirname, 'readDatabase.mts');
	const args = ['--disable-warning=ExperimentalWarning', script, file, workflowId, triggerName];
	return JSON.parse(await runQuietly(runtime.node, args)) as DatabaseContents;
}
