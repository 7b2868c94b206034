import type { NetworkFault } from './simulation.mts';
import { isTokenRequest, type Answer, type Delivery } from '../network/network.mts';
import type { Fault } from './fault.mts';

/** What befalls requests on their way, or at the door of the service. */

function networkFault(
	name: string,
	befalls: (...args: Parameters<NetworkFault>) => Partial<Delivery> | undefined,
): Fault {
	return {
		name,
		begin({ simulation }) {
			const because: NetworkFault = (sent, random) => {
				const delivery = befalls(sent, random);
				return delivery && { ...delivery, because: name };
			};
			simulation.networkFaults.add(because);
			return () => simulation.networkFaults.delete(because);
		},
	};
}

function answer(status: number, body: unknown = {}, headers: Record<string, string> = {}): Answer {
	return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

const PAGE: Answer = {
	status: 200,
	headers: { 'content-type': 'text/html' },
	body: '<!doctype html><title>Sign in to the network</title>',
};
const BUSY = { errors: [{ code: 'TooManyRequests', message: 'Too many requests' }] };
const FAILING = { errors: [{ code: 'InternalServerError', message: 'Something failed' }] };

export const networkFaults: Fault[] = [
	networkFault('the service is down', () => ({ instead: answer(503, FAILING) })),
	networkFault('the service fails now and then', (_, random) =>
		random.chance(0.15) ? { instead: answer(random.pick([500, 502, 503, 504]), FAILING) } : undefined,
	),
	networkFault('answers are slow', (_, random) => ({
		thereMs: random.integer(200, 2_000),
		backMs: random.integer(200, 9_000),
	})),
	networkFault('answers are lost after the work was done', (_, random) =>
		random.chance(0.2) ? { answer: 'reset' } : undefined,
	),
	networkFault('answers never come', (_, random) => (random.chance(0.05) ? { answer: 'hangs' } : undefined)),
	networkFault('answers are cut off', (sent, random) =>
		!isTokenRequest(sent) && random.chance(0.15) ? { answer: 'cutOff' } : undefined,
	),
	networkFault('connections break', (_, random) => (random.chance(0.2) ? { lost: 'ECONNRESET' } : undefined)),
	networkFault('connections are refused', (_, random) =>
		random.chance(0.6) ? { lost: random.pick(['ECONNREFUSED', 'ENOTFOUND'] as const) } : undefined,
	),
	networkFault('refused for now, with a time to come back', (_, random) =>
		random.chance(0.1)
			? { instead: answer(429, BUSY, { 'retry-after': String(random.integer(1, 30)) }) }
			: undefined,
	),
	networkFault('refused for now, without a time', (_, random) =>
		random.chance(0.1) ? { instead: answer(429, BUSY) } : undefined,
	),
	networkFault('refused for now, to come back at once', (_, random) =>
		random.chance(0.1) ? { instead: answer(429, BUSY, { 'retry-after': '0' }) } : undefined,
	),
	networkFault('web pages in place of answers', (_, random) =>
		random.chance(0.15) ? { instead: { ...PAGE, status: random.pick([200, 403, 502]) } } : undefined,
	),
	networkFault('the token address fails', (sent, random) => {
		if (!isTokenRequest(sent)) return undefined;
		return random.pick<Partial<Delivery>>([
			{ instead: answer(500, {}) },
			{ instead: answer(429, { error: 'too_many_requests' }) },
			{ answer: 'hangs' },
			{ lost: 'ECONNRESET' },
			{},
		]);
	}),
];
