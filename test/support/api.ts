import type { Api, ApiRequest } from '../../nodes/shared/transport/types';

let nextClient = 1;

/** A transport that answers with the given bodies in turn, the last one again and again. */
export function apiThatAnswers(...bodies: unknown[]): { api: Api; sent: ApiRequest[] } {
	const client = `client ${nextClient++}`;
	const sent: ApiRequest[] = [];
	const send: Api['send'] = async (request) => {
		sent.push(request);
		const body = bodies[Math.min(sent.length, bodies.length) - 1];
		return await Promise.resolve({ statusCode: 200, headers: {}, body });
	};
	const maxDurationMs: Api['maxDurationMs'] = ({ maxWaitMs = 300_000, timeoutMs = 60_000 } = {}) =>
		maxWaitMs + timeoutMs;
	const named = async () => await Promise.resolve(client);
	return { api: { send, client: named, recipient: named, maxDurationMs }, sent };
}
