import { isTokenRequest, type Weather } from './stage.mts';
import type { Answer, Fate } from '../network/network.mts';
import type { Trouble } from './trouble.mts';

/** What befalls requests on their way, or at the door of the service. */

function weather(
	name: string,
	befalls: (...args: Parameters<Weather>) => Partial<Fate> | undefined,
): Trouble {
	return {
		name,
		begin({ stage }) {
			const because: Weather = (sent, random) => {
				const fate = befalls(sent, random);
				return fate && { ...fate, because: name };
			};
			stage.weathers.add(because);
			return () => stage.weathers.delete(because);
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

export const troublesOfTheWay: Trouble[] = [
	weather('the service is down', () => ({ instead: answer(503, FAILING) })),
	weather('the service fails now and then', (_, random) =>
		random.chance(0.15) ? { instead: answer(random.pick([500, 502, 503, 504]), FAILING) } : undefined,
	),
	weather('answers are slow', (_, random) => ({
		thereMs: random.integer(200, 2_000),
		backMs: random.integer(200, 9_000),
	})),
	weather('answers are lost after the work was done', (_, random) =>
		random.chance(0.2) ? { answer: 'reset' } : undefined,
	),
	weather('answers never come', (_, random) => (random.chance(0.05) ? { answer: 'hangs' } : undefined)),
	weather('answers are cut off', (sent, random) =>
		!isTokenRequest(sent) && random.chance(0.15) ? { answer: 'cutOff' } : undefined,
	),
	weather('connections break', (_, random) => (random.chance(0.2) ? { lost: 'ECONNRESET' } : undefined)),
	weather('connections are refused', (_, random) =>
		random.chance(0.6) ? { lost: random.pick(['ECONNREFUSED', 'ENOTFOUND'] as const) } : undefined,
	),
	weather('refused for now, with a time to come back', (_, random) =>
		random.chance(0.1)
			? { instead: answer(429, BUSY, { 'retry-after': String(random.integer(1, 30)) }) }
			: undefined,
	),
	weather('refused for now, without a time', (_, random) =>
		random.chance(0.1) ? { instead: answer(429, BUSY) } : undefined,
	),
	weather('refused for now, to come back at once', (_, random) =>
		random.chance(0.1) ? { instead: answer(429, BUSY, { 'retry-after': '0' }) } : undefined,
	),
	weather('web pages in place of answers', (_, random) =>
		random.chance(0.15) ? { instead: { ...PAGE, status: random.pick([200, 403, 502]) } } : undefined,
	),
	weather('the token address fails', (sent, random) => {
		if (!isTokenRequest(sent)) return undefined;
		return random.pick<Partial<Fate>>([
			{ instead: answer(500, {}) },
			{ instead: answer(429, { error: 'too_many_requests' }) },
			{ answer: 'hangs' },
			{ lost: 'ECONNRESET' },
			{},
		]);
	}),
];
