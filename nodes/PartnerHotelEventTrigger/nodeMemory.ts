import type { IWebhookFunctions } from 'n8n-workflow';

import type { Delivery } from './delivery';
import {
	has,
	keyOf,
	merged,
	nameOf,
	newEvents,
	withEmitted,
	type EmittedEvents,
	type EventKey,
} from './emittedEvents';
import type { HotelEvent } from './hotelEvents';
import { Refusals } from './refusals';

const MAX_NODES = 1_000;
const nodes = new Map<string, NodeMemory>();

export function nodeMemoryOf(context: IWebhookFunctions): NodeMemory {
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	const memory = nodes.get(key) ?? new NodeMemory();
	nodes.delete(key);
	nodes.set(key, memory);
	if (nodes.size > MAX_NODES) nodes.delete(nodes.keys().next().value as string);
	return memory;
}

/** What this process knows of the events of a node. Each request has a copy of n8n's static data of its own. */
export class NodeMemory {
	readonly refusals = new Refusals();
	private known: EmittedEvents = new Map();
	/** By event. */
	private readonly underWay = new Map<string, Delivery>();

	get emitted(): EmittedEvents {
		return this.known;
	}

	/** Adds what n8n has stored. */
	learn(stored: EmittedEvents): void {
		this.known = merged(stored, this.known);
	}

	/**
	 * Waits for other deliveries of the same events. Those that are new then belong to this delivery.
	 * @returns `undefined` if another delivery is still being handled after `waitMs`
	 */
	async claim(
		events: readonly HotelEvent[],
		delivery: Delivery,
		waitMs: number,
	): Promise<HotelEvent[] | undefined> {
		const late = AbortSignal.timeout(waitMs);
		for (let others = this.handling(events); others.length > 0; others = this.handling(events)) {
			if (late.aborted) return undefined;
			await firstOf(others, late);
		}
		// From here on nothing is waited for: no other delivery can claim the same events.
		const fresh = newEvents(events, (key) => has(this.known, key));
		for (const key of keysOf(fresh)) this.underWay.set(nameOf(key), delivery);
		return fresh;
	}

	/** n8n has taken the events for an execution. @param now in seconds */
	emit(events: readonly HotelEvent[], now: number): void {
		this.known = withEmitted(this.known, events, now);
		for (const key of keysOf(events)) this.underWay.delete(nameOf(key));
	}

	/** The deliveries of these events that are under way; those that failed are forgotten. */
	private handling(events: readonly HotelEvent[]): Delivery[] {
		const found = new Set<Delivery>();
		for (const name of keysOf(events).map(nameOf)) {
			const delivery = this.underWay.get(name);
			if (delivery?.isUnderWay) found.add(delivery);
			else this.underWay.delete(name);
		}
		return [...found];
	}
}

async function firstOf(deliveries: readonly Delivery[], late: AbortSignal): Promise<void> {
	const isLate = new Promise<void>((resolve) => late.addEventListener('abort', () => resolve()));
	await Promise.race([isLate, ...deliveries.map(async ({ ended }) => await ended)]);
}

function keysOf(events: readonly HotelEvent[]): EventKey[] {
	return events.flatMap((event) => keyOf(event) ?? []);
}
