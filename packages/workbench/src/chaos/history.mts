import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claimFolder, emptyFolder } from '../util/folders.mts';
import { inRoot } from '../util/paths.mts';
import { runQuietly } from '../processes/tool.mts';
import { startSandbox } from '../processes/sandboxProcess.mts';
import { targetOf } from './kills.mts';
import type { HistoryOptions } from './options.mts';
import type { HistoryReading, HistoryResult } from './results.mts';

/** Reads the history in a process of its own, so that its memory is that of the trigger alone. */
export interface HistoryTask extends HistoryOptions {
	url: string;
	clientId: string;
	clientSecret: string;
	propertyId: string;
}

/** Reads one property's bookings from the first one on, poll after poll without the minute between. */
export async function runHistory(
	options: HistoryOptions,
	say: (words: string) => void,
): Promise<HistoryResult> {
	const folder = inRoot('.chaos', `history-${options.maxBookings}`);
	await claimFolder(folder);
	emptyFolder(folder);
	const { seed, bookings } = options;
	const logFile = join(folder, 'logs', 'sandbox.log');
	const sandbox = await startSandbox({ port: 0, liveSeconds: 0, properties: 1, bookings, seed, logFile });
	const { url, clientId, clientSecret, control, properties } = sandbox;
	const propertyId = properties[0]?.id ?? '';
	say(`${bookings} bookings are read, at most ${options.maxBookings} in one poll`);
	const task: HistoryTask = { ...options, url, clientId, clientSecret, propertyId };
	const reading = await readHistory(task, join(folder, 'task.json'));
	const requests = await control.report();
	const missing = bookings - reading.bookings;
	return {
		run: 'history',
		options,
		...reading,
		missing,
		requests,
		missed: [
			...targetOf('bookings missing', missing),
			...targetOf('bookings received twice', reading.repeated),
			...targetOf('requests answered 429', requests.byStatus['429'] ?? 0),
		],
	};
}

async function readHistory(task: HistoryTask, taskFile: string): Promise<HistoryReading> {
	writeFileSync(taskFile, JSON.stringify(task));
	const reader = join(import.meta.dirname, 'readHistory.mts');
	const answer = await runQuietly(process.execPath, ['--expose-gc', '--import', 'tsx', reader, taskFile]);
	// What the nodes log comes before it.
	return JSON.parse(answer.trim().split('\n').at(-1) ?? '') as HistoryReading;
}
