import type { IPollFunctions } from 'n8n-workflow';

import { nothingReported, type Reported } from './failureReports';
import { isDurable } from './pollPersistence';
import type { Listing } from './watchedProperties';

/** What this process remembers of a trigger node between polls. Another process goes on without it. */
export interface ProcessMemory {
	/** The activations that have a poll under way. */
	polling: Set<object>;
	lastPollAt?: number;
	client: ClientMemory;
}

/** With another API client, properties are listed and failures are reported anew. */
export interface ClientMemory {
	/** Base URL and client id. */
	id?: string;
	listing?: Listing;
	reported: Reported;
}

const memories = new Map<string, ProcessMemory>();
const MOST_REMEMBERED = 1_000;

/** Of all triggers, those that polled last are remembered. */
export function memoryOf(context: IPollFunctions): ProcessMemory {
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	const memory = memories.get(key) ?? { polling: new Set(), client: forClient() };
	memories.delete(key);
	memories.set(key, memory);
	const [oldest] = memories;
	if (memories.size > MOST_REMEMBERED && oldest && oldest[1].polling.size === 0) memories.delete(oldest[0]);
	return memory;
}

function forClient(id?: string): ClientMemory {
	return { id, reported: nothingReported() };
}

export function clientMemory(memory: ProcessMemory, id: string): ClientMemory {
	if (memory.client.id !== id) memory.client = forClient(id);
	return memory.client;
}

/** @returns null where a poll of the same activation is still running: the next one must not overtake it */
export async function unlessPolling<T>(
	context: IPollFunctions,
	memory: ProcessMemory,
	poll: () => Promise<T>,
): Promise<T | null> {
	const { polling } = memory;
	const activation = activationOf(context, memory);
	if (polling.has(activation)) return null;
	polling.add(activation);
	return await poll().finally(() => polling.delete(activation));
}

/**
 * What the polls of an activation share: the static data, or in durable mode, where each poll has its own, the memory.
 * n8n does not stop a poll when the workflow is deactivated; it must not keep the next activation from beginning.
 */
function activationOf(context: IPollFunctions, memory: ProcessMemory): object {
	const stored = context.getWorkflowStaticData('node');
	const isScheduled = isDurable(stored) && context.getActivationMode() !== 'activate';
	return isScheduled ? memory : stored;
}
