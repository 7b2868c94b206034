import {
	anything,
	integer,
	matching,
	nonEmptyText,
	numberBetween,
	oneOf,
	someOf,
	text,
	type FieldType,
} from '../http/fieldTypes.mts';
import type { Sandbox } from '../sandbox.mts';
import type { DeliveryStatus } from '../webhooks/delivery.mts';
import { EVENT_FAULT_KINDS, type EventFault } from '../webhooks/faults.mts';
import { EVENT_TYPES, type Authentication, type HotelEvent, type Webhook } from '../world/events/types.mts';
import { isWebhookUrl } from '../world/events/webhookUrl.mts';
import { object, readBody, required, type Input, type Values } from './body.mts';
import { ControlError } from './controlError.mts';
import { clientOf, propertyOf, type ControlCall, type ControlRoute } from './route.mts';

const WEBHOOK = '/clients/:clientId/webhook';
const FAULTS = '/event-faults';
const MANY = 1_000_000_000;
const MAX_DELAY_MS = 600_000;

const AUTHENTICATION = {
	kind: required(oneOf(['none', 'apiKey', 'basic'])),
	key: nonEmptyText,
	user: nonEmptyText,
	password: text,
};
export const webAddress: FieldType<string> = {
	rule: 'must be an address that begins with http:// or https://, without user and password',
	read: (value) => (typeof value === 'string' && isWebhookUrl(value) ? value : undefined),
};
const NEW_WEBHOOK = {
	url: required(webAddress),
	/** Absent = every type. */
	eventTypes: someOf(EVENT_TYPES),
	/** Absent = none. */
	authentication: object(AUTHENTICATION, 'authentication'),
};
export type WebhookInput = Input<typeof NEW_WEBHOOK>;

const EMITTED = {
	eventType: required(matching(/^[^:\s]+:[^:\s]+$/, 'must be module:name')),
	payload: required(anything),
};
export interface EmittedEventInput {
	/** `module:name`, a published one or any other. */
	eventType: string;
	payload: Record<string, unknown>;
}

const EVENT_FAULT = {
	kind: required(oneOf(EVENT_FAULT_KINDS)),
	clientId: nonEmptyText,
	delayMs: integer(0, MAX_DELAY_MS),
	times: integer(1, MANY),
	skip: integer(0, MANY),
	probability: numberBetween(0, 1),
};
/** docs/sandbox/control.md, Webhooks. */
export type EventFaultInput = Input<typeof EVENT_FAULT>;

/** The events of a client, oldest first. */
export interface ClientEvents {
	/** Without key and password; null = none is set. */
	webhook: { url: string; eventTypes: Webhook['eventTypes']; authentication: Authentication['kind'] } | null;
	/** Not acknowledged yet. */
	pending: HotelEvent[];
	/** Acknowledged, the last 5,000. */
	delivered: HotelEvent[];
	/** All that were acknowledged. */
	deliveredCount: number;
	/** null = no webhook is set. */
	delivery: DeliveryStatus | null;
}

export const webhookRoutes: readonly ControlRoute[] = [
	{ method: 'POST', path: WEBHOOK, handle: setWebhook },
	{ method: 'DELETE', path: WEBHOOK, handle: removeWebhook },
	{ method: 'GET', path: '/clients/:clientId/events', handle: showEvents },
	{ method: 'POST', path: '/properties/:propertyId/events', status: 201, handle: emitEvent },
	{ method: 'GET', path: FAULTS, handle: ({ eventFaults }) => eventFaults.list() },
	{
		method: 'POST',
		path: FAULTS,
		status: 201,
		handle: (sandbox, { body }) => ({ id: sandbox.eventFaults.add(readFault(sandbox, body)) }),
	},
	{ method: 'DELETE', path: FAULTS, handle: ({ eventFaults }) => eventFaults.clear() },
];

function setWebhook(sandbox: Sandbox, call: ControlCall): ClientEvents {
	const { clientId } = clientOf(sandbox, call);
	const { url, eventTypes = null, authentication } = readBody(NEW_WEBHOOK, call.body);
	const webhook = { url, eventTypes, authentication: readAuthentication(authentication) };
	sandbox.world.apply({ kind: 'webhookSet', clientId, webhook });
	return eventsOf(sandbox, clientId);
}

function removeWebhook(sandbox: Sandbox, call: ControlCall): undefined {
	const { clientId } = clientOf(sandbox, call);
	sandbox.world.apply({ kind: 'webhookSet', clientId, webhook: null });
}

function readAuthentication(given: Values<typeof AUTHENTICATION> | undefined): Authentication {
	const { kind = 'none', key, user, password } = given ?? {};
	switch (kind) {
		case 'none':
			return { kind };
		case 'apiKey':
			return { kind, key: present(key, 'authentication.key') };
		case 'basic':
			return {
				kind,
				user: present(user, 'authentication.user'),
				password: present(password, 'authentication.password'),
			};
	}
}

function showEvents(sandbox: Sandbox, call: ControlCall): ClientEvents {
	return eventsOf(sandbox, clientOf(sandbox, call).clientId);
}

function eventsOf({ world, eventSender }: Sandbox, clientId: string): ClientEvents {
	const outbox = world.webhooks.get(clientId);
	if (outbox === undefined) {
		return { webhook: null, pending: [], delivered: [], deliveredCount: 0, delivery: null };
	}
	const { webhook, pending, delivered, deliveredCount } = outbox;
	return {
		webhook: { ...webhook, authentication: webhook.authentication.kind },
		pending: pending.map(({ event }) => event),
		delivered,
		deliveredCount,
		delivery: eventSender.statusOf(clientId) ?? null,
	};
}

/** Emits an event without a change. */
function emitEvent(sandbox: Sandbox, call: ControlCall): undefined {
	const { id: propertyId } = propertyOf(sandbox, call);
	const { eventType, payload } = readBody(EMITTED, call.body);
	if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
		throw new ControlError(400, 'payload must be a JSON object');
	}
	const event = { eventType, payload: payload as Record<string, unknown> };
	const { world, clock } = sandbox;
	if (world.webhooks.isEmpty) throw new ControlError(400, 'No client has a webhook');
	world.apply({ kind: 'eventEmitted', propertyId, event, atMs: clock.now() });
}

function readFault(sandbox: Sandbox, given: unknown): EventFault {
	const fault = readBody(EVENT_FAULT, given);
	const { kind, clientId, delayMs, times, skip = 0, probability } = fault;
	if (kind === 'delay') present(delayMs, 'delayMs');
	if (clientId !== undefined && !sandbox.world.clients.has(clientId)) {
		throw new ControlError(400, `There is no client ${clientId}`);
	}
	return {
		...fault,
		times: times ?? (probability === undefined ? 1 : undefined),
		skip,
		probability: probability ?? 1,
	};
}

function present<T>(value: T | undefined, name: string): T {
	if (value === undefined) throw new ControlError(400, `${name} is missing`);
	return value;
}
