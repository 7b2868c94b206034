import { randomUUID } from 'crypto';
import type { IPollFunctions } from 'n8n-workflow';

import { nothingReported, type Reported } from './failureReports';
import type { EmittingPoll } from './lateSaving';
import { isDurable, type Starts } from './pollPersistence';
import type { EmptyLists, PropertyListing } from './watchedProperties';

/** Each n8n process has its own, new at every start. */
export const THIS_PROCESS = randomUUID();

/** What this process remembers of a trigger node between polls. Another process works without it. */
export interface ProcessMemory {
	/** The activations with a running poll. */
	polling: Set<object>;
	lastPollAt?: number;
	/** The activation that polled last. */
	latest?: object;
	/** The last poll that emitted something, with durable polling. */
	emittingPoll?: EmittingPoll;
	/** What the last poll noted, with durable polling: n8n may not have saved it when the next one begins. */
	starts?: Starts;
	/** Which of n8n's two ways the log was told last. */
	isDurable?: boolean;
	client: ClientMemory;
}

/** What a trigger did in this process. It names properties, no booking and no guest. Times in epoch milliseconds. */
export interface TriggerStatus {
	workflowId: string;
	workflowName: string;
	nodeName: string;
	/** The first poll since n8n was started, or with another API client. */
	since: number;
	polledAt: number;
	/** A poll that started the workflow. */
	itemsAt?: number;
	/** The watched properties. */
	propertyIds: string[];
	/** By property ID: when it was read. */
	readAt: Map<string, number>;
	/** Bookings or reservations that wait. */
	waiting: number;
	/** Properties that failed in the last poll. */
	failing: number;
	failure?: { at: number; message: string };
}

/** For another API client, properties are listed again, and failures reported again. */
export interface ClientMemory {
	/** As `Api.client` tells it. */
	id?: string;
	listing?: PropertyListing;
	/** The latest lists, if they were empty. */
	emptyLists?: EmptyLists;
	/** By property ID, in epoch milliseconds: when its feed was last read. */
	readTimes: Map<string, number>;
	/** Since when every poll has left something, and how many polls that is. */
	behind?: { since: number; polls: number };
	reported: Reported;
	/** What *API Connection → Get Status* tells. */
	status?: TriggerStatus;
}

const memories = new Map<string, ProcessMemory>();
const MAX_REMEMBERED = 1_000;

/** Which trigger it is, in this process. */
export function triggerKey(context: IPollFunctions): string {
	return `${context.getWorkflow().id}:${context.getNode().id}`;
}

/** Keeps the memory of the triggers that polled last. */
export function memoryOf(context: IPollFunctions): ProcessMemory {
	const key = triggerKey(context);
	const memory = memories.get(key) ?? { polling: new Set(), client: forClient() };
	memories.delete(key);
	memories.set(key, memory);
	const [oldest] = memories;
	if (memories.size > MAX_REMEMBERED && oldest && oldest[1].polling.size === 0) memories.delete(oldest[0]);
	return memory;
}

/** Of the triggers of an API client; those that polled last come last. */
export function memoriesOf(clientId: string): ProcessMemory[] {
	return [...memories.values()].filter(({ client }) => client.id === clientId);
}

function forClient(id?: string): ClientMemory {
	return { id, readTimes: new Map(), reported: nothingReported() };
}

export function clientMemory(memory: ProcessMemory, id: string): ClientMemory {
	if (memory.client.id !== id) memory.client = forClient(id);
	return memory.client;
}

/** What a poll is told. */
export interface Turn {
	/** It switches the workflow on: n8n calls it active only afterwards. */
	isStart: boolean;
	/** Whether no later activation of the workflow has polled meanwhile. */
	isCurrent: () => boolean;
}

/**
 * @returns null while a poll of the same activation is running: the next one must not overtake it
 */
export async function unlessPolling<T>(
	context: IPollFunctions,
	memory: ProcessMemory,
	poll: (turn: Turn) => Promise<T>,
): Promise<T | null> {
	const { polling } = memory;
	const activation = activationOf(context, memory);
	if (polling.has(activation)) return null;
	polling.add(activation);
	const isStart = activation !== memory && activation !== memory.latest;
	memory.latest = activation;
	const isCurrent = () => memory.latest === activation;
	return await poll({ isStart, isCurrent }).finally(() => polling.delete(activation));
}

/**
 * What the polls of an activation share: the static data, or in durable mode, where each poll has its own, the memory.
 * n8n does not stop a poll when the workflow is deactivated; that poll must not block the next activation.
 */
function activationOf(context: IPollFunctions, memory: ProcessMemory): object {
	const stored = context.getWorkflowStaticData('node');
	const isScheduled = isDurable(stored) && context.getActivationMode() !== 'activate';
	return isScheduled ? memory : stored;
}
