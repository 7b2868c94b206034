import type { IWebhookFunctions } from 'n8n-workflow';

import { MOST_EVENTS } from './emittedEvents';

/**
 * What this process knows of the last events of a node, by ID: whether the provider got an answer for them. A delivery
 * that is repeated while the first one is still being handled waits for it.
 */
export type Deliveries = Map<string, Promise<boolean>>;

const MOST_NODES = 1_000;
const nodes = new Map<string, Deliveries>();

export function deliveriesOf(context: IWebhookFunctions): Deliveries {
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	const deliveries = nodes.get(key) ?? new Map<string, Promise<boolean>>();
	nodes.delete(key);
	nodes.set(key, deliveries);
	if (nodes.size > MOST_NODES) nodes.delete(nodes.keys().next().value as string);
	return deliveries;
}

/** Those of the IDs that were answered. An answer that takes longer than `waitMs` does not count. */
export async function answeredOf(
	deliveries: Deliveries,
	ids: readonly string[],
	waitMs: number,
): Promise<ReadonlySet<string>> {
	const late = AbortSignal.timeout(waitMs);
	const isLate = new Promise<boolean>((resolve) => late.addEventListener('abort', () => resolve(false)));
	const answered = await Promise.all(
		ids.map(async (id) => {
			const known = deliveries.get(id);
			return known !== undefined && (await Promise.race([known, isLate])) ? [id] : [];
		}),
	);
	return new Set(answered.flat());
}

/** From now on until their answer is sent, the events are under way. */
export function remember(deliveries: Deliveries, ids: readonly string[], answered: Promise<boolean>): void {
	for (const id of ids) {
		deliveries.delete(id);
		deliveries.set(id, answered);
	}
	for (const id of deliveries.keys()) {
		if (deliveries.size <= MOST_EVENTS) break;
		deliveries.delete(id);
	}
}

/** Whether the answer arrives, and says that the events were taken. */
export async function isAnswered(context: IWebhookFunctions): Promise<boolean> {
	const response = context.getResponseObject();
	return await new Promise((resolve) => {
		response.once('close', () => resolve(response.writableFinished && response.statusCode < 300));
	});
}
