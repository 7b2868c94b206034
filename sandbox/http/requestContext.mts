import type { FastifyRequest } from 'fastify';
import type { Sandbox } from '../sandbox.mts';
import { classify, type Classification } from './classify.mts';
import { identify, type Identity } from './identity.mts';
import type { LimitDecision } from './limits/decide.mts';
import { SCOPES_PER_ADDRESS } from './limits/table.mts';

/** One request of the partner API on its way through the sandbox. */
export interface RequestContext extends Classification {
	/** Epoch milliseconds and monotonic milliseconds of the arrival. */
	arrivedAt: number;
	arrivedMs: number;
	method: string;
	/** As sent, without the query. */
	path: string;
	query: Readonly<Record<string, unknown>>;
	identity: Identity;
	limit: LimitDecision;
	/** True once counted in the report. */
	ended: boolean;
}

/** Takes note of a request at its arrival: who sent it, which limit it counts in, whether that is exceeded. */
export async function openContext(request: FastifyRequest, sandbox: Sandbox): Promise<RequestContext> {
	sandbox.report.begin();
	const arrival = { arrivedAt: Date.now(), arrivedMs: performance.now() };
	const path = request.url.split('?', 1)[0] ?? '';
	const query = { ...(request.query as Record<string, unknown>) };
	const classification = classify(request.method, path, query);
	const identity = await identify(request.headers.authorization, sandbox.world, sandbox.clock.now());
	const perAddress = SCOPES_PER_ADDRESS.has(classification.scope) || identity.kind === 'refused';
	const caller = perAddress ? `address ${request.ip}` : `client ${identity.client.clientId}`;
	return {
		...arrival,
		...classification,
		method: request.method,
		path,
		query,
		identity,
		limit: sandbox.limiter.take(classification.scope, caller, arrival.arrivedMs),
		ended: false,
	};
}
