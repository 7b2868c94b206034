import { Delivery, type DeliverySetting, type DeliveryStatus } from './delivery.mts';

/** Sends the events of all clients that have a webhook, independently of each other. */
export class EventSender {
	private readonly deliveries = new Map<string, Delivery>();

	constructor(private readonly setting: DeliverySetting) {
		const { webhooks } = setting.world;
		webhooks.onChange = (clientId) => this.wake(clientId);
		for (const clientId of webhooks.clientIds()) this.wake(clientId);
	}

	/** undefined = the client has no webhook. */
	statusOf(clientId: string): DeliveryStatus | undefined {
		return this.deliveries.get(clientId)?.status;
	}

	stop(): void {
		for (const delivery of this.deliveries.values()) delivery.stop();
	}

	private wake(clientId: string): void {
		const delivery = this.deliveries.get(clientId);
		if (this.setting.world.webhooks.get(clientId) === undefined) {
			delivery?.stop();
			this.deliveries.delete(clientId);
		} else if (delivery !== undefined) {
			delivery.wake();
		} else {
			const begun = new Delivery(clientId, this.setting);
			this.deliveries.set(clientId, begun);
			begun.wake();
		}
	}
}
