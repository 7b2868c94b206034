import type { HotelEvent, Webhook } from '../world/events/types.mts';
import type { World } from '../world/world.mts';
import { MAX_EVENTS_PER_REQUEST, nextPauseMs, type PauseSettings } from './attempts.mts';
import type { EventFaults } from './faults.mts';
import type { Post } from './post.mts';

/** What deliveries need. */
export interface DeliverySetting {
	world: World;
	settings: PauseSettings & { eventTimeoutMs: number };
	faults: EventFaults;
	post: Post;
}

/** The state of the delivery to a client. */
export interface DeliveryStatus {
	/** Requests since the sandbox was started. */
	attempts: number;
	/** Attempts that failed since the last acknowledgement. */
	failures: number;
	/** Why the last attempt failed; null = it did not. */
	lastFailure: string | null;
	/** The current or last pause; null = none since the last acknowledgement. */
	pauseMs: number | null;
}

/** Sends the events of one client, one request after the other; it starts no timer unless some are pending. */
export class Delivery {
	private attempts = 0;
	private failures = 0;
	private lastFailure: string | undefined;
	private pauseMs: number | undefined;
	/** Where the last attempt went. */
	private lastUrl: string | undefined;
	private timer: ReturnType<typeof setTimeout> | undefined;
	private underWay: AbortController | undefined;
	private stopped = false;

	constructor(
		private readonly clientId: string,
		private readonly setting: DeliverySetting,
	) {}

	get status(): DeliveryStatus {
		const { attempts, failures, lastFailure = null, pauseMs = null } = this;
		return { attempts, failures, lastFailure, pauseMs };
	}

	/** To be called when there may be something to send, or another address to send it to. */
	wake(): void {
		if (this.stopped || this.underWay !== undefined) return;
		const outbox = this.outbox();
		const pauses = this.timer !== undefined && outbox?.webhook.url === this.lastUrl;
		if (!pauses) this.attemptIn(0);
	}

	/** Also aborts a delivery in progress. */
	stop(): void {
		this.stopped = true;
		clearTimeout(this.timer);
		this.underWay?.abort();
	}

	private outbox() {
		const outbox = this.setting.world.webhooks.get(this.clientId);
		return outbox !== undefined && outbox.pending.length > 0 ? outbox : undefined;
	}

	/** Events that are made together are sent together, even with a pause of 0. */
	private attemptIn(pauseMs: number): void {
		clearTimeout(this.timer);
		this.timer = undefined;
		if (this.outbox() === undefined) return;
		this.timer = setTimeout(() => {
			this.timer = undefined;
			void this.attempt();
		}, pauseMs);
	}

	private async attempt(): Promise<void> {
		const controller = new AbortController();
		this.underWay = controller;
		const failure = await this.send(controller);
		this.underWay = undefined;
		if (this.stopped) return;
		this.lastFailure = failure;
		if (failure === undefined) {
			this.failures = 0;
			this.pauseMs = undefined;
			this.attemptIn(0);
		} else {
			this.failures += 1;
			this.pauseMs = nextPauseMs(this.pauseMs, this.setting.settings);
			const moved = this.outbox()?.webhook.url !== this.lastUrl;
			this.attemptIn(moved ? 0 : this.pauseMs);
		}
	}

	/** @returns why the events are not acknowledged; undefined = they are, or there are none any more */
	private async send(controller: AbortController): Promise<string | undefined> {
		const { world, faults } = this.setting;
		const plan = faults.plan(this.clientId);
		await waited(plan.delayMs, controller.signal);
		const outbox = this.outbox();
		if (outbox === undefined || this.stopped) return undefined;
		const { webhook } = outbox;
		const batch = outbox.pending.slice(0, MAX_EVENTS_PER_REQUEST);
		const events = batch.map(({ event }) => event);
		this.lastUrl = webhook.url;
		const failure = await this.post(webhook, events, controller);
		if (failure !== undefined || this.stopped) return failure;
		if (plan.isResponseLost) return 'the answer was lost';
		if (plan.repeats) await this.post(webhook, events, controller);
		if (this.stopped) return undefined;
		const through = batch.at(-1)?.number ?? 0;
		world.apply({ kind: 'eventsAcknowledged', clientId: this.clientId, through });
		return undefined;
	}

	private async post(
		webhook: Webhook,
		events: readonly HotelEvent[],
		controller: AbortController,
	): Promise<string | undefined> {
		const { post, settings } = this.setting;
		this.attempts += 1;
		const timer = setTimeout(() => controller.abort(), settings.eventTimeoutMs);
		try {
			return await post(webhook, events, controller.signal);
		} finally {
			clearTimeout(timer);
		}
	}
}

async function waited(ms: number, signal: AbortSignal): Promise<void> {
	if (ms === 0) return;
	await new Promise<void>((resolve) => {
		const timer = setTimeout(resolve, ms);
		signal.addEventListener('abort', () => {
			clearTimeout(timer);
			resolve();
		});
	});
}
