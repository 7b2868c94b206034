import type { NetworkFault } from './simulation.mts';
import { isTokenRequest, type HttpResponse, type Delivery } from '../network/network.mts';
import type { Fault } from './fault.mts';

/** Faults of requests on their way, or in front of the service. */

function networkFault(
	name: string,
	affect: (...args: Parameters<NetworkFault>) => Partial<Delivery> | undefined,
): Fault {
	return {
		name,
		begin({ simulation }) {
			const fault: NetworkFault = (request, random) => {
				const delivery = affect(request, random);
				return delivery && { ...delivery, fault: name };
			};
			simulation.networkFaults.add(fault);
			return () => simulation.networkFaults.delete(fault);
		},
	};
}

function response(status: number, body: unknown = {}, headers: Record<string, string> = {}): HttpResponse {
	return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

const PAGE: HttpResponse = {
	status: 200,
	headers: { 'content-type': 'text/html' },
	body: '<!doctype html><title>Sign in to the network</title>',
};
const BUSY = { errors: [{ code: 'TooManyRequests', message: 'Too many requests' }] };
const FAILING = { errors: [{ code: 'InternalServerError', message: 'Something failed' }] };

export const networkFaults: Fault[] = [
	networkFault('the service is down', () => ({ instead: response(503, FAILING) })),
	networkFault('the service fails now and then', (_, random) =>
		random.chance(0.15) ? { instead: response(random.pick([500, 502, 503, 504]), FAILING) } : undefined,
	),
	networkFault('answers are slow', (_, random) => ({
		thereMs: random.integer(200, 2_000),
		backMs: random.integer(200, 9_000),
	})),
	networkFault('answers are lost after the work was done', (_, random) =>
		random.chance(0.2) ? { responseFault: 'reset' } : undefined,
	),
	networkFault('answers never come', (_, random) =>
		random.chance(0.05) ? { responseFault: 'hangs' } : undefined,
	),
	networkFault('answers are cut off', (request, random) =>
		!isTokenRequest(request) && random.chance(0.15) ? { responseFault: 'cutOff' } : undefined,
	),
	networkFault('connections break', (_, random) => (random.chance(0.2) ? { lost: 'ECONNRESET' } : undefined)),
	networkFault('connections are refused', (_, random) =>
		random.chance(0.6) ? { lost: random.pick(['ECONNREFUSED', 'ENOTFOUND'] as const) } : undefined,
	),
	networkFault('refused for now, with a time to come back', (_, random) =>
		random.chance(0.1)
			? { instead: response(429, BUSY, { 'retry-after': String(random.integer(1, 30)) }) }
			: undefined,
	),
	networkFault('refused for now, without a time', (_, random) =>
		random.chance(0.1) ? { instead: response(429, BUSY) } : undefined,
	),
	networkFault('refused for now, to come back at once', (_, random) =>
		random.chance(0.1) ? { instead: response(429, BUSY, { 'retry-after': '0' }) } : undefined,
	),
	networkFault('web pages in place of answers', (_, random) =>
		random.chance(0.15) ? { instead: { ...PAGE, status: random.pick([200, 403, 502]) } } : undefined,
	),
	networkFault('the token address fails', (request, random) => {
		if (!isTokenRequest(request)) return undefined;
		return random.pick<Partial<Delivery>>([
			{ instead: response(500, {}) },
			{ instead: response(429, { error: 'too_many_requests' }) },
			{ responseFault: 'hangs' },
			{ lost: 'ECONNRESET' },
			{},
		]);
	}),
];
