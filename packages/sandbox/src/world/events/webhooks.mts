import { mayUseProperty, type Client } from '../clients.mts';
import { makeEvent } from './event.mts';
import type { HotelEvent, Webhook } from './types.mts';

/** The given fields of an event; the others are generated. */
export type EventContent = Pick<HotelEvent, 'eventType' | 'payload'>;

/** The webhook of one client, and its events, oldest first. */
export interface Outbox {
	webhook: Webhook;
	pending: NumberedEvent[];
	/** The latest of those that were acknowledged. */
	delivered: HotelEvent[];
	/** All that were acknowledged. */
	deliveredCount: number;
}

/** An event with its number among all events of the world. */
export interface NumberedEvent {
	number: number;
	event: HotelEvent;
}

const KEPT_DELIVERED = 5_000;

/** The webhooks of all clients: which events wait for an acknowledgement, and which were acknowledged. */
export class Webhooks {
	/** Called with a client whose webhook was set or removed, or who has new events. */
	onChange: (clientId: string) => void = () => undefined;
	private readonly byClient = new Map<string, Outbox>();
	private made = 0;

	constructor(
		private readonly seed: number,
		private readonly clients: ReadonlyMap<string, Client>,
	) {}

	get isEmpty(): boolean {
		return this.byClient.size === 0;
	}

	clientIds(): string[] {
		return [...this.byClient.keys()];
	}

	get(clientId: string): Readonly<Outbox> | undefined {
		return this.byClient.get(clientId);
	}

	/** Pending events are kept when a webhook is changed, and dropped when it is removed. */
	set(clientId: string, webhook: Webhook | null): void {
		const outbox = this.byClient.get(clientId);
		if (webhook === null) this.byClient.delete(clientId);
		else if (outbox !== undefined) outbox.webhook = webhook;
		else this.byClient.set(clientId, { webhook, pending: [], delivered: [], deliveredCount: 0 });
		this.onChange(clientId);
	}

	/** Makes events for all clients who want them. */
	add(propertyId: string, contents: readonly EventContent[], atMs: number): void {
		const events = contents.map((content) => {
			this.made += 1;
			return { number: this.made, event: makeEvent(this.seed, this.made, atMs, content) };
		});
		for (const [clientId, { webhook, pending }] of this.byClient) {
			const client = this.clients.get(clientId);
			if (client === undefined || !mayUseProperty(client, propertyId)) continue;
			const wanted = events.filter(({ event }) => wants(webhook, event));
			pending.push(...wanted);
			if (wanted.length > 0) this.onChange(clientId);
		}
	}

	/** @param through the number of the last event that was acknowledged */
	acknowledge(clientId: string, through: number): void {
		const outbox = this.byClient.get(clientId);
		if (outbox === undefined) return;
		const rest = outbox.pending.findIndex(({ number }) => number > through);
		const acknowledged = outbox.pending.splice(0, rest < 0 ? outbox.pending.length : rest);
		outbox.deliveredCount += acknowledged.length;
		outbox.delivered.push(...acknowledged.map(({ event }) => event));
		outbox.delivered.splice(0, outbox.delivered.length - KEPT_DELIVERED);
	}
}

function wants({ eventTypes }: Webhook, { eventType }: HotelEvent): boolean {
	return eventTypes === null || eventTypes.some((type) => type === eventType);
}
