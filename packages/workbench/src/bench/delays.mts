import { setTimeout as sleep } from 'node:timers/promises';
import type { SavedWorkflow } from '../n8n/types.mts';
import type { Stack } from '../n8n/stack.mts';
import { RESULT_NAME } from '../n8n/workflows.mts';
import { waitFor } from '../util/waiting.mts';

/** Measures the time from a change in the hotel to the start of its execution. */

export interface ChangePlan {
	propertyIds: readonly string[];
	/** The number of changes, each at a random moment of its share of the time and in a random property. */
	changes: number;
	durationMs: number;
}

/** By booking number: when it was requested. */
export type Moments = ReadonlyMap<string, number>;

export async function makeBookings(
	{ sandbox }: Stack,
	{ propertyIds, changes, durationMs }: ChangePlan,
): Promise<Moments> {
	const moments = Array.from(
		{ length: changes },
		(_, part) => ((part + Math.random()) * durationMs) / changes,
	);
	const begin = Date.now();
	const madeAt = new Map<string, number>();
	for (const moment of moments) {
		await sleep(Math.max(0, begin + moment - Date.now()));
		const propertyId = propertyIds[Math.floor(Math.random() * propertyIds.length)] ?? '';
		const at = Date.now();
		const { number } = await sandbox.control.createBooking(propertyId);
		madeAt.set(number, at);
	}
	return madeAt;
}

/**
 * Waits for the executions of all changes.
 * @param numberField of their items
 * @returns in seconds
 */
export async function delaysOf(
	{ client }: Stack,
	workflow: SavedWorkflow,
	madeAt: Moments,
	{ numberField = 'number', timeoutMs }: { numberField?: string; timeoutMs: number },
): Promise<number[]> {
	const startedAt = new Map<string, number>();
	const read = new Set<string>();
	await waitFor({ for: 'executions for all changes', timeoutMs }, async () => {
		for (const execution of await client.endedExecutions(workflow)) {
			if (read.has(execution.id)) continue;
			read.add(execution.id);
			for (const item of await client.outputOf(execution, RESULT_NAME)) {
				startedAt.set(String(item[numberField]), Date.parse(execution.startedAt));
			}
		}
		return [...madeAt.keys()].every((number) => startedAt.has(number)) || undefined;
	});
	return [...madeAt].map(([number, at]) => ((startedAt.get(number) ?? NaN) - at) / 1000);
}
