import type { WebhookInput } from '../../control/webhooks.mts';
import { callControl } from '../../control/register.mts';
import type { Sandbox } from '../../sandbox.mts';
import { DEFAULT_CLIENT } from '../../world/clients.mts';
import type { Webhook } from '../../world/events/types.mts';

/** Whether changes are sent as events, and the state of their delivery. */
export interface EventsView {
	/** Where they are sent; undefined = nowhere. */
	sentTo: string | undefined;
	/** Whether it is known where to send them. */
	canSend: boolean;
	/** The workflow that they start, if it was set up beside the sandbox. */
	workflow: { name: string; url: string } | undefined;
	delivered: number;
	/** Not acknowledged yet. */
	waiting: number;
	/** Why the last attempt failed; null = it did not. */
	failure: string | null;
}

const WEBHOOK = '/clients/:clientId/webhook';
const params = { clientId: DEFAULT_CLIENT.clientId };

export function eventsView({ world, eventSender, page }: Sandbox): EventsView {
	const outbox = world.webhooks.get(DEFAULT_CLIENT.clientId);
	const target = page.guide?.events;
	const isTarget = outbox === undefined || outbox.webhook.url === target?.url;
	return {
		sentTo: outbox?.webhook.url,
		canSend: page.formerWebhook !== undefined || target !== undefined,
		workflow: target && isTarget ? { name: target.workflowName, url: target.workflowUrl } : undefined,
		delivered: outbox?.deliveredCount ?? 0,
		waiting: outbox?.pending.length ?? 0,
		failure: eventSender.statusOf(DEFAULT_CLIENT.clientId)?.lastFailure ?? null,
	};
}

/**
 * Sends events from now on, to the previous address or else to the workflow that was set up.
 * @returns false if no address is known
 */
export async function startEvents(sandbox: Sandbox, chosen?: WebhookInput): Promise<boolean> {
	const body = chosen ?? knownWebhook(sandbox);
	if (body === undefined) return false;
	await callControl(sandbox, 'POST', WEBHOOK, { params, body });
	return true;
}

/** Remembers where they were sent. */
export async function stopEvents(sandbox: Sandbox): Promise<void> {
	const { world, page } = sandbox;
	page.formerWebhook = world.webhooks.get(DEFAULT_CLIENT.clientId)?.webhook ?? page.formerWebhook;
	await callControl(sandbox, 'DELETE', WEBHOOK, { params });
}

function knownWebhook({ page: { formerWebhook, guide } }: Sandbox): WebhookInput | undefined {
	if (formerWebhook !== undefined) return asInput(formerWebhook);
	return guide?.events && webhookWith(guide.events);
}

function asInput({ eventTypes, ...webhook }: Webhook): WebhookInput {
	return { ...webhook, ...(eventTypes !== null && { eventTypes: [...eventTypes] }) };
}

/** @param key empty = the receiver asks for none */
export function webhookWith({ url, key }: { url: string; key: string }): WebhookInput {
	return { url, authentication: key === '' ? { kind: 'none' } : { kind: 'apiKey', key } };
}
