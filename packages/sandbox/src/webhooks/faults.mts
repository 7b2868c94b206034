import { hits, type Hits } from '../http/faults.mts';
import { Random } from '../world/random.mts';

export const EVENT_FAULT_KINDS = ['repeat', 'lostAnswer', 'delay'] as const;
export type EventFaultKind = (typeof EVENT_FAULT_KINDS)[number];

/** A fault of the service that sends events. */
export interface EventFault {
	kind: EventFaultKind;
	/** undefined = deliveries to every client. */
	clientId?: string;
	/** For `delay`. */
	delayMs?: number;
	/** How many deliveries it hits; undefined = all. */
	times?: number;
	/** How many deliveries pass first. */
	skip: number;
	/** Share of the deliveries that are hit, 0 to 1. */
	probability: number;
}

export interface ListedEventFault extends EventFault, Hits {
	id: string;
}

/** What happens to one delivery. */
export interface DeliveryPlan {
	delayMs: number;
	/** Sent once more after its acknowledgement. */
	repeats: boolean;
	/** Its acknowledgement does not count. */
	isResponseLost: boolean;
}

/** The faults of deliveries, in the order they were added. */
export class EventFaults {
	private entries: Array<{ listed: ListedEventFault; random: Random }> = [];
	private count = 0;

	constructor(private readonly seed: number) {}

	add(fault: EventFault): string {
		this.count += 1;
		const id = `event-fault-${this.count}`;
		const random = new Random(this.seed, id);
		this.entries.push({ listed: { id, matched: 0, applied: 0, ...fault }, random });
		return id;
	}

	list(): ListedEventFault[] {
		return this.entries.map(({ listed }) => listed);
	}

	clear(): void {
		this.entries = [];
	}

	/** Decides what happens to a delivery, and counts it. */
	plan(clientId: string): DeliveryPlan {
		const matching = this.entries.filter(({ listed }) => [undefined, clientId].includes(listed.clientId));
		const injected = matching
			.filter(({ listed, random }) => hits(listed, random))
			.map(({ listed }) => listed);
		return {
			delayMs: injected.reduce((sum, { kind, delayMs = 0 }) => sum + (kind === 'delay' ? delayMs : 0), 0),
			repeats: injected.some(({ kind }) => kind === 'repeat'),
			isResponseLost: injected.some(({ kind }) => kind === 'lostAnswer'),
		};
	}
}
