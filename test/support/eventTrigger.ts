import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PartnerHotelEventTrigger } from '../../nodes/PartnerHotelEventTrigger/PartnerHotelEventTrigger.node';
import { WebhookHost, type HostOptions } from './webhookHost';

const running: WebhookHost[] = [];

export interface Started {
	host: WebhookHost;
	deliver(events: unknown, headers?: Record<string, string>, signal?: AbortSignal): Promise<Response>;
}

/** A workflow with the event trigger, over HTTP. */
export async function started(
	parameters: INodeParameters = {},
	options: Partial<HostOptions> = {},
): Promise<Started> {
	const host = hostOf(parameters, options);
	running.push(host);
	const url = await host.start();
	const deliver: Started['deliver'] = async (events, headers = {}, signal) =>
		await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: typeof events === 'string' ? events : JSON.stringify(events),
			...(signal && { signal }),
		});
	return { host, deliver };
}

/** The same, not listening. */
export function hostOf(parameters: INodeParameters = {}, options: Partial<HostOptions> = {}): WebhookHost {
	const all = { authentication: 'none', ...parameters };
	return new WebhookHost(new PartnerHotelEventTrigger(), { parameters: all, ...options });
}

export async function stopAll(): Promise<void> {
	await Promise.all(running.splice(0).map(async (host) => await host.stop()));
}

let nextEvent = 1;

export function event(type = 'check_in', payload: IDataObject = {}): IDataObject {
	const id = String(nextEvent++).padStart(12, '0');
	return {
		eventId: `01952268-cd6e-73ce-afbf-${id}`,
		eventType: `webpms:${type}`,
		creationTime: '2025-02-20T08:07:47.1234567Z',
		payload: { BookingNumber: '20250220-500360-421894386', PropertyId: '500360', ...payload },
	};
}

export const ids = (host: WebhookHost) => host.executions.map((items) => items.map(({ eventId }) => eventId));
export const idsOf = (...events: IDataObject[]) => events.map(({ eventId }) => eventId);

/** Holds the executions where n8n creates them. */
export function holdExecutions(host: WebhookHost): { begun(count: number): Promise<void>; go(): void } {
	let go = () => undefined as void;
	const held = new Promise<void>((resolve) => (go = resolve));
	const waiting: Array<() => void> = [];
	let begun = 0;
	host.onExecution = async () => {
		begun += 1;
		for (const wake of waiting.splice(0)) wake();
		await held;
	};
	return {
		go: () => go(),
		begun: async (count) => {
			while (begun < count) await new Promise<void>((resolve) => waiting.push(resolve));
		},
	};
}
